"""One thread as the programs write it that most boards, lists and networks run."""

from __future__ import annotations

import pytest

from dehusk import extract

POSTS = (
    ("Ann", 1, "Is there any tea left in the blue jar? I have looked for it since the morning."),
    ("Bo Kettle", 2, "There was some on Monday, but the visitors have had all of it, I am afraid."),
    ("Ann", 3, "Then somebody has to go to the shop before it closes, and it will not be me."),
    ("cy_pot", 4, "I will go. Does anybody need milk, or anything else while I am there anyway?"),
)

VBULLETIN_3 = """
<table id="post{n}" class="tborder" cellpadding="6" width="100%">
<tr><td class="thead"><a name="post{n}"><img class="inlineimg" src="post_old.gif" alt="Old"></a>
 05-2{n}-2024, 10:12 AM</td><td class="thead" align="right">#<a href="showpost.php?p={n}">{n}</a></td></tr>
<tr><td class="alt2" width="175"><div id="postmenu_{n}"><a class="bigusername" href="member.php?u=1{n}">
{name}</a></div><div class="smallfont">Senior Member</div><div class="smallfont">
<div>Join Date: Mar 2009</div><div>Location: Leeds</div><div>Posts: 1,685</div></div></td>
<td class="alt1" id="td_post_{n}"><div class="smallfont"><strong>Re: Tea</strong></div><hr>
<div id="post_message_{n}">{text}</div><div>__________________<br>Boil it twice.</div></td></tr>
<tr><td class="alt2"><img src="user_offline.gif" alt="{name} is offline"></td>
<td class="alt1"><a href="newreply.php?p={n}"><img src="quote.gif" alt="Reply With Quote"></a></td></tr>
</table>"""

VBULLETIN_4 = """
<li class="postbitlegacy postbitim postcontainer old" id="post_{n}"><div class="posthead">
<span class="postdate old"><span class="date">05-2{n}-2024,&nbsp;<span class="time">10:12 AM</span></span></span>
<span class="nodecontrols"><a name="post{n}" href="showthread.php?1#post{n}" class="postcounter">#{n}</a></span></div>
<div class="postdetails"><div class="userinfo"><div class="username_container"><div class="popupmenu memberaction">
<a class="username offline popupctrl" href="member.php?{n}-x" title="{name} is offline"><strong>{name}</strong></a>
</div><span class="usertitle">Senior Member</span></div><dl class="userinfo_extra"><dt>Join Date</dt>
<dd>Mar 2009</dd><dt>Posts</dt><dd>1,685</dd></dl></div>
<div class="postbody"><div class="postrow has_after_content"><h2 class="title icon">Re: Tea</h2>
<div class="content"><div id="post_message_{n}"><blockquote class="postcontent restore">{text}</blockquote></div>
</div></div></div></div>
<div class="postfoot"><a class="newreply" href="newreply.php?p={n}">Reply With Quote</a></div></li>"""

INVISION = """
<article id="elComment_{n}" class="cPost ipsBox ipsComment ipsComment_parent ipsClearfix">
<aside class="ipsComment_author cAuthorPane ipsColumn"><h3 class="ipsType_sectionHead cAuthorPane_author">
<strong><a href="/profile/{n}-x/" class="ipsType_break">{name}</a></strong></h3><ul class="cAuthorPane_info">
<li data-role="group">Members</li><li data-role="stats"><ul><li><a href="/profile/{n}-x/content/">1.7k</a></li></ul></li></ul></aside>
<div class="ipsColumn ipsColumn_fluid"><div id="comment-{n}_wrap" class="ipsComment_content">
<div class="ipsComment_meta ipsType_light"><div class="ipsType_reset"><a href="?do=findComment&amp;comment={n}">
Posted <time datetime="2024-05-2{n}T10:12:00Z" title="05/2{n}/2024 10:12 AM">May 2{n}, 2024</time></a></div></div>
<div class="cPost_contentWrap"><div data-role="commentContent" class="ipsType_normal ipsType_richText"><p>{text}</p></div></div>
<ul class="ipsComment_controls"><li><a href="#reply">Quote</a></li></ul></div></div></article>"""

XENFORO = """
<article class="message message--post js-post" data-author="{name}" data-content="post-{n}" id="js-post-{n}">
<div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user">
<div class="message-userDetails"><h4 class="message-name"><a href="/members/x.{n}/" class="username">{name}</a></h4>
<h5 class="userTitle message-userTitle">Well-known member</h5></div><div class="message-userExtras">
<dl class="pairs pairs--justified"><dt>Joined</dt><dd>Mar 14, 2009</dd></dl>
<dl class="pairs pairs--justified"><dt>Messages</dt><dd>1,685</dd></dl></div></section></div>
<div class="message-cell message-cell--main"><div class="message-main">
<header class="message-attribution"><ul><li><a href="/threads/1/post-{n}"><time class="u-dt"
 datetime="2024-05-2{n}T10:12:00+0000" title="May 2{n}, 2024 at 10:12 AM">May 2{n}, 2024</time></a></li></ul>
<ul><li><a href="/threads/1/post-{n}">#{n}</a></li></ul></header>
<div class="message-content"><article class="message-body js-selectToQuote"><div class="bbWrapper">{text}</div></article></div>
<aside class="message-signature"><div class="bbWrapper">Boil it twice.</div></aside>
<footer class="message-footer"><a href="#react">Like</a></footer></div></div></div></article>"""

