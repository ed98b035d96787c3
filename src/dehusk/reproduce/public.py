"""The labelled pages that anybody can have: where they are, their checksums, and how they are packed.

>>> sorted(PUBLIC), PUBLIC["cn-news"].address
(['cn-news', 'l3s-gn1', 'news', 'wcxb-dev'], None)

Nothing is fetched without being asked for (`dehusk reproduce --fetch`), and then by the guarded client.
What comes is unpacked in memory, within bounds, and packed anew as `dehusk evaluate` reads it.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath

from dehusk.errors import DatasetError
from dehusk.fetch import fetch

Files = dict[str, bytes]

MOST_BYTES = 1024 * 1024 * 1024
"""What is fetched may be so large, and so may what is unpacked of it."""
SECONDS = 900.0


@dataclass(frozen=True)
class PublicSet:
    """A set: what it is, and, where it has a public address, that, and how its files become ours.

    `sha256` is that of the file at the address, as its makers state it. `pages` is the `digest` of the
    pages that our figures are of.
    """

    what: str
    address: str | None = None
    sha256: str | None = None
    pages: str = ""
    wanted: str = ""
    files: Callable[[Files], Files] = dict


def fetch_set(name: str, folder: Path, *, allow_private: bool = False) -> tuple[Path, bool]:
    """Fetch a set into a folder as NAME.tar.xz; whether its pages are those of our figures.

    Raises `FetchError`, and `DatasetError` where what came is not what its makers state.
    """
    known = PUBLIC[name]
    if known.address is None:
        raise DatasetError(f"{name} has no public address: {known.what}.")
    body = fetch(
        known.address,
        any_type=True,
        timeout=SECONDS,
        max_bytes=MOST_BYTES,
        allow_private=allow_private,
    ).body
    if known.sha256 is not None and (found := sha256(body).hexdigest()) != known.sha256:
        raise DatasetError(
            f"What {known.address} gave has the checksum {found}, and not {known.sha256}."
        )
    try:
        files = known.files(dict(_members(body, known.wanted)))
    except (tarfile.TarError, lzma.LZMAError, OSError, EOFError, ValueError, LookupError) as error:
        raise DatasetError(f"What {known.address} gave cannot be read: {error}.") from None
    if not files.get(GOLD):
        raise DatasetError(f"What {known.address} gave holds no page of {name}.")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.tar.xz"
    _pack(files, path)
    return path, digest(files) == known.pages


def digest(files: Files) -> str:
    """A checksum of pages and their gold, in whatever order they are packed.

    >>> digest({"html/1.html": b"<p>Tea", "gold.jsonl": b'{"id": "1", "text": "Tea"}'})[:8]
    'e1d3c70c'
    """
    lines = [
        f"{name} {sha256(content).hexdigest()}" for name, content in files.items() if name != GOLD
    ]
    for line in files.get(GOLD, b"").splitlines():
        told = json.loads(line)
        lines.append(f"{told['id']} {sha256(told.get('text', '').encode()).hexdigest()}")
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()


GOLD = "gold.jsonl"


def _members(body: bytes, wanted: str) -> Iterator[tuple[str, bytes]]:
    """The files of an archive below a folder, by their paths from it."""
    left = MOST_BYTES
    with tarfile.open(fileobj=io.BytesIO(body), mode="r:*") as archive:
        for member in archive:
            _, found, place = f"/{member.name}".partition(f"/{wanted}")
            if not (member.isfile() and found):
                continue
            left -= member.size
            if left < 0:
                raise ValueError(f"it holds more than {MOST_BYTES:,} bytes")
            file = archive.extractfile(member)
            assert file is not None
            yield place, file.read()


def _pack(files: Files, path: Path) -> None:
    partial = path.with_name(f"{path.name}.part")
    with tarfile.open(partial, "w:xz", preset=1) as archive:
        for name, content in sorted(files.items()):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    partial.replace(path)


def _annotated(files: Files) -> Files:
    """L3S-GN1: the pages with their annotation, the gold of each in the page itself."""
    pages = {f"annotated/{name}": content for name, content in files.items()}
    ids = (PurePosixPath(name).stem for name in sorted(files))
    return {**pages, GOLD: "".join(json.dumps({"id": one}) + "\n" for one in ids).encode()}


def _wcxb(files: Files) -> Files:
    """WCXB: a packed page and a file of gold for each number."""
    found, gold = {}, []
    for name, content in sorted(files.items()):
        place = PurePosixPath(name)
        if place.parent.name == "html":
            page = gzip.GzipFile(fileobj=io.BytesIO(content)).read(MOST_BYTES)
            found[f"html/{place.name.removesuffix('.gz')}"] = page
        elif place.parent.name == "ground-truth":
            told = json.loads(content)
            truth, kind = told["ground_truth"], told["_internal"]["page_type"]["primary"]
            gold.append(
                {
                    "id": told["file_id"],
                    "url": told["url"],
                    "type": kind,
                    "title": truth["title"],
                    "text": truth["main_content"],
                }
            )
    return {**found, GOLD: _lines(gold)}


def _news(files: Files) -> Files:
    """The pages of article-extraction-dataset that are ours, of one list with the gold of all."""
    told = {one["html_file"]: one for one in json.loads(files["news_articles.json"])}
    ours = [page for page in told if page[:8] in NEWS]
    gold = [
        {
            "id": page,
            "url": told[page]["link"],
            "type": "article",
            "title": told[page]["title"],
            "text": told[page]["text"],
        }
        for page in ours
    ]
    pages = {f"html/{page}.html": files[f"html/{page}.html"] for page in ours}
    return {**pages, GOLD: _lines(gold)}


def _lines(gold: list[dict[str, str]]) -> bytes:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in gold).encode()


_GITHUB = "https://codeload.github.com"
_LARGE_FILES = "https://media.githubusercontent.com/media"

PUBLIC: dict[str, PublicSet] = {
    "wcxb-dev": PublicSet(
        "the Web Content Extraction Benchmark, development split (CC-BY-4.0)",
        f"{_GITHUB}/Murrough-Foley/web-content-extraction-benchmark/tar.gz/"
        "62ff86d12ea72c80c31fb810ff1a724fad687bea",
        pages="7708738ea1c9d3723157db4fae5f290f21495d8863dd252e241e548278d7073e",
        wanted="dev/",
        files=_wcxb,
    ),
    "l3s-gn1": PublicSet(
        "L3S-GN1 by C. Kohlschütter (for research only), as Bevendorff et al. 2023 publish it",
        f"{_LARGE_FILES}/chatnoir-eu/web-content-extraction-benchmark/"
        "fbf07958f22da25b9945e44683c2fe81c5d558d0/datasets/raw.tar.xz",
        "bf982d84a50eebdc16f15049af885643a87c31c7fa836e8086868893cdac7520",
        pages="73ead7575181638d1609dfa38c7627cb482ad5f72ff1a29b0c5152f5501995b2",
        wanted="l3s-gn1/annotated/",
        files=_annotated,
    ),
    "news": PublicSet(
        "204 pages of article-extraction-dataset, English news of 2023 (Apache-2.0)",
        f"{_GITHUB}/AndyTheFactory/article-extraction-dataset/tar.gz/"
        "b6268337dceabcf4c5eaa721036e8175a9dc5c87",
        pages="d91014c5092d164c3c9512cb456309c3c4da5088e9dc0614566bb0a6544ef4e6",
        wanted="article-extraction-dataset-b6268337dceabcf4c5eaa721036e8175a9dc5c87/",
        files=_news,
    ),
    "cn-news": PublicSet("news of seven Chinese sites"),
}
"""The sets that are read."""

NEWS = frozenset(
    """
    02b19960 03434393 03cd3aeb 04237839 04dc243e 05260e06 05a586a4 05e10b18 060299ce 09cfc610
    09e826c6 0a2224b5 0b3c6d6a 0c4a14f9 0de6ef58 0e3865b8 0e39296d 0f1d20e9 0faff5b3 10f05376
    1161a20a 11ee8c54 12afc706 170ac41f 17c9f548 17d3ef29 18e78372 1c7bd38a 1ea2b310 1f79780e
    1fa7c35f 201dc259 20caadc0 21600759 2348afdd 24526a48 2bf75e8f 2c02d7ec 32d47a14 331ba957
    337929df 340cbdb6 370af8b6 38706ee7 4170eb0a 41777a41 446a3818 45612f70 46b0ce4b 470b1204
    4716bec3 479f7d33 4837aac7 499a25cf 4bb91dcd 4d83aa4d 4eaa3776 512ba014 51d935b9 51df806b
    53f76386 571231a5 5980f0f9 5a810127 5e1e62be 60670e22 61202710 61df959f 63a5e2a7 63d45f67
    6654ba3d 68d91f67 69411e18 6956f917 6bbfe136 6d069f26 6ddca3a3 700d03cc 731f5d86 75ca84cf
    760a6897 765a7e7c 76fbec2a 7722f0fd 791ab43d 7a2d3e5c 7bbb0da3 7bd4118f 7e90e98f 8061d1c2
    8717def9 8782207f 87a6a715 88b390b9 88d58862 89404c2d 899e71c9 8b4d7915 8c6685fc 8cf27fb0
    8d26870a 9013dee4 9107257d 937d5284 93de6fb5 9445d1c6 94dd448b 9683e924 9bb14e1b 9eef2e25
    a05f60d8 a078b8be a1b6b0f2 a25b74e0 a3342074 a367c38b a36a8614 a48ffd68 a5e3c7de a679f675
    a75063a4 aa1816ab ab5eb1ea ac70aa4b ae05611d b2520950 b2e41da2 b3b0684a b4bfdb85 b508a251
    b75d7625 b8a149a3 b986ee5c b9d138ee bc7140aa bcf82144 bd3bbe4f be2cf43d bf705599 bf715a7c
    c06b9a6c c1c23fb2 c3bb3236 c3ddb6b1 c46bfb89 c85b02e3 c9cb84b9 ca1cf356 ca503969 ca6125ec
    cc076fd3 ce0b310c ce76a2dc cf3516cf cff22339 d1fade56 d2b439b6 d2bde0b3 d33afa21 d38171bf
    d522dfc9 d5a96ceb d5ceaf5e d7185f37 d7278242 d83a750b d8f68228 dbbf9717 ddd256a8 de4624de
    dee29fc8 df3509d0 e257250e e261dcc6 e43adadc e46bb6e2 e4afa07a e4eb9d23 e5374141 e5947f9c
    e5ef5b51 e6d34110 e6f4c98e e73cad71 e77a83e3 eb46d323 eb61b546 ebe76f91 ec24fa0c ecbe1106
    ed37b807 ef65067c f0a40a14 f277be4e f365aea0 f37c24cc f3e7a477 f6637127 f6a13082 f7e8ff8c
    f82a6b04 f929a143 fdef8260 fea8e65b
    """.split()
)
"""How the names of our pages begin; the others of that dataset are left out."""
