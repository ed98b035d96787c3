"""Where an article, a thread or a listing goes on: the next page, and all that are numbered.

>>> from dehusk import parse
>>> html = "<p>1 <a href='?page=2'>2</a> <a href='?page=3'>3</a> <a href='?page=2'>Next</a>"
>>> pagination(parse(html, url="https://example.org/tea")).next
'https://example.org/tea?page=2'
>>> pagination(parse(html, url="https://example.org/tea?page=2")).next
'https://example.org/tea?page=3'

Three things tell: what links declare (`rel`), what they say ("Next page", "»"), and numbers that
stand beside each other. The first two also lead to the next *article* of many sites: only addresses
of the same series, or such as name a page, count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

from dehusk.page import Page
from dehusk.page.address import usable_url
from dehusk.page.tags import Tag

_MOST_LINKS: Final = 20_000
_LONGEST_LABEL: Final = 40
_WIDEST_GAP: Final = 24
"""How many characters stand at most between two numbers of one row of them."""

_NEXT_WORDS: Final = frozenset(
    """next nextpage nextpages nextentries nextposts nextresults weiter nächste nächsteseite vorwärts
    suivant suivante pagesuivante siguiente páginasiguiente siguientepágina próxima próximo
    próximapágina seguinte páginaseguinte successivo successiva paginasuccessiva avanti prossima
    volgende volgendepagina nästa nästasida neste næste seuraava następna następny następne
    następnastrona dalej další následující ďalšia következő tovább următoarea următorul sonraki
    ileri sonrakisayfa далее дальше вперед вперёд следующая следующаястраница след наступна далі
    напред επόμενη επόμενο התאליה הבא التالي التالية بعدی صفحهبعد अगला berikutnya selanjutnya
    tiếp sau ถัดไป 下一页 下一頁 下页 下頁 次へ 次のページ 次 다음 다음페이지""".split()
)
_NEXT_SIGNS: Final = frozenset("» › > >> → ▶ ► ⟩ ❯ 〉 》".split())
_LETTERS: Final = re.compile(r"[^\W_]+")
_NUMBER: Final = re.compile(
    r"\s{0,9}[\[(]?\s{0,9}(\d{1,3}(?:[,.]\d{3}|\d{0,3}))\s{0,9}[\])]?\s{0,9}"
)
_PLAIN_NUMBER: Final = re.compile(r"(?<![\w.,])\d{1,6}(?![\w.,]*\w)")
_MOST_DIGITS: Final = 6
_FEW_DIGITS: Final = 4
_SUFFIX: Final = re.compile(r"\.\w{2,5}$")
_DIGITS: Final = re.compile(r"\d+")
_CURRENT: Final = frozenset("active current selected highlight on now this".split())
_PAGE_NAMES: Final = (
    "page|paged|pagenum|pageno|pagenumber|pg|seite|pagina|página|sida|side|strona|strana|sayfa|trang"
    "|start|offset|limitstart|from|skip|first"
)
_PAGE_QUERY: Final = re.compile(rf"(?:[a-z]*_)?(?:{_PAGE_NAMES}|p|s|st|o)", re.IGNORECASE)
_PAGE_PATH: Final = re.compile(
    rf"/(?:{_PAGE_NAMES}|p)[-_/.=,]?\d{{1,6}}(?=(?:\.\w{{2,5}})?/?$)", re.IGNORECASE
)
_NUMBER_PATH: Final = re.compile(
    r"(?:/index[-_.]?|/|[-_,.+])\d{1,3}(?=(?:\.\w{2,5})?/?$)|/index(?=\.\w{2,5}$)", re.IGNORECASE
)
"""Numbers at the end of a path, which may be those of pages."""
_COMMENT_PAGE: Final = re.compile(r"/comment-page-\d+/?$")
_DAY_PATH: Final = re.compile(r"/(?:19|20)\d\d(?:/\d\d?){1,2}/?$")


@dataclass(frozen=True)
class Pagination:
    """The page after this one, None where it is the last, and the addresses of those that are
    numbered, in their order."""

    next: str | None = None
    pages: tuple[str, ...] = ()


class _Link(NamedTuple):
    row: int
    url: str
    label: str

    @property
    def number(self) -> int | None:
        return _number(self.label)


def pagination(page: Page) -> Pagination:
    """The next page and the numbered ones, by links, what they say, and their numbers."""
    here = (page.url or "").partition("#")[0]
    links = list(_links(page))
    runs = [run for run in _runs(page, links) if _is_pager(run, here)]
    best = max(runs, key=lambda run: _fits(run, here), default=[])
    numbered = {link.number or 0: link.url for link in best}
    current = _current(page, best, here)
    if current is not None:
        numbered = dict(sorted((numbered | {current: here}).items()))
    by_number = numbered.get(current + 1) if current is not None else None
    return Pagination(
        _declared(page, links, here) or by_number or _said(links, here),
        tuple(dict.fromkeys(numbered.values())),
    )


def series_of(url: str) -> str:
    """What the addresses of the pages of one article have in common.

    >>> series_of("https://example.org/tea/page/2/?sort=new") == series_of(
    ...     "https://example.org/tea?sort=new"
    ... )
    True
    """
    parts = urlsplit(url)
    path = _NUMBER_PATH.sub("", _PAGE_PATH.sub("", unquote(parts.path))).rstrip("/")
    stem = _SUFFIX.sub("", path)
    query = [one for one in parse_qsl(parts.query) if not _names_page(*one)]
    return f"{(parts.hostname or '').removeprefix('www.')}{stem}?{sorted(query)}"


def _continues(url: str, here: str) -> bool:
    """Whether an address says which page it is, `/page/2` or `?start=20`, or is one of a series with
    this page's, as `/tea-2.html` is with `/tea.html`."""
    path = unquote(urlsplit(url).path)
    if _PAGE_PATH.search(path) or any(_names_page(*one) for one in parse_qsl(urlsplit(url).query)):
        return True
    if _DAY_PATH.search(path) or _COMMENT_PAGE.search(path):
        return False
    return series_of(url) == series_of(here) or _has_number_put_in(url, here)


