"""A page of another site in Chromium that does to a service on this machine whatever a page can do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("playwright")

from tests.serve.browsing import chromium
from tests.serve.conftest import running

pytestmark = pytest.mark.browser

ATTACK = """async (service) => {
  const where = [`${service}/labels?by=Eve`, `${service}/extract`];
  const body = JSON.stringify({ html: "<p>Tea", rows: [] });
  const tries = [];
  for (const address of where) {
    for (const kind of ["text/plain", "application/x-www-form-urlencoded", "application/json"])
      for (const mode of ["no-cors", "cors"])
        tries.push(fetch(address, { method: "POST", mode, body, headers: { "content-type": kind } }));
    tries.push(fetch(address, { method: "POST", mode: "no-cors", body: new Blob([body]) }));
    tries.push(fetch(address, { method: "POST", mode: "cors", body, headers: { "x-dehusk-run": "x" } }));
    navigator.sendBeacon(address, body);
    for (const kind of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const form = Object.assign(document.createElement("form"), { action: address, method: "POST", enctype: kind });
      const target = form.target = `to-${document.forms.length}-${kind}`;
      const frame = Object.assign(document.createElement("iframe"), { name: target });
      form.append(Object.assign(document.createElement("input"), { name: body.slice(0, -1) + ', "x": "', value: '"}' }));
      document.body.append(frame, form);
      const loaded = new Promise((done) => frame.addEventListener("load", done));
      form.submit();
      tries.push(loaded.then(() => Promise.reject()));
    }
  }
  const read = ["/", "/pages", "/healthz", "/metrics"].map((path) => fetch(service + path));
  const seen = (await Promise.allSettled([...tries, ...read])).filter((one) => one.value?.ok);
  return seen.length;
}"""


def test_a_page_of_another_site_gets_nothing_and_writes_nothing(tmp_path: Path, site: str) -> None:
    labels = tmp_path / "labels.jsonl"
    arguments = ("--workers", "1", "--renderers", "0", "--labels", str(labels))
    with running(*arguments) as server, chromium() as browser:
        page = browser.new_page()
        page.goto(f"{site}/news/page.html")
        assert page.evaluate(ATTACK, server.url) == 0
        page.goto(site.replace("127.0.0.1", "localhost") + "/news/page.html")
        assert page.evaluate(ATTACK, server.url) == 0
    told = [json.loads(line) for line in server.lines if line.startswith("{")]
    asked = [one for one in told if one.get("path") in ("/labels", "/extract", "/", "/pages")]
    assert len(asked) > 30
    assert {one["status"] for one in asked} == {403}
    assert not labels.exists()
