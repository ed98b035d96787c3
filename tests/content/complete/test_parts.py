from __future__ import annotations

from dehusk.content.options import RUNNING_TEXT, Completion
from tests.content.complete import PROSE, texts


def bullets(*items: str) -> str:
    return "<p>The menu is!</p><ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


def test_a_list_that_is_mostly_kept_is_kept_whole() -> None:
    html = bullets("soup!", "bread!", "fish!", "tea") + "<p>Enjoy!</p>"
    assert texts(html) == ["The menu is", "soup", "bread", "fish", "tea", "Enjoy"]
    assert "tea" not in texts(html, Completion(lists=False))


def test_one_of_six_items_is_dropped() -> None:
    html = bullets("soup!", "bread", "fish", "rice", "cake", "tea") + "<p>Enjoy!</p>"
    assert texts(html) == ["The menu is", "Enjoy"]


def test_a_long_item_that_is_kept_stays() -> None:
    long = "a soup that takes a whole afternoon and most of the next morning too " * 2
    html = bullets(long + "!", *["other dishes that are not on the menu today"] * 9)
    assert texts(html) == ["The menu is", long.strip() + " "]


def test_links_elsewhere_do_not_complete_a_list() -> None:
    links = "<a href=/a>A very different story about something else</a>"
    html = bullets("soup and much bread, for a winter!", "fish with lemon, in summer!", links)
    assert "A very different story about something else" not in texts(html + "<p>Enjoy!</p>")


def test_a_list_at_the_end_needs_more_of_it() -> None:
    items = ("soup!", "bread!", "rice", "cake")
    assert "rice" in texts(bullets(*items) + "<p>Enjoy!</p>")
    assert "rice" not in texts(bullets(*items) + "<p>Not this</p>")


def test_code_is_whole() -> None:
    html = "<p>Run!</p><pre><span>make!</span>\n<span>test</span></pre>"
    assert texts(html) == ["Run", "make", "test"]
    assert texts(html, Completion(code=False)) == ["Run", "make"]


def test_what_acts_as_a_button_is_not_added() -> None:
    more = "<a role=button>Click to expand</a>"
    html = f"<blockquote><p>Bread is life, and salt!</p><p>A baker {more}</p></blockquote>"
    assert texts(html) == ["Bread is life, and salt", "A baker"]
    picture = "<figure><div role=button><img src=a.jpg></div></figure>"
    assert "a.jpg" in texts(f"<p>{PROSE}!</p>{picture}<p>{PROSE}!</p>")


def test_a_quotation_has_its_source() -> None:
    html = "<blockquote><p>Bread is life, and salt!</p><footer>A baker</footer></blockquote>"
    assert texts(html) == ["Bread is life, and salt", "A baker"]
    assert texts(html, Completion(quotes=False)) == ["Bread is life, and salt"]


def test_a_list_that_is_announced_is_content() -> None:
    menu = "<ul><li>soup<li>bread</ul><p>Enjoy!</p>"
    head = "On Sundays the menu in winter is:"
    assert texts(f"<p>{head}<!-- !--></p>{menu}") == ["Enjoy"]
    html = f"<p>We ate well!</p><p>{head}</p>{menu}"
    assert texts(html) == ["We ate well", "Enjoy"]
    html = f"<p>!On Sundays the menu in winter is:</p>{menu}"
    assert texts(html) == [f"!{head}", "soup", "bread", "Enjoy"]
    assert texts(html, RUNNING_TEXT) == [f"!{head}", "Enjoy"]
    assert texts(f"<p>!{head}</p><ul><li>soup<li>bread</ul><p>Advertisement</p>") == [f"!{head}"]


def test_a_list_in_an_item_that_announces_it() -> None:
    inner = "<ul><li>with bread<li>without bread</ul>"
    assert texts(f"<ul><li>!soup:{inner}<li>tea!</ul>")[1:3] == ["with bread", "without bread"]
    assert "with bread" not in texts(f"<ul><li>soup!{inner}<li>tea!<li>cake!</ul>")


def test_an_announced_list_may_stand_in_what_begins_far_above() -> None:
    above = "<p>dropped</p>" * 40
    html = f"{above}<p>This week! The menu is this:</p><ul><li>Tea<li>Milk</ul><p>End!</p>"
    assert texts(html) == ["This week! The menu is this:", "Tea", "Milk", "End"]
    assert "Tea" not in texts(html.replace("The menu is this", "It is"))


def test_a_list_of_links_is_completed_by_links() -> None:
    link = "<a href=/{0}>How to brew {0} tea for all of your guests</a>"
    kinds = [link.format(kind) for kind in ("green!", "black!", "white!", "red")]
    whole = bullets(*kinds) + "<p>Enjoy!</p>"
    assert "How to brew red tea for all of your guests" in texts(whole)
    assert "How to brew red tea for all of your guests" not in texts(
        bullets(*kinds[1:]) + "<p>Enjoy!</p>"
    )
    worded = [f"{kind.split('>')[1][:-3]} in the morning" for kind in kinds[:3]]
    assert "How to brew red tea for all of your guests" not in texts(
        bullets(*worded, kinds[3]) + "<p>Enjoy!</p>"
    )
