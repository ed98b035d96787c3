// Systems that run in Node, behind the same pipe as worker.py: node worker.mjs FOLDER MODULE PACKAGE…
import { createRequire } from 'node:module';
import { readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, module, ...packages] = process.argv.slice(2);
const require = createRequire(`${folder}/`);
const { JSDOM, VirtualConsole } = require('jsdom');
const virtualConsole = new VirtualConsole();
const documentOf = (bytes, url) => new JSDOM(bytes, url ? { url, virtualConsole } : { virtualConsole }).window.document;

// From the bytes of a page and its URL to HTML, or to text.
const systems = {
  '@mozilla/readability': async () => {
    const { Readability } = require('@mozilla/readability');
    return (bytes, url) => ({ html: new Readability(documentOf(bytes, url)).parse()?.content });
  },
  defuddle: async () => {
    const file = join(folder, 'node_modules', 'defuddle', 'dist', 'node.js');
    const { Defuddle } = await import(pathToFileURL(file).href);
    return async (bytes, url) => ({ html: (await Defuddle(documentOf(bytes, url), url || 'http://example.org/')).content });
  },
  // It takes text and no bytes.
  '@firecrawl/html-extractor': async () => {
    const { extractSync } = require('@firecrawl/html-extractor');
    return (bytes, url, html) => ({ text: extractSync(html(), { url: url ?? undefined, outputText: true }).text });
  },
};

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

// As in worker.py: by Linux's own account, else by what the process has in common with its parent.
function peak() {
  try {
    return parseInt(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

async function answer(extract, { html, url }) {
  const bytes = Buffer.from(html, 'base64');
  const decoded = () => decoder(bytes).decode(bytes);
  const start = cpu();
  try {
    const found = await extract(bytes, url, decoded);
    const seconds = cpu() - start;
    const text = found.text ?? (found.html ? textOf(JSDOM.fragment(found.html), []).join('') : '');
    return { text, seconds, bytes: peak() };
  } catch (error) {
    return { error: `${error.name}: ${error.message}`.slice(0, 300) };
  }
}

// By the declared encoding, for systems that take text.
function decoder(bytes) {
  const label = /charset\s*=\s*["']?([\w-]+)/.exec(bytes.toString('latin1', 0, 4096))?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}

// Systems may print: what they print must not come between the messages.
console.log = console.info = console.debug = () => {};
const versions = {};
for (const name of packages) {
  versions[name] = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'))).version;
}
const extract = await systems[module]();
send({ versions });
for (;;) send(await answer(extract, JSON.parse(read(read(4).readUInt32BE()))));
