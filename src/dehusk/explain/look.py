"""How the report looks, and the little that it does: its style sheet and its script.

The colours of kept and dropped differ in lightness as well, and every state has a sign, so that the
report can be read without telling green from red.
"""

BASE = """
:root {
  color-scheme: light dark;
  --paper: #fcfbf9; --card: #ffffff; --ink: #1d1c1a; --soft: #6b675f; --line: #e6e2da;
  --kept: #12805c; --kept-tint: #eaf6f0; --kept-line: #8fcdb3;
  --partly: #8a6100; --partly-tint: #fbf3dd; --partly-line: #e0bb5c;
  --dropped: #a8452b; --dropped-tint: #fdf7f4; --dropped-line: #e7c3b8;
  --shadow: 0 1px 2px rgb(0 0 0 / .06), 0 8px 28px rgb(0 0 0 / .14);
  --text: ui-serif, Charter, "Bitstream Charter", "Iowan Old Style", Georgia, "Noto Serif", serif;
  --face: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --code: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16171a; --card: #1f2125; --ink: #e9e6e0; --soft: #a09b92; --line: #303238;
    --kept: #5fcf9f; --kept-tint: #16281f; --kept-line: #2f7a5a;
    --partly: #e5bd5b; --partly-tint: #2a2415; --partly-line: #7d6426;
    --dropped: #e58f74; --dropped-tint: #1c1817; --dropped-line: #5d372c;
    --shadow: 0 1px 2px rgb(0 0 0 / .5), 0 8px 28px rgb(0 0 0 / .6);
  }
}
* { box-sizing: border-box; }
body { background: var(--paper); color: var(--ink); font: 15px/1.5 var(--face); }
small { font-size: .82em; color: var(--soft); }
h1 { margin: 0; font: 600 2rem/1.2 var(--text); overflow-wrap: anywhere; }
header { padding: 2.5rem 0 1.25rem; }
"""
"""What all of our pages share: colours, letters, the head."""

