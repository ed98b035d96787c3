// The playground: asks the service, and shows what it says. No extraction happens here.
import { addressIn, asJson, call, pageOf, Refusal } from "./asking.js";
import { hang } from "./gallery.js";
import { keep, kept } from "./keep.js";
import { Labelling } from "./labels.js";
import { chosen, fill, offer } from "./settings.js";
import { View } from "./view.js";

const element = (id) => document.getElementById(id);
const view = new View();
const tabs = [...document.querySelectorAll("[role=tab]")];
const state = { source: null, told: null, tab: "article", turn: 0, methods: new Map(), health: {} };

// Asks about the page at hand: HTML as bytes, with the wishes in the address, or all of it as JSON.
async function ask(path, wishes = {}) {
  const { source } = state;
  const wanted = { ...(source.url ? { url: source.url } : {}), ...wishes };
  if (source.snapshot || wanted.rows) return asJson(path, { ...await pageOf(source), ...wanted });
  for (const name of ["options", "parameters"]) if (wanted[name]) wanted[name] = JSON.stringify(wanted[name]);
  const charset = typeof source.html === "string" ? "; charset=utf-8" : "";
  return call(`${path}?${new URLSearchParams(wanted)}`, { method: "POST", headers: { "content-type": `text/html${charset}` }, body: source.html });
}

// What is shown: what a person keeps, once they corrected something, or what a method does.
const shown = () => (view.isCorrected ? { rows: view.rows } : choice());

const choice = () => {
  const method = element("method").value;
  const amount = state.methods.get(method)?.amount ? Number(element("amount").value) : 0;
  return { method, amount, setting: element("setting").value, parameters: chosen(element("parameters")) };
};

// The settings of the method that is chosen, each as it comes.
function settings() {
  const { published, coded, ...method } = state.methods.get(element("method").value);
  const [, byPaper, byProgram] = element("setting").options;
  byPaper.disabled = !published;
  byProgram.disabled = !coded;
  element("setting").value = "ours";
  offer(element("parameters"), method);
}

// Showing

function tellProblem(error) {
  if (error && !(error instanceof Refusal)) console.error(error);
  element("problem").textContent = error ? error.message : "";
  element("problem").hidden = !error;
}

// What a person asks for, with what goes wrong told on the page.
const telling = (work) => (...given) => work(...given).catch(tellProblem);

// Says what takes a moment, and how long it has been at it.
async function during(words, work) {
  const since = performance.now();
  const tell = () => {
    const seconds = Math.floor((performance.now() - since) / 1000);
    element("progress").querySelector("span").textContent = `${words}…${seconds ? ` ${seconds} s` : ""}`;
    element("progress").hidden = false;
  };
  const clock = setInterval(tell, 500);
  tell();
  try {
    return await work();
  } finally {
    clearInterval(clock);
    element("progress").hidden = true;
  }
}

// Shows a page; of several that were asked for the last counts.
async function load(source) {
  const turn = (state.turn += 1);
  state.source = source;
  tellProblem(null);
  element("saved").textContent = "";
  element("found").setAttribute("aria-busy", "true");
  try {
    const marked = await (await ask("/explain", { format: "page" })).text();
    if (turn !== state.turn) return;
    await view.show(marked);
    if (turn !== state.turn) return;
    for (const option of element("method").options) {
      option.disabled = state.methods.get(option.value).needs_browser && !source.snapshot && !state.health.render;
    }
    if (needsBrowser() && !source.snapshot) setMethod("default");
    stage(true);
    await decide();
    if (!state.health.pages) await keep(source);
  } catch (error) {
    if (turn !== state.turn) return;
    stage(false);
    tellProblem(error);
  }
}

// Shows a page that is open, or the way to open one.
function stage(isOpen) {
  document.body.classList.toggle("open", isOpen);
  element("give").hidden = isOpen || Boolean(state.health.pages);
  for (const id of ["found", "summary", "another", "tune"]) element(id).hidden = !isOpen;
  if (state.health.pages) element("another").hidden = true;
}

function setMethod(name) {
  element("method").value = name;
  settings();
}

const needsBrowser = () => Boolean(state.methods.get(element("method").value)?.needs_browser);

