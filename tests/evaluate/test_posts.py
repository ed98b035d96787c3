"""The posts of a thread against those of the gold."""

import pytest

from dehusk.evaluate.gold import Example
from dehusk.evaluate.overlap import Overlap
from dehusk.evaluate.posts import Matched, gold_posts, is_day, is_user, matched_posts
from dehusk.evaluate.written import WrittenPost

TEA = {"text": "Is there any tea left in the jar?", "user": "Ann", "date": "3 May 2024"}
MILK = {"text": "No, but plenty of milk for all of us.", "user": "/u/bo.17/", "date": "4 May 2024"}


def matched(*found: WrittenPost, html: bytes = b"") -> Matched:
    return matched_posts(found, Example("tea", html, fields={"posts": [TEA, MILK]}))


def test_posts_of_the_same_words_are_one() -> None:
    found = matched(
        WrittenPost("Is there any tea left in the jar", "Ann", "2024-05-03"),
        WrittenPost("Is there any tea left in the jar", "Ann", "2024-05-03"),
        WrittenPost("Advertisement: buy our excellent kettles today"),
    )
    assert found == Matched(Overlap(1, 3, 2), Overlap(1, 1, 1), Overlap(1, 1, 1))


def test_two_posts_in_one_are_not_both() -> None:
    together = matched(WrittenPost(f"{TEA['text']} {MILK['text']}"))
    assert together.texts.matched == 0


def test_posts_without_words_are_not_asked_for() -> None:
    example = Example("tea", b"", fields={"posts": [TEA, {"text": " :-) "}, {"text": None}]})
    assert gold_posts(example) == [TEA]


def test_the_page_names_who_has_a_profile() -> None:
    post = {"text": "Is there any tea left?", "user": "profile.php?u=17"}
    html = b"<a href='profile.php?u=17'>Ann Leaf</a><a href='profile.php?u=17'></a>"
    example = Example("tea", html, fields={"posts": [post]})
    for author, right in (("ANN  LEAF", 1), ("17", 0), ("profile", 0), (None, 0)):
        found = matched_posts((WrittenPost(post["text"], author),), example)
        assert found.users == Overlap(right, 1, 1)


def test_a_script_is_no_user() -> None:
    post = {"text": "Is there any tea left?", "user": "javascript:unavailable();"}
    example = Example("tea", b"", fields={"posts": [post]})
    found = matched_posts((WrittenPost(post["text"], "Ann"),), example)
    assert found.users == Overlap(0, 0, 0)


@pytest.mark.parametrize(
    ("author", "user"),
    [
        ("Ann Leaf", "ann  leaf"),
        ("Ａｎｎ", "ann"),
        ("Ann Leaf", "/members/ann-leaf.17/"),
        ("Ann_L", "member.php?70024-ann_l&s=953b"),
        ("Ann", "members/82415-Ann?s=576"),
        ("Änn", "/profile/%C3%84nn"),
        ("ann27", "/members/ann27-3007"),
        ("ann-27", "/u/ann-27"),
    ],
)
def test_names_are_right(author: str, user: str) -> None:
    assert is_user(author, user, {})


@pytest.mark.parametrize(
    ("author", "user"),
    [
        ("members", "/members/ann-leaf.17/"),
        ("17", "/members/ann-leaf.17/"),
        ("viewprofile", "./memberlist.php?mode=viewprofile&u=3863"),
        ("3863", "./memberlist.php?mode=viewprofile&u=3863"),
        ("memberlist.php", "./memberlist.php?mode=viewprofile&u=3863"),
        ("forum.example", "https://forum.example/profile/21061-ann/"),
        ("953b", "member.php?70024-ann_l&s=953b"),
        ("Ann Leaf, Moderator", "Ann Leaf"),
        ("Ann", "Ann!"),
        ("", "Ann"),
        (None, "Ann"),
    ],
)
def test_names_are_wrong(author: str | None, user: str) -> None:
    assert not is_user(author, user, {})


@pytest.mark.parametrize(
    ("ours", "shown", "right"),
    [
        ("2019-04-06T06:55:00", "04-06-2019, 06:55 AM", True),
        ("2009-01-01", "04-06-2019, 06:55 AM", False),
        (None, "04-06-2019, 06:55 AM", False),
        ("2019-04-06", None, None),
        ("2019-04-06", "6 months ago", None),
        ("6 months ago", "6 months ago", True),
    ],
)
def test_days(ours: str | None, shown: str | None, right: bool | None) -> None:
    assert is_day(ours, shown, "en") is right
