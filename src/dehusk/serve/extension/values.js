// What a method says of elements, as their tooltips; and the rows of words that stand elsewhere.
"use strict";
globalThis.dehuskValues ??= (() => {
  let told = [];
  const plain = (text) => text.replace(/\s+/g, "");

  // Shows the score of an element to whoever points at it; `clear` undoes it.
  function show(scores) {
    clear();
    scores.forEach((score, row) => {
      const node = globalThis.dehusk.at(row);
      if (node?.nodeType !== 1 || !score) return;
      told.push([node, node.getAttribute("title")]);
      node.title = `${node.localName}: ${score}`;
    });
    return told.length;
  }

  function clear() {
    for (const [node, before] of told) before === null ? node.removeAttribute("title") : (node.title = before);
    told = [];
  }

  // The rows whose words are in a text, which a method found in the source of the page.
  function rowsOf(text) {
    const [found, whole] = [[], plain(text)];
    for (let row = 0; row < globalThis.dehusk.size; row += 1) {
      const node = globalThis.dehusk.at(row);
      const around = node.nodeType === 3 && plain(node.parentElement?.textContent ?? node.data);
      if (around && plain(node.data) && whole.includes(around)) found.push(row);
    }
    return found;
  }

  // The page as the server sent it, before its scripts.
  const source = async () => (await fetch(location.href)).text();

  return { show, clear, rowsOf, source };
})();