// Asks what becomes of each leaf, and shows it; of several answers the last counts.
async function decide() {
  const turn = (state.turn += 1);
  const amount = Number(element("amount").value);
  element("amount-told").textContent = amount > 0 ? `+${amount}` : amount;
  const method = state.methods.get(element("method").value);
  element("about").textContent = method?.words ?? "";
  element("how-much").hidden = !method?.amount;
  try {
    const start = performance.now();
    const asked = choice();
    element("how").classList.toggle("changed", asked.setting !== "ours" || Object.keys(asked.parameters).length > 0);
    const told = await (await ask("/explain", { ...asked, format: "json" })).json();
    if (turn !== state.turn) return;
    state.told = told;
    state.change = view.decide(told, asked);
    state.milliseconds = performance.now() - start;
    labelling.begin(state.source, told);
    summarise();
    remember();
    await showTab();
    if (state.source.reply) state.source.reply([...view.rows, ...told.title_rows]);
    tellProblem(null);
  } catch (error) {
    if (turn === state.turn) tellProblem(error);
  } finally {
    if (turn === state.turn) element("found").setAttribute("aria-busy", "false");
  }
}

// What somebody chose, for a reload.
const remember = () => sessionStorage.setItem("choice", JSON.stringify({ ...choice(), tab: state.tab }));

function summarise() {
  const { told, milliseconds } = state;
  const kept = view.isCorrected ? view.words : told.words_kept;
  element("title").textContent = told.title ?? "A page without a title";
  tellChange();
  const parts = [`${kept.toLocaleString("en")} of ${told.words.toLocaleString("en")} words kept`];
  if (view.isCorrected) parts.push("corrected");
  else if (told.confidence !== null) parts.push(`${Math.round(100 * told.confidence)} % sure`);
  if (told.page_type) parts.push(`looks like: ${told.page_type}`);
  parts.push(`${milliseconds.toFixed(0)} ms`);
  const first = document.createElement("b");
  first.textContent = parts[0];
  element("figures").replaceChildren(first, ` · ${parts.slice(1).join(" · ")}`);
  if (told.reason && !kept) element("figures").append(` · Nothing was kept. ${told.reason}`);
  if (told.embedded) element("figures").append(" · The text is in the data for the page's scripts, and so not marked below.");
}

// What came and went with the method or the amount that was chosen last.
function tellChange() {
  const { change } = state;
  element("changed").hidden = !change;
  if (!change) return;
  const [came, went] = [document.createElement("ins"), document.createElement("del")];
  came.textContent = `+${change.came.toLocaleString("en")}`;
  went.textContent = `−${change.went.toLocaleString("en")}`;
  element("changed").replaceChildren(...(change.came || change.went ? [came, " ", went, " words"] : ["nothing came or went"]));
}

// Pictures would be loaded from elsewhere, which the policy forbids: they are left out.
const NO_IMAGES = { images: false };

// For each tab: which part of the panel shows it, and what fills that part.
const SHOWN = {
  page: async () => [null, () => {}],
  article: async () => frameWith("article", overline() + await (await ask("/extract", { ...shown(), format: "html", options: NO_IMAGES })).text()),
  markdown: async () => textWith(await (await ask("/extract", { ...shown(), format: "markdown" })).text(), "md"),
  json: async () => textWith(JSON.stringify(await (await ask("/extract", { ...shown(), format: "json" })).json(), null, 1), "json"),
  compare: async () => frameWith(null, await (await ask("/compare", { format: "html" })).text()),
  picture: async () => {
    if (!state.told.rendered) return ["unrendered", () => {}];
    const drawn = await (await ask("/explain", { ...shown(), format: "picture" })).text();
    const { screenshot } = state.source;
    const shot = screenshot ? `<image class="shot" href="data:image/png;base64,${screenshot}"/>` : "";
    return frameWith("drawn", drawn.replace(/<rect class="paper"[^>]*>/, (paper) => paper + shot), "/static/picture.css");
  },
};
const PARTS = ["frame", "text", "unrendered"];
// Which tabs have the page beside them, where there is room.
const BESIDE = new Set(["article", "markdown", "json"]);

// Where the article is from, and how long it takes to read.
function overline() {
  const words = view.isCorrected ? view.words : state.told.words_kept;
  const minutes = `${Math.max(1, Math.round(words / 220))} min`;
  const site = state.told.url && URL.canParse(state.told.url) ? new URL(state.told.url).hostname.replace(/^www\./, "") : "";
  const line = document.createElement("p");
  line.className = "overline";
  line.textContent = site ? `${site} · ${minutes}` : minutes;
  return words ? line.outerHTML : "";
}

// Shows a tab; of several that were chosen the last counts.
async function showTab() {
  const { turn, tab } = state;
  element("panel").setAttribute("aria-busy", "true");
  const [shown, fill] = await SHOWN[tab]().finally(() => element("panel").setAttribute("aria-busy", "false"));
  if (turn !== state.turn || tab !== state.tab) return;
  for (const id of PARTS) element(id).hidden = id !== shown;
  element("panel").dataset.show = tab === "page" ? "page" : BESIDE.has(tab) ? "both" : "reading";
  element("panel").setAttribute("aria-labelledby", `tab-${tab}`);
  fill();
}

