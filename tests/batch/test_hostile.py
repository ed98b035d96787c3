"""Inputs that would leave their place: names, links, heads and addresses, and two runs at once."""

from __future__ import annotations

import errno
import io
import json
import signal
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

pytest.importorskip("fastwarc")
pytest.importorskip("pyarrow")

from dehusk.batch import Output, Settings, find_inputs, run_batch
from dehusk.batch.report import explain_command, write_report
from dehusk.batch.tally import Tally
from dehusk.batch.templates import template_name
from dehusk.errors import BatchError
from tests.batch.crawl import HANGS, Fragile, archive, http, packed, page, record
from tests.batch.test_warc import PACKINGS
from tests.conftest import ROOT

MEGABYTE = 1024 * 1024
OUTSIDE = ["../out.html", "/etc/out.html", "a/../../out.html", "..\\out.html", "C:\\out.html"]


def tar(path: Path, *members: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w") as made:
        for member in members:
            body = page(0) if member.isreg() else b""
            member.size = len(body)
            made.addfile(member, io.BytesIO(body))
    return path


def member(name: str, kind: bytes = tarfile.REGTYPE, to: str = "") -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.linkname = kind, to
    return made


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


# Tar archives


def test_names_of_members_are_words_and_links_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "secret.html").write_bytes(b"<p>The secret that links lead to.")
    path = tar(
        tmp_path / "pages.tar",
        *map(member, OUTSIDE),
        member("soft.html", tarfile.SYMTYPE, str(tmp_path / "secret.html")),
        member("up.html", tarfile.SYMTYPE, "secret.html"),
        member("hard.html", tarfile.LNKTYPE, OUTSIDE[0]),
        member("pipe.html", tarfile.FIFOTYPE),
        member("device.html", tarfile.CHRTYPE),
        member("folder.html", tarfile.DIRTYPE),
    )
    before = files(tmp_path)
    summary = run_batch([path], tmp_path / "out", jobs=0, output=Output(form="jsonl"))
    assert files(tmp_path) - before == {
        f"out/{name}" for name in ("part-00000.jsonl", "_manifest.jsonl", "_lock")
    }
    lines = (tmp_path / "out" / "part-00000.jsonl").read_text().splitlines()
    assert [json.loads(line)["id"] for line in lines] == OUTSIDE
    assert "secret" not in "".join(lines)
    assert summary.tally.errors == 0


@pytest.mark.parametrize("kind", [b"L", b"K", b"x", b"g", b"X"])
def test_a_head_that_would_fill_the_memory_is_not_read(tmp_path: Path, kind: bytes) -> None:
    path = tar(tmp_path / "pages.tar", member("0.html"))
    head = tarfile.TarInfo("head")
    head.type, head.size = kind, 64 * 1024**3
    whole = path.read_bytes()
    path.write_bytes(whole[: 512 + 1024] + head.tobuf(tarfile.GNU_FORMAT) + bytes(4096))
    (found,) = find_inputs([path])
    first, last = found.records()
    assert first.page == page(0)
    assert last.error == (
        "The rest of the input cannot be read: the head of a member has 68,719,476,736 bytes"
    )


def test_heads_in_heads_end(tmp_path: Path) -> None:
    head = member("head", tarfile.GNUTYPE_LONGNAME)
    head.size = 1
    path = tmp_path / "pages.tar"
    path.write_bytes((head.tobuf(tarfile.GNU_FORMAT) + b"a".ljust(512, b"\0")) * 3_000)
    (found,) = find_inputs([path])
    (only,) = found.records()
    assert "cannot be read" in (only.error or "")


# WARC files

HEADS = {
    "a value": record(1, more=f"X-Tea: {'a' * MEGABYTE}\r\n"),
    "lines": record(1, more="".join(f"X-{n}: a\r\n" for n in range(80_000))),
    "an address": record(1).replace(b"org/1", b"org/" + b"a" * MEGABYTE),
    "an id": record(1).replace(b"<urn:", b"<urn:" + b"a" * MEGABYTE),
    "a type": record(1, more=f"Content-Type: {'a' * MEGABYTE}\r\n"),
    "no end": b"WARC/1.1\r\nWARC-Type: response\r\nX-Tea: " + b"a" * MEGABYTE,
}
"""Records whose head has a megabyte."""


@pytest.mark.parametrize("what", HEADS)
@pytest.mark.parametrize("packing", PACKINGS)
def test_a_head_of_a_megabyte_costs_its_record(tmp_path: Path, packing: str, what: str) -> None:
    path = tmp_path / f"crawl.warc{'.' if packing else ''}{packing}"
    pieces = [packed(one, packing) for one in (record(0), HEADS[what], record(2))]
    path.write_bytes(b"".join(pieces))
    (found,) = find_inputs([path])
    first, damage, last = found.records()
    assert [first.page, last.page] == [page(0), page(2)]
    assert (damage.offset, damage.url, damage.id) == (len(pieces[0]), None, None)
    assert (damage.error or "").startswith("The file is damaged here; reading goes on at byte")


