// Mozilla's Readability in jsdom, behind the same pipe as worker.py.
import { createRequire } from 'node:module';
import { readSync, writeSync } from 'node:fs';

const require = createRequire(`${process.argv[2]}/`);
const { Readability } = require('@mozilla/readability');
const { JSDOM, VirtualConsole } = require('jsdom');

const BLOCKS = new Set(('ADDRESS ARTICLE ASIDE BLOCKQUOTE BR CAPTION DD DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3'
  + ' H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE TBODY TD TFOOT TH THEAD TR UL').split(' '));

function read(size) {
  const buffer = Buffer.alloc(size);
  let filled = 0;
  while (filled < size) {
    let count = 0;
    try {
      count = readSync(0, buffer, filled, size - filled, null);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      continue;
    }
    if (count === 0) process.exit(0);
    filled += count;
  }
  return buffer;
}

function send(message) {
  const data = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const all = Buffer.concat([head, data]);
  for (let sent = 0; sent < all.length;) {
    try {
      sent += writeSync(1, all, sent);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

// Text with a line for each block, as for the systems in Python; textContent would join words.
function textOf(node, pieces) {
  for (const child of node.childNodes) {
    const isBlock = BLOCKS.has(child.nodeName);
    if (isBlock) pieces.push('\n');
    if (child.nodeType === 3) pieces.push(child.data);
    else textOf(child, pieces);
    if (isBlock) pieces.push('\n');
  }
  return pieces;
}

function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function answer({ html, url }) {
  const bytes = Buffer.from(html, 'base64');
  const start = cpu();
  try {
    const options = { virtualConsole: new VirtualConsole() };
    if (url) options.url = url;
    const article = new Readability(new JSDOM(bytes, options).window.document).parse();
    const seconds = cpu() - start;
    if (!article || !article.content) return { text: '', seconds };
    return { text: textOf(JSDOM.fragment(article.content), []).join(''), seconds };
  } catch (error) {
    return { error: `${error.name}: ${error.message}`.slice(0, 300) };
  }
}

const versions = {};
for (const name of ['@mozilla/readability', 'jsdom']) {
  versions[name] = require(`${name}/package.json`).version;
}
send({ versions });
for (;;) send(answer(JSON.parse(read(read(4).readUInt32BE()))));
