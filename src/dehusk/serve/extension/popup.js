// The popup: takes a snapshot of the page, asks the service which rows are content, has them marked.
import { chosen, offer } from "./settings.js";
import { address, ask, stored, Stopped } from "./service.js";

const element = (id) => document.getElementById(id);
const state = { tab: null, snapshot: null, source: null, title: "page", amount: 0, turn: 0, methods: new Map() };

// Runs a function in the page, in a world that its own scripts do not see.
async function inPage(func, ...args) {
  const [{ result }] = await chrome.scripting.executeScript({ target: { tabId: state.tab }, func, args });
  return result;
}

async function look() {
  element("stopped").hidden = element("tools").hidden = true;
  try {
    await methods();
    await chrome.scripting.executeScript({ target: { tabId: state.tab }, files: ["walk.js", "values.js"] });
    state.snapshot = await inPage(() => globalThis.dehusk.snapshot());
    element("tools").hidden = false;
    await show();
  } catch (error) {
    fail(error);
  }
}

async function methods() {
  const list = (await (await ask("/methods")).json()).filter((one) => !one.is_baseline);
  state.methods = new Map(list.map((one) => [one.name, one]));
  element("method").replaceChildren(...list.map((one) => new Option(one.name, one.name)));
  element("method").value = stored("method", "default");
  settings();
}

const method = () => state.methods.get(element("method").value);

// The settings that the method has: a field for each parameter, empty where it is as it comes.
function settings() {
  const { name, published } = method();
  element("as-published").hidden = !published;
  element("only-cnr").hidden = name !== "cnr";
  for (const id of ["published", "menus"]) element(id).checked = false;
  offer(element("parameters"), method());
}

// `dana` reads the source of the page, which no snapshot has.
const wishes = () => {
  const { name, amount } = method();
  const page = name === "dana" && state.source ? { html: state.source } : { snapshot: state.snapshot };
  const how = { method: name, setting: element("published").checked ? "published" : "ours", parameters: chosen(element("parameters")) };
  return { ...page, ...how, amount: amount ? state.amount : 0 };
};

// Marks what the service says; of several answers the last counts.
async function show() {
  const turn = (state.turn += 1);
  element("amount").textContent = state.amount > 0 ? `+${state.amount}` : state.amount;
  element("less").disabled = state.amount <= -2;
  element("more").disabled = state.amount >= 2;
  try {
    if (method().name === "dana") state.source ??= await inPage(() => globalThis.dehuskValues.source());
    const asked = wishes();
    const told = await (await ask("/extract", { ...asked, format: "rows" })).json();
    let rows = element("menus").checked ? told.menus : [...told.rows, ...told.title_rows];
    if (asked.html) {
      const text = await (await ask("/extract", { ...asked, format: "text" })).text();
      rows = await inPage((words) => globalThis.dehuskValues.rowsOf(words), text);
    }
    if (turn !== state.turn) return;
    await inPage((kept) => globalThis.dehusk.mark(kept), rows);
    const scores = element("values").checked && !asked.html ? told.scores : [];
    await inPage((values) => globalThis.dehuskValues.show(values), scores);
    state.title = told.title ?? "page";
    const sure = told.confidence === null ? "" : `, ${Math.round(100 * told.confidence)} % sure`;
    element("told").textContent = told.reason ?? `${state.title}${sure}`;
  } catch (error) {
    fail(error);
  }
}

function fail(error) {
  const stopped = error instanceof Stopped;
  element("stopped").hidden = !stopped;
  element("told").textContent = stopped ? "" : /Cannot access|cannot be scripted/.test(error.message)
    ? "The browser lets no extension see this page." : error.message;
}

const markdown = async () => (await ask("/extract", { ...wishes(), format: "markdown" })).text();

const doing = (id, work) => element(id).addEventListener("click", () => work().catch(fail));
element("again").addEventListener("click", look);
doing("less", () => { state.amount -= 1; return show(); });
doing("more", () => { state.amount += 1; return show(); });
doing("clear", () => {
  state.turn += 1;
  return inPage(() => { globalThis.dehusk.clear(); globalThis.dehuskValues.clear(); });
});
doing("copy", async () => {
  await navigator.clipboard.writeText(await markdown());
  element("told").textContent = "Copied.";
});
doing("save", async () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await markdown()], { type: "text/markdown" }));
  link.download = `${state.title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "page"}.md`;
  link.click();
});
doing("read", async () => {
  const html = await (await ask("/extract", { ...wishes(), format: "html" })).text();
  localStorage.setItem("article", JSON.stringify({ title: state.title, html }));
  await chrome.tabs.create({ url: chrome.runtime.getURL("reader.html") });
});
// The popup goes when another tab is shown: so the playground opens behind, and has the page before.
doing("wrong", async () => {
  const { id } = await chrome.tabs.create({ url: `${address()}/`, active: false });
  for (let tries = 0; !(await handOver(id)); tries += 1) {
    if (tries > 100) throw new Error("The playground does not open.");
    await new Promise((done) => setTimeout(done, 100));
  }
  await chrome.tabs.update(id, { active: true });
});

async function handOver(tabId) {
  const func = (dehusk) => {
    const ready = document.documentElement.dataset.ready === "yes";
    if (ready) postMessage({ dehusk }, location.origin);
    return ready;
  };
  try {
    const [{ result }] = await chrome.scripting.executeScript({ target: { tabId }, func, args: [state.snapshot] });
    return result;
  } catch {
    return false; // not loaded yet
  }
}

element("method").addEventListener("change", () => {
  localStorage.setItem("method", element("method").value);
  settings();
  show();
});
element("settings").addEventListener("change", show);
for (const id of ["service", "token"]) {
  element(id).value = id === "service" ? address() : stored("token");
  element(id).addEventListener("change", () => {
    localStorage.setItem(id, element(id).value.trim());
    look();
  });
}

const given = new URLSearchParams(location.search).get("tab");
state.tab = given ? Number(given) : (await chrome.tabs.query({ active: true, currentWindow: true }))[0].id;
await look();