def _has_number_put_in(url: str, here: str) -> bool:
    """Whether an address is this page's with a few characters more, a small number among them."""
    size, more = len(here), len(url) - len(here)
    start = next((at for at in range(size) if url[at : at + 1] != here[at]), size)
    numbers = _DIGITS.findall(url[start : start + more])
    is_put_in = 0 < more <= _WIDEST_GAP and url[start + more :] == here[start:]
    return is_put_in and bool(numbers) and len(max(numbers, key=len)) <= _FEW_DIGITS


def _names_page(name: str, value: str) -> bool:
    name = name.rpartition(":")[2]
    most = 3 if name == "p" else _MOST_DIGITS  # a longer p is an article's number
    return value.isdecimal() and len(value) <= most and bool(_PAGE_QUERY.fullmatch(name))


# Links


def _links(page: Page) -> Iterator[_Link]:
    """The links to other pages of the same site, with what they say."""
    if not page.url:
        return
    base = urljoin(page.url, next(_bases(page), "") or "")
    host = _host(page.url)
    own = _plain(page.url)
    rows, values = page.with_attribute("href")
    for row, value in list(zip(rows.tolist(), values, strict=True))[:_MOST_LINKS]:
        if page.tag.item(row) not in (Tag.A, Tag.LINK) or value.strip().startswith("#"):
            continue
        url = _address(value, base)
        if url is None or _host(url) != host:
            continue
        link = _Link(row, url.partition("#")[0], _label(page, row))
        if _plain(url) != own or link.number is not None:
            yield link


def _plain(url: str) -> str:
    return url.partition("#")[0].rstrip("/")


def _label(page: Page, row: int) -> str:
    """What a link says, else what a picture or a sign in its place is called."""
    text = page.text_of(row)[:200].strip()
    return text or (page.attribute(row, "aria-label") or page.attribute(row, "title") or "").strip()


def _bases(page: Page) -> Iterator[str | None]:
    return (page.attribute(row, "href") for row in page.rows_with_tag(Tag.BASE).tolist()[:1])


def _address(value: str, base: str) -> str | None:
    try:
        url = usable_url(urljoin(base, value.strip()))
    except ValueError:
        return None
    return url if url and url.startswith(("http://", "https://")) else None


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.")


