// Labels: the pages of a folder one after the other, what was saved of each, and saving it. What is not saved
// yet stays until the window is closed, and closing it asks first.
const element = (id) => document.getElementById(id);
const METHOD = "method";
const DRAFT = "draft";

const when = (at) => (at ? at.slice(0, 16).replace("T", " ") : "some day");
const percent = (share) => `${Math.round(100 * share)} %`;
const count = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

export class Labelling {
  constructor(tools) {
    Object.assign(this, tools);
    this.pages = null;
    this.at = 0;
    this.drafts = new Map();
    element("save").addEventListener("click", () => this.save());
    element("previous").addEventListener("click", () => this.turn(-1));
    element("next").addEventListener("click", () => this.turn(1));
    element("label").addEventListener("change", () => this.show());
    element("part").addEventListener("change", () => this.name(element("part").value));
    addEventListener("beforeunload", (event) => {
      this.keepDraft();
      if (this.drafts.size) event.preventDefault();
    });
  }

  get isOpen() {
    return this.pages !== null;
  }

  // What clicks name from now on: the content, the title or the navigation.
  name(part) {
    element("part").value = part;
    this.view.part = part;
  }

  // The first page that nobody labelled, or the first of all.
  async open() {
    await this.list();
    element("pages").hidden = false;
    await this.go(Math.max(0, this.pages.pages.findIndex((one) => !one.people.length)));
  }

  async list() {
    this.pages = await (await this.call("/pages")).json();
  }

  turn(by) {
    return this.go(this.at + by);
  }

  async go(number) {
    if (number < 0 || number >= this.pages.pages.length) return;
    this.keepDraft();
    this.at = number;
    this.tell();
    const { page } = this.pages.pages[number];
    try {
      const path = page.split("/").map(encodeURIComponent).join("/");
      const html = await (await this.call(`/pages/${path}`)).blob();
      const saved = await this.saved(page);
      if (this.at === number) await this.load({ html, page, saved });
    } catch (error) {
      this.tellProblem(error);
    }
  }

  async saved(page) {
    return (await (await this.call(`/labels?${new URLSearchParams({ page })}`)).json()).labels;
  }

  keepDraft() {
    const { source } = this.state;
    if (source?.page && this.view.isTouched) this.drafts.set(source.page, { rows: this.view.rows, parts: this.view.named, page_rows: this.view.told.page_rows });
  }

  tell() {
    const { pages, agreement } = this.pages;
    const one = pages[this.at];
    const done = pages.filter((each) => each.people.length).length;
    const told = [`Page ${this.at + 1} of ${pages.length}`, one.page, `${done} labelled`];
    if (one.confidence !== null) told.push(`${percent(one.confidence)} sure`);
    if (one.people.length) told.push(`labelled by ${one.people.join(", ")}`);
    if (one.agreement !== null) told.push(`they agree to ${percent(one.agreement)}`);
    if (agreement !== null) told.push(`all pages: ${percent(agreement)}`);
    element("which").textContent = told.join(" · ");
    element("previous").disabled = this.at === 0;
    element("next").disabled = this.at === pages.length - 1;
  }

  // Once for a page, when the method has decided: what was saved of it is what is edited.
  begin(source, told) {
    if (!source.page || source.begun) return;
    source.begun = true;
    this.offer(source.saved ?? [], told);
    const mine = (source.saved ?? []).findIndex((one) => one.by === element("person").value.trim());
    const first = element("label").querySelector("option:not(:disabled)");
    const own = mine >= 0 && element("label").querySelector(`option[value="${mine}"]:not(:disabled)`);
    element("label").value = this.draft(told) ? DRAFT : (own || first).value;
    this.show(false);
  }

  draft(told) {
    const draft = this.drafts.get(this.state.source.page);
    return draft?.page_rows === told.page_rows ? draft : null;
  }

  // All labels of the page, the last one first, and the method's choice.
  offer(saved, told) {
    const options = saved.map((one, number) => {
      const fits = one.rows && one.page_rows === told.page_rows;
      const option = new Option(`${one.by}, ${when(one.at)}, ${fits ? count(one.words, "word") : "of another state of the page"}`, number);
      option.disabled = !fits;
      return option;
    });
    if (this.draft(told)) options.unshift(new Option("not saved yet", DRAFT));
    element("label").replaceChildren(...options, new Option("the method's choice", METHOD));
    element("labels").hidden = options.length === 0;
  }

  show(tell = true) {
    const { value } = element("label");
    const { saved } = this.state.source;
    if (value === METHOD) this.view.start(null);
    else {
      const { rows, by, parts } = value === DRAFT ? { ...this.draft(this.state.told), by: "you" } : saved[Number(value)];
      this.view.start(rows, by, value === DRAFT, parts);
    }
    if (tell) this.view.changed();
  }

  async save() {
    const by = element("person").value.trim();
    if (!by) {
      element("person").focus();
      element("saved").textContent = "Who are you?";
      return;
    }
    localStorage.setItem("person", by);
    const { source, told } = this.state;
    const body = { rows: this.view.rows, parts: this.view.named };
    if (!source.page) Object.assign(body, await this.pageOf(source), source.url ? { url: source.url } : {});
    const where = new URLSearchParams({ by, ...(source.page ? { page: source.page } : {}) });
    try {
      const run = document.querySelector("meta[name=dehusk-run]")?.content ?? "";
      const answer = await this.asJson(`/labels?${where}`, body, { "x-dehusk-run": run });
      const { words } = await answer.json();
      if (source === this.state.source) this.view.isTouched = false;
      this.drafts.delete(source.page);
      if (source.page) await this.refresh(source, told);
      element("saved").textContent = `Saved ${count(words, "word")}.`;
    } catch (error) {
      this.tellProblem(error);
    }
  }

  async refresh(source, told) {
    source.saved = await this.saved(source.page);
    await this.list();
    if (source !== this.state.source) return;
    this.at = this.pages.pages.findIndex((one) => one.page === source.page);
    this.offer(source.saved, told);
    this.tell();
  }
}
