"""The service as programs meet it, in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

import dehusk
from dehusk.extractors.cnr import CharsNodesRatio
from dehusk.page.snapshot import from_snapshot
from dehusk.pipeline import find_extractor
from dehusk.writers.markdown import Markdown
from tests.serve.conftest import NEWS, NEWS_URL, Server, running

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes by /proc")


def direct() -> dehusk.Document:
    return dehusk.extract(NEWS, url=NEWS_URL)


@pytest.mark.parametrize("form", ["markdown", "text", "html", "json"])
def test_the_service_says_what_the_library_says(server: Server, form: str) -> None:
    answer = server.extract(url=NEWS_URL, format=form)
    assert answer.status_code == 200
    assert answer.text == getattr(direct(), form)
    assert float(answer.headers["x-dehusk-confidence"]) == pytest.approx(
        direct().confidence, abs=1e-3
    )


def test_a_request_in_json_has_the_writer_s_options(server: Server) -> None:
    asked = {
        "html": NEWS.decode(),
        "url": NEWS_URL,
        "amount": -1,
        "format": "markdown",
        "options": {"links": "none", "front": {"title": False}},
    }
    answer = server.http.post("/extract", json=asked)
    less = dehusk.extract(NEWS.decode(), url=NEWS_URL, amount=-1)
    options = Markdown(links="none", front=dehusk.Front(title=False))
    assert answer.text == less.to_markdown(options)


def test_a_request_in_json_has_the_settings_of_the_method(server: Server) -> None:
    asked = {"html": NEWS.decode(), "method": "cnr", "format": "text"}
    answer = server.http.post("/extract", json={**asked, "setting": "published"})
    paper = dehusk.extract(NEWS.decode(), method=CharsNodesRatio.as_published())
    assert answer.text == paper.as_selected().text
    answer = server.http.post("/extract", json={**asked, "parameters": {"share": 0.05}})
    assert answer.text == dehusk.extract(NEWS.decode(), method=CharsNodesRatio(share=0.05)).text
    for wrong in ({"share": "many"}, {"shre": 1}, {"share": [1]}):
        answer = server.http.post("/extract", json={**asked, "parameters": wrong})
        assert answer.status_code == 400
        assert answer.json()["error"] == "bad-request"
    answer = server.http.post(
        "/extract", json={"html": "<p>Tea", "parameters": {"model": "/etc/x"}}
    )
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("headers", "kind"),
    [
        ({"accept": "application/json"}, "application/json"),
        ({"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}, "text/html; charset=utf-8"),
        ({"x-respond-with": "text"}, "text/plain; charset=utf-8"),
        ({"accept": "*/*"}, "text/markdown; charset=utf-8"),
    ],
)
def test_headers_choose_the_format(server: Server, headers: dict[str, str], kind: str) -> None:
    answer = server.http.post("/extract", content=NEWS, headers=headers)
    assert answer.headers["content-type"] == kind


def test_the_charset_of_the_request_counts(server: Server) -> None:
    body = "<p>Чай заваривают кипятком, и потом ждут.</p>".encode("koi8-r")
    answer = server.http.post(
        "/extract", content=body, headers={"content-type": "text/html; charset=koi8-r"}
    )
    assert answer.text == "Чай заваривают кипятком, и потом ждут.\n"


def test_what_a_person_keeps_takes_the_place_of_a_method(server: Server) -> None:
    page = "<title>Tea</title><nav>Home</nav><p>Boil water.</p><p>Wait a little.</p>"
    parsed = dehusk.parse(page)
    row = next(
        row for row in range(len(parsed)) if parsed.text_of(row) == "Home" and parsed.is_text[row]
    )
    asked = {"html": page, "rows": [row]}
    text = server.http.post("/extract", json={**asked, "format": "text"})
    assert text.text == "Home"
    told = server.http.post("/explain", json={**asked, "format": "json"}).json()
    assert told["words_kept"] == 1
    assert sum(told["leaf_words"]) == told["words"]
    assert "a person" in server.http.post("/explain", json={**asked, "format": "html"}).text
    nothing = server.http.post("/extract", json={**asked, "rows": [], "format": "json"}).json()
    assert nothing["reason"] == "A person says that the page has no content."
    assert server.http.post("/extract", json={**asked, "rows": [999]}).status_code == 400


def test_rows_are_those_of_the_page(server: Server) -> None:
    told = server.extract(url=NEWS_URL, format="rows").json()
    assert told["rows"] == direct().whole.rows.tolist()
    assert told["page_rows"] == len(direct().page)
    assert told["title"] == direct().title


def test_a_snapshot_is_a_page_too(server: Server) -> None:
    from dehusk.page.snapshot import to_snapshot

    snapshot = to_snapshot(direct().page)
    answer = server.http.post("/extract", json={"snapshot": snapshot, "format": "text"})
    assert answer.text == direct().text


def test_an_empty_page_says_why(server: Server) -> None:
    answer = server.extract(b"<title>Empty</title>")
    assert (answer.status_code, answer.text) == (200, "")
    assert answer.headers["x-dehusk-reason"]


def test_explain_in_all_formats(server: Server) -> None:
    told = server.http.post("/explain", content=NEWS, params={"url": NEWS_URL}).json()
    kept = [row for row, keep in zip(told["leaves"], told["kept"], strict=True) if keep]
    assert set(kept) <= set(direct().whole.rows.tolist())
    assert told["words_kept"] > 300
    report = server.http.post("/explain", content=NEWS, params={"format": "html"})
    assert report.text.startswith("<!doctype html>")
    assert "sandbox" in report.headers["content-security-policy"]
    page = server.http.post("/explain", content=NEWS, params={"format": "page"}).text
    assert all(f'data-r="{row}"' in page for row in told["leaves"])
    picture = server.http.post("/explain", content=NEWS, params={"format": "picture"})
    assert (picture.status_code, picture.json()["error"]) == (422, "layout-required")


def test_the_setting_and_the_parameters_of_a_method(server: Server) -> None:
    asked = {"html": NEWS.decode(), "method": "cnr", "format": "text", "setting": "published"}
    given = {"share": 0.01}
    told = server.http.post("/extract", json={**asked, "parameters": given}).text
    method = find_extractor("cnr", setting="published", parameters=given)
    assert told.strip() == dehusk.extract(NEWS.decode(), method=method).as_selected().text.strip()
    assert told != server.http.post("/extract", json=asked).text


def test_compare(server: Server) -> None:
    told = server.http.post("/compare", content=NEWS, params={"methods": "default,cnr"}).json()
    assert [one["method"] for one in told["methods"]] == ["default", "cnr"]
    html = server.http.post("/compare", content=NEWS, headers={"accept": "text/html"})
    assert "dehusk compare" in html.text


def test_methods_health_metrics_and_openapi(server: Server) -> None:
    methods = {one["name"]: one for one in server.http.get("/methods").json()}
    assert set(methods) == set(dehusk.EXTRACTORS)
    assert methods["default"]["amount"]
    assert methods["zones"]["needs_browser"]
    health = server.http.get("/healthz").json()
    assert (health["status"], health["workers"]) == ("ok", 1)
    server.extract(NEWS)
    server.extract(b"%PDF-1.7")
    metrics = server.http.get("/metrics").text
    assert 'dehusk_pages_total{do="extract"}' in metrics
    assert 'dehusk_errors_total{reason="not-html"}' in metrics
    assert "dehusk_confidence_bucket" in metrics
    described = server.http.get("/openapi.json").json()
    for path in ("/extract", "/explain", "/compare", "/methods", "/healthz", "/metrics"):
        assert path in described["paths"]


def test_the_examples_of_openapi_work(server: Server) -> None:
    described = server.http.get("/openapi.json").json()
    for path in ("/extract", "/explain", "/compare"):
        content = described["paths"][path]["post"]["requestBody"]["content"]
        for kind, one in content.items():
            body = one["example"] if kind == "text/html" else json.dumps(one["example"])
            answer = server.http.post(path, content=body, headers={"content-type": kind})
            assert answer.status_code == 200, (path, kind, answer.text)


REFUSED = [
    ({"content": b"%PDF-1.7\n"}, 422, "not-html"),
    ({"content": b""}, 400, "bad-request"),
    ({"content": b"<p>" + b"x" * 2_000_000}, 413, "too-large"),
    ({"content": b"<p>Tea", "params": {"method": "magic"}}, 400, "bad-request"),
    ({"content": b"<p>Tea", "params": {"method": "zones"}}, 422, "layout-required"),
    ({"content": b"<p>Tea", "params": {"amount": "9"}}, 400, "bad-request"),
    ({"content": b"<p>Tea", "params": {"amount": "lots"}}, 400, "bad-request"),
    ({"content": b"<p>Tea", "params": {"setting": "mine"}}, 400, "bad-request"),
    ({"content": b"<p>Tea", "params": {"setting": "published"}}, 400, "bad-request"),
    ({"json": {"html": "<p>Tea", "method": "cnr", "parameters": {"x": 1}}}, 400, "bad-request"),
    ({"content": b"<p>Tea", "params": {"format": "pdf"}}, 400, "bad-request"),
    ({"content": b"<p>Tea", "params": {"colour": "red"}}, 400, "bad-request"),
    ({"json": ["html"]}, 400, "bad-request"),
    ({"json": {"html": 5}}, 400, "bad-request"),
    ({"json": {"html": "<p>", "snapshot": {}}}, 400, "bad-request"),
    ({"json": {"html": "<p>Tea", "options": {"links": 7}}}, 400, "bad-request"),
    ({"json": {"html": "<p>Tea", "options": {"colour": 7}}}, 400, "bad-request"),
    ({"json": {"base64": "!"}}, 400, "bad-request"),
    ({"json": {"snapshot": {"documents": []}}}, 422, "not-html"),
    ({"json": {"url": "https://example.org/"}}, 403, "fetching-off"),
    (
        {"content": b"[" * 200_000, "headers": {"content-type": "application/json"}},
        400,
        "bad-request",
    ),
]


@pytest.mark.parametrize(("asked", "status", "reason"), REFUSED)
def test_what_cannot_be_is_refused_with_a_sentence(
    server: Server, asked: dict[str, object], status: int, reason: str
) -> None:
    answer = server.http.post("/extract", **asked)  # type: ignore[arg-type]
    told = answer.json()
    assert (answer.status_code, told["error"]) == (status, reason)
    assert told["message"].endswith((".", "…"))
    assert told["id"] == answer.headers["x-request-id"]


def test_other_addresses_and_methods(server: Server) -> None:
    assert server.http.get("/tea").status_code == 404
    assert server.http.get("/extract").status_code == 405
    assert server.http.get("/static/../settings.py").status_code == 404
    assert server.http.get("/https://example.org/").json()["error"] == "fetching-off"


@linux
def test_a_worker_that_hangs_is_replaced_and_its_request_answered_504() -> None:
    with running("--workers", "1", "--seconds", "0.5") as server:
        [worker] = server.workers
        os.kill(worker, signal.SIGSTOP)
        answer = server.extract()
        assert (answer.status_code, answer.json()["error"]) == (504, "out-of-time")
        assert server.extract().status_code == 200
        assert server.workers != [worker]


@linux
def test_a_worker_that_dies_is_replaced_and_its_request_answered_500() -> None:
    with running("--workers", "1", "--seconds", "20", "--waiting", "1") as server:
        [worker] = server.workers
        os.kill(worker, signal.SIGSTOP)
        answers: list[httpx.Response] = []
        asking = [
            threading.Thread(target=lambda: answers.append(server.extract())) for _ in range(2)
        ]
        for one in asking:
            one.start()
        while server.http.get("/healthz").json()["waiting"] < 1:
            time.sleep(0.05)
        busy = server.extract()
        assert (busy.status_code, busy.json()["error"]) == (429, "busy")
        assert int(busy.headers["retry-after"]) >= 1
        os.kill(worker, signal.SIGKILL)
        for one in asking:
            one.join()
        assert sorted(answer.status_code for answer in answers) == [200, 500]
        [lost] = [answer.json() for answer in answers if answer.status_code == 500]
        assert lost["error"] == "worker-died"
        assert any(lost["id"] in line and "worker-died" in line for line in server.lines)


@linux
def test_stopping_lets_work_finish() -> None:
    with running("--workers", "1", "--seconds", "20") as server:
        [worker] = server.workers
        os.kill(worker, signal.SIGSTOP)
        answers: list[httpx.Response] = []
        asking = threading.Thread(target=lambda: answers.append(server.extract()))
        asking.start()
        while "1.0" not in _waiting(server):
            time.sleep(0.05)
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        os.kill(worker, signal.SIGCONT)
        asking.join()
        assert answers[0].status_code == 200
        assert server.process.wait(20) in (0, -signal.SIGTERM)
        assert not Path(f"/proc/{worker}").exists()


def _waiting(server: Server) -> str:
    """How many workers are at work, told by the metrics."""
    lines = server.http.get("/metrics").text.splitlines()
    return next(line for line in lines if line.startswith("dehusk_workers_busy"))


def test_the_log_has_no_word_of_a_page(server: Server) -> None:
    secret = b"<title>Xylophonist</title><p>Xylophonists need mallets, and a good ear.</p>"
    number = server.extract(secret, url="https://example.org/xylophone").headers["x-request-id"]
    server.extract(b"Xylophone\0\1\2" * 100)
    server.http.get("/https://example.org/xylophone")
    deadline = time.monotonic() + 10
    while not any(number in line for line in server.lines) and time.monotonic() < deadline:
        time.sleep(0.05)
    [line] = [json.loads(line) for line in server.lines if number in line]
    assert line["event"] == "request"
    assert (line["status"], line["path"], line["do"]) == (200, "/extract", "extract")
    assert "ylophon" not in "".join(server.lines)


def test_reading_an_address(site: str) -> None:
    with running("--workers", "1", "--fetch", "--allow-private") as server:
        page = f"/{site}/news/page.html"
        answer = server.http.get(f"{page}?x=1", headers={"x-respond-with": "text"})
        assert answer.text == direct().text
        shown = server.http.get(page, headers={"accept": "text/html"})
        assert shown.text.lower().startswith("<!doctype html>")
        assert "sandbox" in shown.headers["content-security-policy"]
        assert "<script" not in shown.text
        asked = {"url": f"{site}/news/page.html", "format": "json"}
        told = server.http.post("/extract", json=asked).json()
        assert told["url"] == asked["url"]
        source = server.http.post("/extract", json={**asked, "format": "source"})
        assert source.content == NEWS
        assert source.headers["x-dehusk-url"] == asked["url"]
        missing = server.http.get(f"/{site}/nothing.html")
        assert (missing.status_code, missing.json()["error"]) == (502, "not-fetched")


def test_private_addresses_are_closed_though_fetching_is_on(site: str) -> None:
    with running("--workers", "1", "--fetch") as server:
        answer = server.http.get(f"/{site}/news/page.html")
        assert answer.status_code == 502
        assert "not on the public internet" in answer.json()["message"]


@pytest.mark.browser
def test_a_page_is_rendered_on_request() -> None:
    pytest.importorskip("playwright")
    with running("--workers", "1", "--seconds", "20") as server:
        asked = {"method": "zones", "render": "true", "format": "text"}
        answer = server.http.post("/extract", content=NEWS, params=asked)
        assert answer.status_code == 200, answer.text
        assert "Inspectors found in January" in answer.text
        told = server.http.post("/render", content=NEWS).json()
        assert told["snapshot"]["documents"]
        for window in ((640, 480), (1280, 1024)):
            asked = {"window": "{}x{}".format(*window)}
            shown = server.http.post("/render", content=NEWS, params=asked).json()["snapshot"]
            layout = from_snapshot(shown).layout
            assert layout is not None
            assert layout.window == window
        wrong = server.http.post("/render", content=NEWS, params={"window": "wide"})
        assert wrong.json()["message"] == "window: 'wide' is not a size such as 1920x1080."
        assert told["screenshot"].startswith("iVBOR")
        drawn = {"snapshot": told["snapshot"], "method": "zones", "format": "picture"}
        assert "<svg" in server.http.post("/explain", json=drawn).text
    with running("--workers", "1", "--renderers", "0") as server:
        assert server.http.post("/render", content=NEWS).json()["error"] == "rendering-off"
