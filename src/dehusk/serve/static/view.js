// The page with what was kept and what was dropped, and a person's corrections of it. The page stands in
// a frame that runs nothing: all listeners are ours, from outside.
const element = (id) => document.getElementById(id);
const frame = element("view");

const PARTS = ["title", "navigation"];
const named = (parts) => Object.fromEntries(PARTS.map((one) => [one, new Set(parts[one] ?? [])]));
const FAR = 6;

export class View {
  constructor() {
    // What a click names: content, or one of the parts.
    this.part = "content";
    this.changed = () => {};
    frame.addEventListener("load", () => this.listen());
    new ResizeObserver(() => this.reveal()).observe(frame);
  }

  // Shows a page, by the HTML with numbered rows that the service made of it.
  show(marked) {
    this.told = this.method = this.middle = null;
    this.mine = new Map();
    this.base = null;
    this.isTouched = false;
    this.past = [];
    this.parts = named({});
    this.chosen = null;
    element("decision").textContent = "Point at a block to see why it was kept or dropped.";
    element("crumbs").replaceChildren();
    element("undo").disabled = true;
    const policy = "default-src 'none'; style-src 'self'";
    const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`
      + '<link rel="stylesheet" href="/static/frame.css"><title>The page</title>';
    this.ready?.();
    return new Promise((ready) => {
      this.ready = ready;
      frame.srcdoc = `<!doctype html><html lang="en"><head>${head}</head><body class="page"><main tabindex="0"`
        + ` aria-label="The page, block by block">${marked}</main></body></html>`;
    });
  }

  listen() {
    const page = frame.contentDocument;
    if (!page.querySelector("main")) return;
    this.spots = new Map();
    for (const spot of page.querySelectorAll("[data-r]")) this.spots.set(Number(spot.dataset.r), spot);
    page.addEventListener("mousemove", (event) => this.point(event));
    page.addEventListener("click", (event) => {
      const wasDrawn = this.drawn;
      this.drawn = null;
      if (!wasDrawn && this.choose(event.target)) this.toggle();
    });
    page.addEventListener("mousedown", (event) => {
      this.drawn = null;
      this.from = event.button ? null : [event.pageX, event.pageY];
    });
    page.addEventListener("mouseup", () => this.take());
    page.addEventListener("keydown", (event) => document.dispatchEvent(new KeyboardEvent("keydown", event)) || event.preventDefault());
    this.ready();
  }

  // Shows decisions on the page, and what came and went: from the middle of the slider where it was moved, or
  // from the method before. Corrections stay. Returns the words of what changed, null for the first decision.
  decide(told, { method, amount }) {
    const before = this.method === method ? this.middle ?? this.told?.kept : this.told?.kept;
    if (this.method !== method) this.middle = null;
    if (!amount) this.middle = told.kept;
    this.method = method;
    this.told = told;
    this.index = new Map(told.leaves.map((row, number) => [row, number]));
    const change = before ? { came: 0, went: 0 } : null;
    let first = null;
    told.leaves.forEach((row, number) => {
      const kind = before && told.kept[number] !== before[number] ? (told.kept[number] ? "came" : "went") : null;
      const spot = this.spots.get(row);
      for (const one of ["came", "went"]) spot?.classList.toggle(one, one === kind);
      if (kind) change[kind] += told.leaf_words[number];
      if (kind) first ??= spot;
      this.paint(number);
    });
    this.goal = before ? first : this.beginning();
    this.reveal();
    if (this.chosen) this.tell();
    return change;
  }

  // Where the content begins, or the title that stands in front of it.
  beginning() {
    const rows = this.told.leaves.filter((row, number) => this.told.kept[number] || this.isTitle(row));
    return rows.length ? this.spots.get(rows[0]) : null;
  }

  // Scrolls to what is to be seen, once there is something to scroll; what is in sight stays where it is.
  reveal() {
    if (!this.goal || !frame.clientHeight) return;
    const { top, bottom } = this.goal.getBoundingClientRect();
    if (top < 0 || bottom > frame.clientHeight || !frame.contentWindow.scrollY) frame.contentWindow.scrollBy(0, top - 24);
    this.goal = null;
  }

  // Begins with rows that somebody kept, in the place of the method's; null begins with the method's.
  start(rows, by, isTouched = false, parts = {}) {
    this.base = rows && { rows: this.shown(rows), by };
    this.parts = named(parts);
    this.mine = new Map();
    this.past = [];
    this.isTouched = isTouched;
    this.told.leaves.forEach((_, number) => this.paint(number));
    this.tell();
  }

  // The leaves that rows belong to: labels know the parts of a picture, a picture is shown as a whole.
  shown(rows) {
    const { leaves } = this.told;
    let at = -1;
    return new Set([...rows].sort((one, other) => one - other).map((row) => {
      while (at + 1 < leaves.length && leaves[at + 1] <= row) at += 1;
      return leaves[at];
    }));
  }

  // Whether it shows something else than a method's decision.
  get isCorrected() {
    return this.base !== null || this.mine.size > 0;
  }

  kept(number) {
    const row = this.told.leaves[number];
    if (this.mine.has(row)) return this.mine.get(row);
    return this.base ? this.base.rows.has(row) : Boolean(this.told.kept[number]);
  }

  get words() {
    return this.told.leaf_words.reduce((sum, words, number) => sum + (this.kept(number) ? words : 0), 0);
  }

  paint(number) {
    const row = this.told.leaves[number];
    const spot = this.spots.get(row);
    if (!spot) return;
    const kept = this.kept(number);
    spot.classList.toggle("k", kept);
    spot.classList.toggle("d", !kept);
    spot.classList.toggle("front", !kept && this.isTitle(row));
    spot.classList.toggle("mine", kept !== Boolean(this.told.kept[number]));
    for (const part of PARTS) spot.classList.toggle(part, this.parts[part].has(row));
  }

  // Whether it says the title, which the document has in front.
  isTitle(row) {
    return this.told.title_rows.includes(row);
  }

  get rows() {
    return this.told.leaves.filter((_, number) => this.kept(number));
  }

  // The rows of each part that was named.
  get named() {
    return Object.fromEntries(PARTS.filter((one) => this.parts[one].size).map((one) => [one, [...this.parts[one]]]));
  }

  // The leaves of a block, or of all that is in a container.
  leaves(spot) {
    const row = Number(spot.dataset.r);
    if (this.index.has(row)) {
      const block = this.told.block[this.index.get(row)];
      if (block < 0) return [this.index.get(row)];
      return this.told.leaves.flatMap((_, number) => (this.told.block[number] === block ? [number] : []));
    }
    return [...spot.querySelectorAll("[data-r]")]
      .map((inner) => this.index.get(Number(inner.dataset.r))).filter((number) => number !== undefined);
  }

  // What is pointed at; a page that moves below the pointer is not.
  point(event) {
    if (this.from && event.buttons & 1) this.draw(event);
    if (this.drawn?.isConnected) return;
    const place = `${event.screenX} ${event.screenY}`;
    if (place !== this.place) this.choose(event.target);
    this.place = place;
  }

  // A rectangle, as far as the mouse was drawn.
  draw({ pageX, pageY }) {
    const [x, y] = this.from;
    if (!this.drawn && Math.hypot(pageX - x, pageY - y) < FAR) return;
    const page = frame.contentDocument;
    page.getSelection().removeAllRanges();
    this.drawn ??= page.body.appendChild(Object.assign(page.createElement("i"), { className: "drawn-box" }));
    const [left, top] = [Math.min(x, pageX), Math.min(y, pageY)];
    Object.assign(this.drawn.style, { left: `${left}px`, top: `${top}px`, width: `${Math.abs(pageX - x)}px`, height: `${Math.abs(pageY - y)}px` });
  }

  // All that has its middle in the rectangle is chosen, and named at once.
  take() {
    this.from = null;
    if (!this.drawn || !this.told) return;
    const { left, right, top, bottom } = this.drawn.getBoundingClientRect();
    this.drawn.remove();
    const numbers = this.told.leaves.flatMap((row, number) => {
      const box = this.spots.get(row)?.getBoundingClientRect();
      if (!box) return [];
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      return x >= left && x <= right && y >= top && y <= bottom ? [number] : [];
    });
    if (!numbers.length) return;
    this.mark(this.spots.get(this.told.leaves[numbers[0]]), numbers);
    this.toggle();
  }

  choose(target) {
    let spot = target.closest?.("[data-r]");
    while (spot && this.told && !this.leaves(spot).length) spot = spot.parentElement.closest("[data-r]");
    if (!spot || !this.told) return false;
    // Links are only there to be seen: what is chosen is their text, or the block around them.
    if (spot.dataset.t === "a") spot = spot.querySelector("span:not([data-t])") ?? spot;
    if (spot !== this.chosen?.spot) this.mark(spot, this.leaves(spot));
    return true;
  }

  mark(spot, numbers) {
    for (const old of frame.contentDocument.querySelectorAll(".at")) old.classList.remove("at");
    this.chosen = { spot, numbers };
    if (!this.index.has(Number(spot.dataset.r))) spot.classList.add("at");
    for (const number of numbers) this.spots.get(this.told.leaves[number])?.classList.add("at");
    this.tell();
  }

  // The block after or before the one that is chosen.
  step(by) {
    if (!this.told?.leaves.length) return;
    const { leaves, block } = this.told;
    const numbers = this.chosen?.numbers ?? [];
    let at = numbers.length ? numbers[by > 0 ? numbers.length - 1 : 0] + by : by > 0 ? 0 : leaves.length - 1;
    at = Math.max(0, Math.min(leaves.length - 1, at));
    while (by < 0 && at > 0 && block[at - 1] === block[at] && block[at] >= 0) at -= 1;
    this.go(this.spots.get(leaves[at]));
  }

  widen() {
    let spot = this.chosen?.spot.parentElement?.closest("[data-r]");
    const before = this.chosen?.numbers.length;
    while (spot && this.leaves(spot).length <= before) spot = spot.parentElement.closest("[data-r]");
    if (spot) this.go(spot);
  }

  narrow() {
    const first = this.chosen && this.spots.get(this.told.leaves[this.chosen.numbers[0]]);
    if (!first || this.index.has(Number(this.chosen.spot.dataset.r))) return;
    let spot = first;
    for (let above = spot; above !== this.chosen.spot; above = above.parentElement.closest("[data-r]")) {
      if (this.leaves(above).length < this.chosen.numbers.length) spot = above;
    }
    this.go(spot);
  }

  go(spot) {
    if (!spot) return;
    this.mark(spot, this.leaves(spot));
    spot.scrollIntoView({ block: "nearest" });
  }

  // Keeps what is chosen, or drops it where all of it is kept; or so with the part that is being named.
  toggle() {
    if (!this.chosen) return;
    const { numbers } = this.chosen;
    const part = this.parts[this.part];
    const isIn = (number) => (part ? part.has(this.told.leaves[number]) : this.kept(number));
    const keep = !numbers.every(isIn);
    this.past.push([new Map(this.mine), named(this.parts)]);
    this.isTouched = true;
    for (const number of numbers) {
      const row = this.told.leaves[number];
      if (!part) this.mine.set(row, keep);
      else if (keep) part.add(row);
      else part.delete(row);
      this.paint(number);
    }
    this.tell();
    this.changed();
  }

  undo() {
    if (!this.past.length) return;
    [this.mine, this.parts] = this.past.pop();
    this.isTouched = true;
    this.told.leaves.forEach((_, number) => this.paint(number));
    this.tell();
    this.changed();
  }

  tell() {
    element("undo").disabled = !this.past.length;
    if (!this.chosen) return;
    const { spot, numbers } = this.chosen;
    const kept = numbers.filter((number) => this.kept(number)).length;
    const word = document.createElement("b");
    word.textContent = kept === numbers.length ? "Kept" : kept ? "Partly kept" : "Dropped";
    const mine = numbers.every((number) => this.mine.has(this.told.leaves[number]));
    const parts = PARTS.filter((part) => numbers.every((number) => this.parts[part].has(this.told.leaves[number])));
    if (parts.length) word.textContent += `, ${parts.join(", ")}`;
    const isFront = !kept && !mine && !this.base && numbers.every((number) => this.isTitle(this.told.leaves[number]));
    if (isFront) word.textContent = "In front";
    word.classList.toggle("kept", isFront || kept === numbers.length);
    const reasons = isFront ? ["it is the title, which the document has in front"] : [...new Set(numbers.map((number) => this.told.reasons[this.told.why[number]]))];
    const score = Math.max(...numbers.map((number) => this.told.score[number] ?? 0));
    const words = numbers.map((number) => this.spots.get(this.told.leaves[number])?.textContent ?? "").join(" ").trim();
    const short = words.length > 90 ? `${words.slice(0, 90)}…` : words;
    element("decision").replaceChildren(
      word, mine ? " by you. " : this.base ? ` in the label by ${this.base.by}. ` : `: ${reasons.slice(0, 3).join("; ")}${score ? ` · score ${score.toFixed(2)}` : ""}. `, `“${short}”`);
    this.path(spot);
  }

  // Where it stands: each container can be chosen, and kept or dropped as a whole.
  path(spot) {
    const crumbs = [];
    for (let above = spot; above; above = above.parentElement?.closest("[data-r]")) crumbs.unshift(above);
    element("crumbs").replaceChildren(...crumbs.slice(-8).flatMap((one, number) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = one.dataset.t ?? "text";
      button.classList.toggle("at", one === spot);
      button.addEventListener("click", () => this.go(one));
      return number ? ["›", button] : [button];
    }));
  }
}