STYLE = (
    BASE
    + """
html { scroll-padding-top: 7rem; }
body { margin: 0 auto; padding: 0 1.5rem 8rem; max-width: 76rem; }
code, .tag, .xpath dd { font-family: var(--code); font-size: .86em; }

.method { margin: 0 0 .5rem; color: var(--soft); }
.method b { color: var(--ink); }
.method code {
  margin-inline-start: .35rem; padding: .1rem .4rem; border: 1px solid var(--line);
  border-radius: .35rem;
}
.url { margin: .35rem 0 0; overflow-wrap: anywhere; }
.url a { color: var(--soft); text-decoration-color: var(--line); text-underline-offset: .2em; }
.problem {
  margin: 1.25rem 0 0; padding: .7rem 1rem; border: 1px solid var(--partly-line);
  border-radius: .5rem; background: var(--partly-tint); color: var(--partly);
}
.figures { display: flex; flex-wrap: wrap; gap: 1rem 2.75rem; margin: 1.6rem 0 1.1rem; }
.figures dt { font-size: .82em; color: var(--soft); }
.figures dd { margin: 0; font-size: 1.35rem; font-variant-numeric: tabular-nums; }
.figures small { font-size: .84rem; }
.strip {
  display: block; width: 100%; height: 1.75rem; border-radius: .35rem; overflow: hidden;
  background: var(--dropped-line);
}
.strip rect { fill: var(--kept); }
.strip .area { fill: transparent; }
.strip a:hover .area, .strip a:focus .area { fill: rgb(128 128 128 / .35); }

.toolbar {
  position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .5rem 1.5rem;
  align-items: center; padding: .6rem 0; background: var(--paper);
}
.toolbar fieldset { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; padding: 0; border: 0; }
.toolbar legend {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
}
.toolbar label {
  display: inline-flex; gap: .4rem; align-items: baseline; padding: .25rem .8rem;
  border: 1px solid var(--line); border-radius: 2rem; background: var(--card); cursor: pointer;
}
.toolbar label input { position: absolute; opacity: 0; }
.toolbar label.kept { color: var(--kept); }
.toolbar label.partly { color: var(--partly); }
.toolbar label.dropped { color: var(--dropped); }
.toolbar label:has(:checked) {
  border-color: currentcolor; box-shadow: inset 0 0 0 1px currentcolor;
}
.toolbar label:has(:focus-visible) { outline: 2px solid currentcolor; outline-offset: 2px; }
.search {
  display: flex; flex: 1; min-width: 0; gap: .5rem; align-items: center; justify-content: flex-end;
}
.search[hidden] { display: none; }
.search input, .search select {
  min-width: 0; max-width: 18rem; padding: .3rem .7rem; border: 1px solid var(--line);
  border-radius: .4rem; background: var(--card); color: inherit; font: inherit;
}
.search input, .search select { flex: 1 1 8rem; }

.heads, li { display: grid; grid-template-columns: 6.25rem minmax(0, 1fr) auto; column-gap: .9rem; }
.heads {
  position: sticky; top: 3.2rem; z-index: 1; padding: .3rem .9rem .3rem 0; font-size: .8rem;
  background: var(--paper); color: var(--soft); border-bottom: 1px solid var(--line);
}
.heads > :first-child { text-align: end; }
.heads div, .cells { display: flex; gap: .9rem; }
.heads div span, .cells span { width: 4.75rem; text-align: end; }
ol { margin: 0; padding: 0; list-style: none; }
li {
  padding: .18rem .9rem .18rem 0; border-inline-start: 4px solid var(--dropped-line);
  background: var(--dropped-tint); color: var(--soft); font-size: .87rem; line-height: 1.4;
  scroll-margin-top: 7rem;
}
li:hover, li:focus, li:target { outline: 1px solid var(--soft); outline-offset: -1px; }
.tag { color: var(--soft); text-align: end; overflow-wrap: anywhere; padding-top: .12em; }
.text { max-width: 50rem; overflow-wrap: anywhere; }
.text:dir(rtl) { justify-self: end; }
.code .text { white-space: pre-wrap; font-family: var(--code); font-size: .88em; tab-size: 4; }
.cells { font-size: .8rem; font-variant-numeric: tabular-nums; color: var(--soft); }
.cells svg { display: block; width: 100%; height: 3px; transform: scaleX(-1); }
.cells rect { fill: var(--dropped); opacity: .55; }
li.kept, li.partly { padding-block: .45rem; font-size: 1rem; color: var(--ink); }
li.kept .text, li.partly .text { font-family: var(--text); font-size: 1.06rem; line-height: 1.55; }
li.kept.code .text, li.partly.code .text { font-family: var(--code); font-size: .88rem; }
li.kept { border-color: var(--kept-line); background: var(--kept-tint); }
li.kept rect { fill: var(--kept); }
li.partly { border-color: var(--partly-line); background: var(--partly-tint); }
li.partly rect { fill: var(--partly); }
li.partly s { color: var(--soft); text-decoration-color: var(--dropped); }
li.heading .text { font-weight: 650; }
li.kept.heading .text { font-size: 1.3rem; line-height: 1.3; }
li.picture .text { font-family: var(--face); font-size: .87rem; }
li.picture .text::before { content: "▣ "; color: var(--soft); }
.role {
  padding: .05rem .45rem; border-radius: .6rem; background: #777; color: #fff;
  font: 600 .75rem var(--face); vertical-align: .1em;
}
.role.main { background: #12805c; } .role.title { background: #0b5c8a; }
.role.byline { background: #5a6bb0; } .role.caption { background: #7a5aa8; }
.role.comment { background: #a8641b; } .role.related { background: #8a6d00; }
.role.menu { background: #5f6670; } .role.advertisement { background: #b3261e; }
.role.form { background: #00707a; } .role.legal { background: #6d4c41; }
.empty { padding: 2rem 0; color: var(--soft); text-align: center; }

.facts {
  position: fixed; z-index: 3; inset: auto 0 1rem; display: none; width: fit-content;
  max-width: min(60rem, calc(100vw - 4rem)); margin: 0 auto; padding: .7rem 1.1rem;
  border: 1px solid var(--line); border-radius: .7rem; background: var(--card); color: var(--ink);
  box-shadow: var(--shadow); font-size: .87rem;
}
li:hover .facts { display: block; z-index: 4; pointer-events: none; }
li:focus .facts, li:focus-within .facts { display: block; pointer-events: auto; }
.facts dl { display: flex; flex-wrap: wrap; gap: .35rem 1.6rem; margin: 0; }
.facts dt { font-size: .75rem; color: var(--soft); }
.facts dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.facts .xpath, .facts .detail { flex-basis: 100%; }
.facts .detail dd { font-size: .75rem; color: var(--soft); }
.kept .decision dd { color: var(--kept); }
.partly .decision dd { color: var(--partly); }
.dropped .decision dd { color: var(--dropped); }

/* A section whose layout can be skipped cuts off what reaches out of it, and keeps what is fixed:
   on long pages the facts stand at their block. */
.long ol { content-visibility: auto; contain-intrinsic-size: auto 3200px; }
.long li { position: relative; }
.long .facts { position: absolute; inset: 100% 1rem auto auto; margin: 0; }
.long li:nth-last-child(-n + 6) .facts { inset: auto 1rem 100% auto; }
.toolbar:not(:has(#show-all:checked)) ~ main ol, .sifted ol { content-visibility: visible; }

.toolbar:has(#show-kept:checked) ~ main li.dropped,
.toolbar:has(#show-dropped:checked) ~ main li.kept,
.toolbar:has(#show-partly:checked) ~ main li:not(.partly),
li.miss { display: none; }

@media (max-width: 46rem) {
  body { padding-inline: .75rem; }
  .cells, .heads div, .heads { display: none; }
  li { grid-template-columns: 3.4rem minmax(0, 1fr); column-gap: .6rem; }
  h1 { font-size: 1.5rem; }
  .search { flex-basis: 100%; }
}
@media print {
  .toolbar, .facts, .heads { display: none !important; }
  li { break-inside: avoid; print-color-adjust: exact; }
}
"""
)