function frameWith(kind, html, style) {
  const links = ["/static/frame.css", ...(style ? [style] : [])].map((one) => `<link rel="stylesheet" href="${one}">`).join("");
  const whole = kind === null ? html
    : `<!doctype html><html lang="en"><head><meta charset="utf-8">${links}<title>${kind}</title></head><body class="${kind}" dir="auto">${html}</body></html>`;
  // A new frame each time: Chromium lays nothing out in one that was hidden meanwhile.
  return ["frame", () => {
    const old = element("frame");
    const fresh = old.cloneNode();
    // Ours to scroll, for an article stays where somebody reads it; no frame runs anything.
    fresh.sandbox = kind === "article" ? "allow-same-origin" : "";
    const stays = kind === "article" && state.reading === state.source;
    const at = stays ? old.contentWindow?.scrollY : 0;
    state.reading = kind === "article" ? state.source : null;
    if (at) fresh.addEventListener("load", () => fresh.contentWindow.scrollTo(0, at));
    fresh.srcdoc = whole;
    old.replaceWith(fresh);
  }];
}

function textWith(text, suffix) {
  return ["text", () => {
    element("written").textContent = text;
    element("download").dataset.suffix = suffix;
  }];
}

function save(text, name, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const fileName = (suffix) => `${(state.told?.title ?? "page").replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "page"}.${suffix}`;

// What people do

// Has the service fetch a page, once: whatever is asked about it then, it is at hand.
const read = telling((url) => {
  tellProblem(null);
  return during(`Reading ${new URL(url).hostname}`, async () => {
    const answer = await asJson("/extract", { url, format: "source" });
    await load({ html: await answer.text(), url: answer.headers.get("x-dehusk-url") ?? url });
  });
});

async function openFile(file) {
  if (!file) return;
  const head = await file.slice(0, 200).text();
  if (head.startsWith("{") && head.includes('"documents"')) await load({ snapshot: JSON.parse(await file.text()) });
  else await load({ html: file });
}

const NO_FETCH = "This is an address, and this service reads none: start it with  dehusk serve --fetch  or paste the HTML of the page.";

element("source").addEventListener("submit", async (event) => {
  event.preventDefault();
  const html = element("html").value;
  const address = addressIn(html);
  if (address && !state.health.fetch) tellProblem(new Refusal(NO_FETCH));
  else if (address) await read(address);
  else if (html.trim()) await load({ html });
  else element("html").focus();
});
element("html").addEventListener("input", () => {
  const address = addressIn(element("html").value);
  element("recognised").textContent = !address ? "" : state.health.fetch ? `Reads ${new URL(address).hostname}` : NO_FETCH;
});
element("html").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey || addressIn(element("html").value))) return;
  event.preventDefault();
  element("source").requestSubmit();
});
element("open").addEventListener("click", () => element("file").click());
element("file").addEventListener("change", (event) => openFile(event.target.files[0]));
element("another").addEventListener("click", () => {
  state.turn += 1;
  keep(null);
  stage(false);
  tellProblem(null);
  element("html").select();
});
element("tune").addEventListener("click", () => {
  const isOpen = element("found").classList.toggle("tuning");
  element("tune").setAttribute("aria-expanded", String(isOpen));
});
hang(element("gallery"), telling(async ({ name, url }) => {
  await load({ html: await (await call(`/static/example-${name}.html`)).text(), url });
}));
element("method").addEventListener("change", () => {
  settings();
  return needsBrowser() && !state.source.snapshot ? render() : decide();
});
element("how").addEventListener("change", decide);
element("amount").addEventListener("input", decide);
element("toggle").addEventListener("click", () => view.toggle());
element("undo").addEventListener("click", () => view.undo());
element("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(element("written").textContent);
  element("copy").textContent = "Copied";
  setTimeout(() => { element("copy").textContent = "Copy"; }, 2000);
});
element("download").addEventListener("click", (event) => save(element("written").textContent, fileName(event.target.dataset.suffix), "text/plain"));
element("report").addEventListener("click", telling(async () => {
  save(await (await ask("/explain", { ...shown(), format: "html" })).text(), fileName("html"), "text/html");
}));
// Has Chromium lay the page out: then it has a picture, and the methods that look at it can be chosen.
async function render() {
  element("render").disabled = true;
  try {
    await during("Rendering the page in Chromium", async () => {
      const told = await (await ask("/render", { window: element("window").value })).json();
      labelling.keepDraft();
      const { url, page, saved } = state.source;
      await load({ ...told, url, page, saved });
    });
  } catch (error) {
    if (!state.source.snapshot && needsBrowser()) setMethod(state.told.method);
    tellProblem(error);
  } finally {
    element("render").disabled = false;
  }
}
element("render").addEventListener("click", render);
view.changed = () => {
  element("saved").textContent = "";
  summarise();
  if (state.tab !== "page") telling(showTab)();
};
const labelling = new Labelling({ call, asJson, load, pageOf, tellProblem, state, view });

