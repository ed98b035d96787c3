"""Threads whose posts are no elements of their own, and the post that opens one."""

from __future__ import annotations

from dehusk import extract
from dehusk.content import Post

TEXTS = (
    "Is there any tea left in the blue jar? I have looked for it since the morning.",
    "There was some on Monday, but the visitors have had all of it, I am afraid.",
    "Then somebody has to go to the shop before it closes, and it will not be me.",
    "I will go. Does anybody need milk, or anything else while I am there anyway?",
)
NAMES = ("Ann", "Bo", "Ann", "Cy")


def posts_of(body: str) -> list[tuple[str | None, str | None]]:
    document = extract(f"<html lang=en><title>Tea</title><body><h1>Tea</h1>{body}</body></html>")
    assert all(isinstance(post, Post) for post in document.posts)
    return [(post.author, post.date) for post in document.posts]


def thread(form: str) -> str:
    posts = enumerate(zip(NAMES, TEXTS, strict=True), 1)
    return "".join(form.format(n=n, name=name, text=text) for n, (name, text) in posts)


WANTED = [(name, f"2024-05-0{n}") for n, name in enumerate(NAMES, 1)]


def test_head_and_text_are_rows_of_a_table() -> None:
    form = (
        "<tr id=m{n}><td><a href='index.php?user_profile={n}'>{name}</a><p>May {n}, 2024 10:12</p></td>"
        "<td><b>Tea</b></td></tr><tr><td class=forum_message>{text}</td></tr>"
        "<tr><td><a href=reply>Reply</a></td></tr>"
    )
    assert posts_of(f"<table>{thread(form)}</table>") == WANTED


def test_the_date_is_in_an_element_before_the_post() -> None:
    form = (
        "<div id=post-{n} class=reply-header><span class=post-date>May {n}, 2024 at 10:12</span></div>"
        "<div class='reply item'><a class=author href='/users/{n}/'>{name}</a> <i>Participant</i>"
        "<div class=body><p>{text}</p><p>Thank you all.</p></div></div>"
    )
    assert posts_of(f"<div>{thread(form)}</div>") == WANTED


def test_the_first_post_is_made_otherwise() -> None:
    form = (
        "<{tag} class='{kind}'><a class=user href='/profile/{name}'>{name}</a>"
        "<time datetime=2024-05-0{n}>May {n}</time><div class=message>{text}</div></{tag}>"
    )
    tags = [("div", "opening"), *[("li", "comment")] * 3]
    posts = [
        form.format(tag=tag, kind=kind, n=n, name=name, text=text)
        for n, ((tag, kind), name, text) in enumerate(zip(tags, NAMES, TEXTS, strict=True), 1)
    ]
    assert posts_of(f"<div>{posts[0]}</div><ul>{''.join(posts[1:])}</ul>") == WANTED


def test_advertisements_among_posts() -> None:
    form = (
        "<li class=postbox id=post_{n}><span class=date>May {n}, 2024</span>"
        "<span class=username>{name}</span><div class=postcontent>{text}</div></li>"
    )
    notice = "<li class=postbox id=post_9><span class=username>Sponsored</span><div></div></li>"
    assert posts_of(f"<ol>{thread(form)}{notice}</ol>") == WANTED


def test_dates_of_members_are_not_those_of_posts() -> None:
    form = (
        "<div class=post id=p{n}><dl><dt><a href='memberlist.php?u={n}'>{name}</a></dt>"
        "<dd>Founded: Nov 03, 2008</dd></dl><p>May {n}, 2024 2:03 am</p><div class=content>{text}</div></div>"
    )
    assert posts_of(f"<div>{thread(form)}</div>") == WANTED


def test_numbers_and_labels_are_no_names() -> None:
    form = (
        "<div class=comment id=c{n}><span class=cowDisplayForUser>1685</span>"
        "<span class=username>Username</span> <span class='user name'>{name}</span>"
        "<time datetime=2024-05-0{n}>May {n}</time><div class=text>{text}</div></div>"
    )
    assert posts_of(f"<div>{thread(form)}</div>") == WANTED


def test_a_time_is_shown_with_its_day() -> None:
    form = (
        "<tr><td class=pu>Re: Tea by <a class=user href='/{name}'>{name}</a>: <span class=s><b>5:2{n}am</b>"
        " On <b>Apr 2{n}</b></span></td></tr><tr><td id=pb{n} class=pd><div>{text}<br>So it"
        " is.<br>Really.</div></td></tr>"
    )
    wanted = [(name, f"5:2{n}am On Apr 2{n}") for n, name in enumerate(NAMES, 1)]
    assert posts_of(f"<table>{thread(form)}</table>") == wanted


def test_names_that_are_only_set_off() -> None:
    form = (
        "<div class=blockpost id=p{n}><h2><a href='#p{n}'>2024-05-0{n} 10:46:47</a></h2><dl>"
        "<dt><strong>{name}</strong></dt><dd>Registered: 2017-03-14</dd></dl>"
        "<div class=postmsg><p>{text}</p></div></div>"
    )
    posts = posts_of(f"<div>{thread(form)}</div>")
    assert [(author, (date or "")[:10]) for author, date in posts] == WANTED


def test_the_date_is_not_that_of_a_comment_on_the_post() -> None:
    comment = (
        "<ul class=comments><li class=comment><span class=comment-copy>Do so.</span>"
        "<a class=comment-link href='#c{n}'><time itemprop=dateCreated datetime=2025-07-0{n}>July</time></a></ul>"
    )
    form = (
        "<div class=post-layout id=answer-{n}><div class=s-prose><p>{text}</p></div><div class=post-signature>"
        "asked <span title='2024-05-0{n}' class=relativetime>May {n}</span>"
        "<a class=user href='/users/{n}/x'>{name}</a></div>" + comment + "</div>"
    )
    assert posts_of(f"<div>{thread(form)}</div>") == WANTED


def test_a_badge_is_no_name() -> None:
    form = (
        "<div class=post id=p{n}><span class=author><b>Topic Author</b></span> <a class=username href='/u/{n}'>"
        "{name}</a><time datetime=2024-05-0{n}>May {n}</time><div class=content>{text}</div></div>"
    )
    assert posts_of(f"<div>{thread(form)}</div>") == WANTED