PICTURE = """
.picture { margin: 1.5rem 0; }
.picture summary { cursor: pointer; color: var(--soft); }
.layers { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; margin: .6rem 0; }
.sheet { max-height: 80vh; overflow: auto; border: 1px solid var(--line, #ddd); }
.sheet svg { display: block; width: 100%; height: auto; }
.picture rect { fill: none; }
.picture .paper { fill: #fff; }
.picture .text { fill: #e3e1dc; }
.picture .part { fill: #12a06c; fill-opacity: .22; }
.picture .area { stroke: #0b6b48; stroke-width: 6; }
.picture .zone { stroke: #2f6fde; stroke-width: 1; }
.picture .paragraph { stroke: #2f6fde; stroke-width: 2.5; }
.picture .column { stroke: #d9731a; stroke-width: 2; stroke-dasharray: 12 6; }
.picture .main { stroke: #d9731a; stroke-width: 6; }
.picture .cell { stroke: #777; stroke-width: 1; }
.picture .edge { stroke: #777; stroke-width: 1; fill: #000; fill-opacity: .1; }
.picture .linked { stroke: #777; stroke-width: 1; fill: #d0202a; fill-opacity: .2; }
.picture .window { stroke: #333; stroke-width: 3; stroke-dasharray: 4 8; }
.picture .leaf { stroke: #a01fb0; stroke-width: 3; stroke-dasharray: 3 3; }
.picture .element { stroke: #a01fb0; stroke-width: 4; }
.picture .lost { stroke: #a01fb0; stroke-width: 1.5; stroke-dasharray: 10 6; }
.picture .band { fill: #a01fb0; fill-opacity: .08; }
.picture circle { fill: #a01fb0; stroke: #fff; stroke-width: 2; }
.picture text { font: 700 20px sans-serif; fill: #a01fb0; }
.picture circle.mark { fill: #333; } .picture text.mark { fill: #333; text-anchor: end; }
.picture text { stroke: #fff; stroke-width: 4; paint-order: stroke; }
.picture:has(#layer-kept:not(:checked)) g.kept, .picture:has(#layer-zones:not(:checked)) g.zones,
.picture:has(#layer-columns:not(:checked)) g.columns, .picture:has(#layer-grid:not(:checked)) g.grid,
.picture:has(#layer-centres:not(:checked)) g.centres { display: none; }
.layers .kept { color: var(--kept); } .layers .zones { color: #2f6fde; }
.layers .columns { color: #d9731a; } .layers .centres { color: #a01fb0; }
.alone .picture { margin: 0; }
.legend { display: flex; flex-wrap: wrap; gap: 8px 32px; align-items: center; padding: 14px 24px; }
.legend { font: 20px sans-serif; background: #fff; }
.legend span { display: flex; gap: 10px; align-items: center; }
.legend i { width: 28px; height: 18px; border: 4px solid #777; }
.legend .kept i { border-color: #0b6b48; background: #c4e7da; }
.legend .zones i { border-color: #2f6fde; }
.legend .columns i { border-color: #d9731a; }
.legend .grid i { border-width: 1px; background: #f4cfd1; }
.legend .centres i { border-color: #a01fb0; border-radius: 50%; width: 18px; }
"""
"""The style of drawings of rendered pages."""

SCRIPT = """
'use strict';
(() => {
  const find = document.getElementById('find');
  const reason = document.getElementById('reason');
  const hits = document.getElementById('hits');
  const blocks = [...document.querySelectorAll('li')];
  document.querySelector('.search').hidden = false;
  const has = (block, text) =>
    [...block.querySelectorAll('.reason span')].some((span) => span.textContent === text);
  const filter = () => {
    const wanted = find.value.trim().toLowerCase();
    let shown = 0;
    for (const block of blocks) {
      const hit = (!wanted || block.textContent.toLowerCase().includes(wanted))
        && (!reason.value || has(block, reason.value));
      block.classList.toggle('miss', !hit);
      shown += hit;
    }
    const sifted = Boolean(wanted || reason.value);
    document.querySelector('main').classList.toggle('sifted', sifted);
    hits.textContent = sifted ? shown.toLocaleString('en') : '';
  };
  find.addEventListener('input', filter);
  reason.addEventListener('change', filter);
  document.querySelector('.toolbar').addEventListener('submit', (event) => event.preventDefault());
})();
"""