function chooseTab(tab, focus = true) {
  setTab(tab.id.slice(4));
  if (focus) tab.focus();
  remember();
  telling(showTab)();
}
for (const tab of tabs) tab.addEventListener("click", () => chooseTab(tab));
document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  const to = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!to) return;
  event.preventDefault();
  chooseTab(tabs[(tabs.indexOf(event.target) + to + tabs.length) % tabs.length]);
});

const KEYS = {
  j: () => view.step(1), k: () => view.step(-1), h: () => view.widen(), l: () => view.narrow(),
  " ": () => view.toggle(), u: () => view.undo(),
  s: () => state.health.labels && labelling.save(),
  c: () => state.health.labels && labelling.name("content"),
  t: () => state.health.labels && labelling.name("title"),
  m: () => state.health.labels && labelling.name("navigation"),
};
const TURNS = { n: 1, p: -1 };
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, dialog, button, summary, pre");
  const isButton = event.target.closest?.("button, summary") && event.key !== " ";
  if ((typing && !isButton) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (labelling.isOpen && TURNS[event.key]) {
    labelling.turn(TURNS[event.key]);
  } else if (KEYS[event.key] && !element("found").hidden) {
    event.preventDefault();
    KEYS[event.key]();
  }
});
for (const kind of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    document.body.classList.toggle("dropping", kind === "dragover");
    if (kind === "drop") openFile(event.dataTransfer.files[0]);
  });
}

// A page can be handed over by the extension, or by the bookmarklet, which waits for the rows.
addEventListener("message", (event) => {
  const snapshot = event.data?.dehusk;
  if (typeof snapshot !== "object" || snapshot === null || !Array.isArray(snapshot.documents)) return;
  const other = event.source !== window && event.source;
  load({ snapshot, reply: other ? (rows) => other.postMessage({ dehuskRows: rows }, event.origin) : null });
});

// What the extension does, as a link: opens the playground, gives it the page, marks what comes back.
async function bookmarklet() {
  const walk = await (await call("/static/walk.js")).text();
  const home = JSON.stringify(location.origin);
  return `javascript:${encodeURIComponent(`(()=>{${walk}
    const playground = open(${home} + "/", "dehusk");
    addEventListener("message", ({ origin, data }) => {
      if (origin !== ${home}) return;
      if (data.dehuskReady) playground.postMessage({ dehusk: globalThis.dehusk.snapshot() }, origin);
      if (data.dehuskRows) globalThis.dehusk.mark(data.dehuskRows);
    });
  })()`)}`;
}

// The tab of a name, without showing it yet.
function setTab(name) {
  state.tab = name;
  for (const one of tabs) {
    one.setAttribute("aria-selected", String(one.id === `tab-${name}`));
    one.tabIndex = one.id === `tab-${name}` ? 0 : -1;
  }
}

async function start() {
  const methods = await (await call("/methods")).json();
  for (const method of methods.filter((one) => !one.is_baseline)) {
    state.methods.set(method.name, method);
    element("method").append(new Option(method.name + (method.needs_browser ? " (rendered)" : ""), method.name));
  }
  settings();
  state.health = await (await call("/healthz")).json();
  element("render").hidden = !state.health.render;
  element("saving").hidden = !state.health.labels;
  element("person").value = localStorage.getItem("person") || state.health.person;
  element("bookmarklet").href = await bookmarklet();
  if (state.health.pages) setTab("page");
  else await restore();
  window.opener?.postMessage({ dehuskReady: true }, "*");
  document.documentElement.dataset.ready = "yes";
  if (!state.health.pages) return;
  element("give").hidden = true;
  await labelling.open();
}

// What a reload finds again.
async function restore() {
  const source = await kept();
  if (!source) return;
  const { method, amount, setting, parameters, tab } = JSON.parse(sessionStorage.getItem("choice") ?? "{}");
  if (state.methods.has(method)) setMethod(method);
  if (setting) element("setting").value = setting;
  fill(element("parameters"), parameters ?? {});
  element("amount").value = amount ?? 0;
  setTab(tab in SHOWN ? tab : "article");
  await load(source);
}
telling(start)();