SMF = """
<div class="windowbg" id="msg{n}"><div class="post_wrapper"><div class="poster"><h4>
<a href="index.php?action=profile;u={n}" title="View the profile of {name}">{name}</a></h4>
<ul class="user_info"><li class="postgroup">Full Member</li><li class="postcount">Posts: 1,685</li></ul></div>
<div class="postarea"><div class="keyinfo"><h5 id="subject_{n}"><a href="?msg={n}">Re: Tea</a></h5>
<div class="smalltext">&#171; <strong>Reply #{n} on:</strong> May 2{n}, 2024, 10:12:43 AM &#187;</div></div>
<div class="post"><div class="inner" id="msg_{n}">{text}</div></div></div>
<div class="moderatorbar"><div class="smalltext reportlinks">Logged</div>
<div class="signature">Boil it twice.</div></div></div></div>"""

PHPBB = """
<div id="p{n}" class="post has-profile bg2"><div class="inner"><dl class="postprofile" id="profile{n}">
<dt class="has-profile-rank"><a href="./memberlist.php?mode=viewprofile&amp;u={n}" class="username">{name}</a></dt>
<dd class="profile-posts"><strong>Posts:</strong> <a href="./search.php?author_id={n}">1685</a></dd>
<dd class="profile-joined"><strong>Joined:</strong> Sat Mar 14, 2009 8:12 pm</dd></dl>
<div class="postbody"><div id="post_content{n}"><h3><a href="#p{n}">Re: Tea</a></h3>
<p class="author"><a class="unread" href="#p{n}">Post</a> <span>by <strong><a href="./memberlist.php?u={n}" class="username">{name}</a></strong> &raquo; </span>Wed May 2{n}, 2024 10:12 am</p>
<div class="content">{text}</div><div id="sig{n}" class="signature">Boil it twice.</div></div></div></div></div>"""

BBPRESS = """
<li><div id="post-{n}" class="bbp-reply-header"><div class="bbp-meta">
<span class="bbp-reply-post-date">May 2{n}, 2024 at 10:12 am</span><a href="/t/#post-{n}" class="bbp-reply-permalink">#{n}</a></div></div>
<div class="loop-item-{n} user-id-{n} post-{n} reply type-reply status-publish hentry"><div class="bbp-reply-author">
<a href="/users/x{n}/" title="View {name}'s profile" class="bbp-author-link"><span class="bbp-author-name">{name}</span></a>
<div class="bbp-author-role">Participant</div></div><div class="bbp-reply-content"><p>{text}</p></div></div></li>"""

VANILLA = """
<li class="Item ItemComment" id="Comment_{n}"><div class="Comment"><div class="Item-Header CommentHeader">
<div class="AuthorWrap"><span class="Author"><a href="/profile/x{n}" class="Username">{name}</a></span>
<span class="AuthorInfo"><span class="MItem RoleTitle">Member</span> <span class="MItem PostCount">Posts: 1,685</span></span></div>
<div class="Meta CommentMeta"><span class="MItem DateCreated"><a href="/discussion/comment/{n}" class="Permalink">
<time title="May 2{n}, 2024 10:12AM" datetime="2024-05-2{n}T10:12:55+00:00">May 2{n}</time></a></span></div></div>
<div class="Item-BodyWrap"><div class="Item-Body"><div class="Message userContent">{text}</div></div></div></div></li>"""

DISCOURSE = """
<div id="post_{n}" itemprop="comment" itemscope itemtype="http://schema.org/Comment" class="topic-body crawler-post">
<div class="crawler-post-meta"><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person">
<a itemprop="url" rel="nofollow" href="/u/x{n}"><span itemprop="name">{name}</span></a></span>
<link itemprop="mainEntityOfPage" href="/t/1"><span class="crawler-post-infos">
<time itemprop="datePublished" datetime="2024-05-2{n}T10:12:00Z" class="post-time">May 2{n}, 2024, 10:12am</time>
<meta itemprop="dateModified" content="2024-05-2{n}T10:12:00Z"><span itemprop="position">{n}</span></span></div>
<div class="post" itemprop="text"><p>{text}</p></div>
<div itemprop="interactionStatistic" itemscope itemtype="http://schema.org/InteractionCounter">
<meta itemprop="userInteractionCount" content="2"><span class="post-likes">2 Likes</span></div></div>"""