def test_an_http_head_of_a_megabyte_is_none_and_one_of_200_kilobytes_is_one(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc"
    sizes = (MEGABYTE, 200 * 1024, 1)
    pages = [http(page(n), headers=f"X: {'a' * size}\r\n") for n, size in enumerate(sizes)]
    path.write_bytes(b"".join(record(n, one) for n, one in enumerate(pages)))
    (found,) = find_inputs([path])
    assert [one.page for one in found.records()] == [page(1), page(2)]


class HangsReading(Fragile):
    """Hangs at a page, whatever is said against it, as reading that never ends does."""

    def failed(self, record: object, message: str) -> dict[str, object]:
        import time

        time.sleep(3600)
        return {}


@pytest.mark.slow
def test_reading_that_never_ends_is_given_up(tmp_path: Path) -> None:
    from dehusk.batch.spans import spans_of
    from dehusk.batch.workers import rows_of

    path = tmp_path / "crawl.warc"
    path.write_bytes(record(0) + record(1, http(HANGS)))
    spans = spans_of(path, "crawl.warc")
    assert spans is not None
    maker = HangsReading(Settings(columns=("id",), kill_after=1.0))
    with pytest.raises(BatchError, match=r"Reading crawl.warc from byte 0 on takes more than 1 s"):
        list(rows_of(spans, maker, jobs=1))


# Names and addresses

ADDRESSES = [
    *("https://../../out/", "https://..%2f..%2fout/", "https://a\\..\\out/", "https://%2e%2e/"),
    *("file:///etc/passwd", "//../..", "https://" + "a" * 300 + "/", "https://" + "茶" * 300 + "/"),
    *("https://a\x00b/", "https://</style><script>alert(1)</script>/", "https://a'\"><img src=x>/"),
    *("\x1b]0;tea\x07", "https://example.org/\u202e\ud800", "-o/etc/out", "$(touch out)", "\n\n{}"),
]


def test_addresses_and_ids_stay_in_the_folder_and_out_of_the_report(tmp_path: Path) -> None:
    source = tmp_path / "pages.jsonl"
    rows = [
        {"id": address, "url": address, "date": address, "html": page(number).decode()}
        for number, address in enumerate(ADDRESSES * 4)
    ]
    source.write_text("\n".join(map(json.dumps, rows)))
    made = run_batch(
        [source],
        tmp_path / "out",
        jobs=0,
        output=Output(form="jsonl", like="datatrove"),
        learn=True,
    )
    assert made.tally.records == len(rows)
    written = files(tmp_path) - {"pages.jsonl"}
    fixed = {"part-00000.jsonl", "_manifest.jsonl", "_lock", "_errors/part-00000.jsonl"}
    templates = {name for name in written if name.startswith("out/_templates/")}
    assert written - templates == {f"out/{name}" for name in fixed}
    assert len((tmp_path / "out/part-00000.jsonl").read_bytes().splitlines()) == made.tally.rows
    assert len((tmp_path / "out/_manifest.jsonl").read_bytes().splitlines()) == 3
    report = write_report(made.tally, title="crawl")
    for sign in ("<script", "<img", "</style><", "\x1b", "\x07", "\x00"):
        assert sign not in report
    assert report.count("<style>") == 1


def test_no_host_chooses_where_its_template_goes() -> None:
    hosts = [
        *("..", ".", "../out", "/etc/out", "a/b", "a\\b", "a:b"),
        "茶" * 300,
        "茶" * 299 + "水",
    ]
    names = list(map(template_name, hosts))
    assert len(set(names)) == len(hosts)
    for name in names:
        assert Path("x", name).parent == Path("x")
        assert Path(name).name == name
        assert len(name) < 250
        assert "\\" not in name


def test_a_long_address_is_not_repeated_by_every_part() -> None:
    tally = Tally()
    tally.count({"confidence": 0.5, "url": "https://example.org/" + "a" * 10**6, "error": None})
    assert len(json.dumps(tally.plain())) < 2_000


def test_the_name_of_a_file_is_no_option_of_a_command() -> None:
    command = explain_command({"source": "-o/etc/out.warc", "offset": 3})
    assert command == "dehusk explain './-o/etc/out.warc#3' -o explained.html"


# Two runs

HOLD = """
import sys, time
from pathlib import Path
from dehusk.batch.manifest import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(3600)
"""


@pytest.mark.slow
def test_a_run_keeps_others_out_until_it_dies(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path, out = archive(tmp_path, 3), tmp_path / "out"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(out)], stdout=subprocess.PIPE, cwd=ROOT
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(BatchError) as told:
            run_batch([path], out, jobs=0)
        assert str(told.value) == (
            f"Another run writes to {out}; wait for it to end, or choose another folder."
        )
        assert files(out) == {"_lock"}
    finally:
        holder.send_signal(signal.SIGKILL)
        holder.communicate()
    assert (out / "_lock").exists()  # stale, and in nobody's way
    assert run_batch([path], out, jobs=0).tally.records == 3


def test_a_folder_that_cannot_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(BatchError, match=r"cannot be kept from other runs \(No locks available\)"):
        run_batch([archive(tmp_path, 1)], tmp_path / "out", jobs=0)
