// Walks the page that is open into a snapshot as dehusk.snapshot reads it, with its layout, open shadow
// roots and frames of the same origin; and dims what is not kept of it. Nothing is extracted here.
"use strict";
globalThis.dehusk ??= (() => {
  const XHTML = "http://www.w3.org/1999/xhtml";
  const STYLES = ["display", "visibility", "white-space", "opacity", "font-size"];
  const CLOSED = new Set(["noscript", "template"]);
  let [rows, dimmed, isSeen] = [[], [], false];

  function snapshot() {
    clear();
    [rows, isSeen] = [[], false];
    const strings = new Map();
    const number = (text) => strings.get(text) ?? strings.set(text, strings.size).get(text);
    const nodes = { parentIndex: [], nodeType: [], nodeName: [], nodeValue: [], attributes: [] };
    const layout = { nodeIndex: [], styles: [], bounds: [] };
    const todo = [{ node: document, parent: -1, x: scrollX, y: scrollY, styles: [] }];
    while (todo.length) {
      const { node, parent, x, y, styles } = todo.pop();
      const at = nodes.parentIndex.push(parent) - 1;
      const [isElement, isText] = [node.nodeType === 1, node.nodeType === 3 || node.nodeType === 4];
      const upper = isElement && node.namespaceURI === XHTML;
      nodes.nodeType.push(isText ? 3 : node.nodeType);
      nodes.nodeName.push(number(upper ? node.nodeName.toUpperCase() : isText ? "#text" : node.nodeName));
      nodes.nodeValue.push(isText ? number(node.data) : -1);
      nodes.attributes.push(isElement ? [...node.attributes].flatMap((one) => [number(one.name), number(one.value)]) : []);
      if (isElement || isText) rows.push(node);
      let own = styles;
      if (isElement) {
        const computed = node.ownerDocument.defaultView.getComputedStyle(node);
        own = STYLES.map((name) => number(computed.getPropertyValue(name)));
      }
      const box = isText ? rangeOf(node) : isElement && node;
      if (box && box.getClientRects().length) {
        const { left, top, width, height } = box.getBoundingClientRect();
        layout.nodeIndex.push(at);
        layout.styles.push(own);
        layout.bounds.push([left + x, top + y, width, height].map((side) => Math.round(side * 10) / 10));
      }
      for (const child of below(node).reverse()) {
        const inFrame = child.nodeType === 9 && node !== document ? node.getBoundingClientRect() : null;
        const shift = inFrame ? { x: x + inFrame.left + node.clientLeft, y: y + inFrame.top + node.clientTop } : { x, y };
        todo.push({ node: child, parent: at, styles: own, ...shift });
      }
    }
    const { scrollWidth: contentWidth, scrollHeight: contentHeight } = document.documentElement;
    const sizes = { contentWidth, contentHeight, windowWidth: innerWidth, windowHeight: innerHeight };
    const own = { documentURL: number(location.href), encodingName: number(document.characterSet), nodes, layout, ...sizes };
    return { documents: [own], strings: [...strings.keys()] };
  }

  function rangeOf(text) {
    const range = text.ownerDocument.createRange();
    return range.selectNodeContents(text) ?? range;
  }

  // What is seen below a node, in order: its shadow root, its children, the document of a frame.
  function below(node) {
    if (CLOSED.has(node.localName)) return [];
    if (frameOf(node)) return [frameOf(node)];
    const children = [...node.childNodes].filter((one) => [1, 3, 4].includes(one.nodeType));
    return node.shadowRoot ? [node.shadowRoot, ...children] : children;
  }

  function frameOf(node) {
    try {
      return /^i?frame$/.test(node.localName) && node.contentDocument?.documentElement && node.contentDocument;
    } catch {
      return null;
    }
  }

  const above = (node) => node.parentNode ?? node.host ?? node.defaultView?.frameElement ?? null;

  // Dims what holds none of the rows, and scrolls to the first of them, once; the next snapshot, or `clear`, undoes it.
  function mark(kept) {
    clear();
    const [wanted, holding] = [new Set(kept.map((row) => rows[row])), new Set()];
    for (const node of wanted) for (let one = node; one && !holding.has(one); one = above(one)) holding.add(one);
    const todo = [document.body];
    while (todo.length) {
      const node = todo.pop();
      if (holding.has(node)) todo.push(...(wanted.has(node) ? [] : below(node)));
      else if (node.style) dimmed.push([node, node.getAttribute("style")]);
    }
    for (const [node] of dimmed) node.style.setProperty("opacity", "0.15", "important");
    const first = !isSeen && kept.length && rows[kept.reduce((one, other) => Math.min(one, other))];
    if (first) (first.nodeType === 1 ? first : first.parentElement)?.scrollIntoView({ block: "center" });
    isSeen ||= Boolean(first);
    return dimmed.length;
  }

  function clear() {
    for (const [node, before] of dimmed) before === null ? node.removeAttribute("style") : node.setAttribute("style", before);
    dimmed = [];
  }

  return { snapshot, mark, clear, at: (row) => rows[row], get size() { return rows.length; } };
})();