MASTODON = """
<div class="entry entry-{n} h-entry"><div class="status"><div class="status__info">
<a class="status__relative-time u-url u-uid" href="/@x/{n}"><span class="status__visibility-icon"></span>
<time class="time-ago" datetime="2024-05-2{n}T10:12:00Z" title="May 2{n}, 2024, 10:12">May 2{n}, 2024</time></a>
<a class="status__display-name u-url p-author h-card" href="/@x{n}"><div class="status__avatar"><img class="u-photo" alt="" src="/a{n}.png" width="46" height="46"></div>
<span class="display-name"><bdi><strong class="display-name__html p-name emojify">{name}</strong></bdi>
<span class="display-name__account">@x{n}@tea.example</span></span></a></div>
<div class="status__content emojify"><div class="e-content" lang="en"><p>{text}</p></div></div>
<div class="status__action-bar"><a class="status__action-bar-button" href="/interact/{n}">0</a></div></div></div>"""

LEMMY = """
<li class="comment list-unstyled" role="comment"><article id="comment-{n}" class="details comment-node py-2">
<div class="ms-2"><div class="d-flex flex-wrap align-items-center text-muted small">
<a class="person-listing d-inline-flex align-items-baseline text-info" title="{name}" href="/u/x{n}"><span>{name}</span></a>
<a class="btn btn-link" href="/comment/{n}" title="link">link</a><span class="mx-1">8</span>
<span class="moment-time pointer" title="May 2{n}, 2024 10:12 AM" data-tippy-content="May 2{n}, 2024 10:12 AM">2024-05-2{n}</span></div>
<div class="comment-content"><div class="md-div"><p>{text}</p></div></div>
<div class="comment-bottom-btns"><button class="btn">reply</button></div></div></article></li>"""

HYPERKITTY = """
<div class="email"><div class="email-header d-flex"><div class="email-sender"><div class="email-author d-flex">
<span class="sender-name name"><a href="/users/{n}/" title="See the profile">{name}</a></span></div></div>
<div class="email-date right"><div class="time"><a href="/thread/{n}/" title="Permalink"><span title="Sender's time: May 2{n}, 2024, 10:12 a.m.">2{n} May 2024</span></a></div><span class="date-year">2024</span></div></div>
<div class="email-body"><p>{text}</p></div><div class="email-info"><a href="#reply">Reply</a></div></div>"""

GMAIL = """
<table width="100%" cellpadding="0" cellspacing="0" border="0" class="message"><tbody><tr>
<td><font size="-1"><b>{name} </b>&lt;x{n}@tea.example&gt;</font></td>
<td align="right"><font size="-1">Wed, May 2{n}, 2024 at 10:12 AM</font></td></tr>
<tr><td colspan="2"><font size="-1" class="recipient"><div>To: Tea &lt;tea@tea.example&gt;</div></font></td></tr>
<tr><td colspan="2"><table width="100%" cellpadding="12"><tbody><tr><td><div style="overflow: hidden;">
<font size="-1"><div dir="ltr">{text}</div></font></div></td></tr></tbody></table></td></tr></tbody></table><hr>"""

AROUND = {
    "vBulletin 3": ("<div id=posts>{}</div>", VBULLETIN_3),
    "vBulletin 4": ('<ol id="posts" class="posts">{}</ol>', VBULLETIN_4),
    "Invision": ('<div class="cTopic ipsClear" data-role="commentFeed">{}</div>', INVISION),
    "XenForo": ('<div class="block-body js-replyNewMessageContainer">{}</div>', XENFORO),
    "SMF": ('<div id="forumposts"><form>{}</form></div>', SMF),
    "phpBB": ("<div id=page-body>{}</div>", PHPBB),
    "bbPress": ('<ul class="forums bbp-replies">{}</ul>', BBPRESS),
    "Vanilla": ('<ul class="MessageList DataList Comments">{}</ul>', VANILLA),
    "Discourse": ("<div>{}</div>", DISCOURSE),
    "Mastodon": ('<div class="activity-stream">{}</div>', MASTODON),
    "Lemmy": ('<ul class="comments">{}</ul>', LEMMY),
    "HyperKitty": ('<section id="thread-content">{}</section>', HYPERKITTY),
    "Gmail in print": ('<div class="bodycontainer"><div class="maincontent">{}</div></div>', GMAIL),
}


@pytest.mark.parametrize("program", AROUND)
def test_posts_stand_apart_with_their_author_day_and_text(program: str) -> None:
    around, form = AROUND[program]
    posts = "".join(form.format(name=name, n=n, text=text) for name, n, text in POSTS)
    html = f"<html lang=en><title>Tea - The Board</title><nav>Home</nav><h1>Tea</h1>{around.format(posts)}"
    document = extract(html)
    found = [
        (post.author, post.date and post.date[:10], " ".join(post.text.split()))
        for post in document.posts
    ]
    assert [one[:2] for one in found] == [(name, f"2024-05-2{n}") for name, n, _ in POSTS]
    assert [one[2] for one in found] == [text for _, _, text in POSTS]