def _number(label: str) -> int | None:
    found = _NUMBER.fullmatch(label[:_LONGEST_LABEL])
    return int(found[1].replace(",", "").replace(".", "")) if found else None


# What is declared and said


def _declared(page: Page, links: list[_Link], here: str) -> str | None:
    """The link that is declared to lead to the next page, unless that is another article."""
    for link in links:
        rel = (page.attribute(link.row, "rel") or "").lower().split()
        if "next" in rel and _continues(link.url, here):
            return link.url
    return None


def _said(links: list[_Link], here: str) -> str | None:
    """The link that says "next page"; a sign alone needs an address of the same series."""
    for link in links:
        says_next = _says_next(link.label) or (
            link.label in _NEXT_SIGNS and series_of(link.url) == series_of(here)
        )
        if says_next and _continues(link.url, here):
            return link.url
    return None


def _says_next(label: str) -> bool:
    if len(label) > _LONGEST_LABEL:
        return False
    return "".join(_LETTERS.findall(label.casefold())) in _NEXT_WORDS


# Numbers beside each other


def _runs(page: Page, links: list[_Link]) -> Iterator[list[_Link]]:
    """The links that are numbers, those together between which hardly anything stands."""
    run: list[_Link] = []
    for link in links:
        if link.number is None:
            continue
        if run and not _stand_together(page, run[-1], link):
            yield run
            run = []
        run.append(link)
    if run:
        yield run


def _stand_together(page: Page, one: _Link, other: _Link) -> bool:
    between = page.text[page.text_end.item(one.row) : page.text_start.item(other.row)]
    return (one.number or 0) < (other.number or 0) and len(b"".join(between.split())) < _WIDEST_GAP


def _is_pager(run: list[_Link], here: str) -> bool:
    """Whether numbers are those of pages, not years, days of a calendar or notes."""
    if all(1900 <= (link.number or 0) < 2100 for link in run):
        return False
    further = [link.url for link in run if link.number != 1]
    is_one_form = len({_DIGITS.sub("0", url) for url in further}) == 1
    return is_one_form and (_continues(further[0], here) or _ends_in_number(run))


def _ends_in_number(run: list[_Link]) -> bool:
    """Whether the addresses end in the numbers that the links show."""
    return all(_ends_in(urlsplit(link.url).path, link.number) for link in run if link.number != 1)


def _ends_in(path: str, number: int | None) -> bool:
    found = _NUMBER_PATH.search(path)
    is_other = _DAY_PATH.search(path) or _COMMENT_PAGE.search(path)
    return found is not None and found[0].endswith(str(number)) and not is_other


def _fits(run: list[_Link], here: str) -> tuple[bool, int]:
    """How sure it is that a row of numbers is that of this page."""
    return any(series_of(link.url) == series_of(here) for link in run), len(run)


def _current(page: Page, run: list[_Link], here: str) -> int | None:
    """The number of this page: the one that is no link, or whose link leads here or is marked."""
    if not run:
        return None
    numbers = [link.number or 0 for link in run]
    for link in run:
        if _plain(link.url) == _plain(here) or _is_marked(page, link.row):
            return link.number
    starts, ends = page.text_start.item, page.text_end.item
    for one, other in pairwise(run):
        between = _plain_numbers(page.text[ends(one.row) : starts(other.row)])
        if len(between) == 1 and (one.number or 0) < min(between) < (other.number or 0):
            return min(between)
    first, last = starts(run[0].row), ends(run[-1].row)
    if numbers[0] - 1 in _plain_numbers(
        page.text[max(0, first - 100) : first].rstrip()[-_WIDEST_GAP:]
    ):
        return numbers[0] - 1
    if numbers[-1] + 1 in _plain_numbers(page.text[last : last + 100].lstrip()[:_WIDEST_GAP]):
        return numbers[-1] + 1
    return 1 if numbers[0] == 2 else None


def _plain_numbers(text: bytes) -> set[int]:
    return set(map(int, _PLAIN_NUMBER.findall(text.decode(errors="ignore"))))


def _is_marked(page: Page, row: int) -> bool:
    for one in (row, page.parent.item(row)):
        names = (page.attribute(one, "class") or "").casefold()
        if _CURRENT & set(_LETTERS.findall(names)) or page.attribute(one, "aria-current"):
            return True
    return False
