// Markdown as the renderers of Node show it, with raw HTML on and no address refused.
// A line in is a JSON list of texts; a line out, for each of them, a dictionary of HTML by renderer.

import { createInterface } from "node:readline";
import * as commonmark from "commonmark";
import MarkdownIt from "markdown-it";
import footnote from "markdown-it-footnote";
import texmath from "markdown-it-texmath";
import { Marked } from "marked";
import markedFootnote from "marked-footnote";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";
import rehypeRaw from "rehype-raw";
import rehypeStringify from "rehype-stringify";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

const dangerous = { allowDangerousHtml: true, allowDangerousProtocol: true };

function byMicromark(extensions, htmlExtensions) {
  return (text) => micromark(text, { ...dangerous, extensions, htmlExtensions });
}

function byRemark(...plugins) {
  const processor = plugins
    .reduce((made, plugin) => made.use(plugin), unified().use(remarkParse))
    .use(remarkRehype, dangerous)
    .use(rehypeRaw)
    .use(rehypeStringify);
  return (text) => String(processor.processSync(text));
}

function byMarkdownIt(options, ...plugins) {
  const made = plugins.reduce((it, [plugin, ...given]) => it.use(plugin, ...given), new MarkdownIt({ html: true, ...options }));
  made.validateLink = () => true;
  return (text) => made.render(text);
}

function byMarked(options, ...extensions) {
  const made = new Marked(options, ...extensions);
  return (text) => made.parse(text);
}

const reader = new commonmark.Parser();
const writer = new commonmark.HtmlRenderer({ safe: false });
// Formulas are drawn as words: what becomes of LaTeX is no matter of Markdown.
const drawn = { renderToString: (latex) => `<span>${latex.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</span>` };

const renderers = {
  "commonmark.js": (text) => writer.render(reader.parse(text)),
  "markdown-it": byMarkdownIt({}),
  "markdown-it, autolinks": byMarkdownIt({ linkify: true }),
  "markdown-it, notes and formulas": byMarkdownIt({}, [footnote], [texmath, { engine: drawn, delimiters: "dollars" }]),
  marked: byMarked({ gfm: true }),
  "marked, breaks": byMarked({ gfm: true, breaks: true }),
  "marked, notes": byMarked({ gfm: true }, markedFootnote()),
  "marked, no GFM": byMarked({ gfm: false }),
  micromark: byMicromark([], []),
  "micromark, GFM": byMicromark([gfm()], [gfmHtml()]),
  "micromark, formulas": byMicromark([math()], []),
  "micromark, GFM and formulas": byMicromark([gfm(), math()], [gfmHtml()]),
  remark: byRemark(),
  "remark, GFM": byRemark(remarkGfm),
  "remark, everything": byRemark(remarkGfm, remarkMath, remarkFrontmatter),
};

const lines = createInterface({ input: process.stdin });
for await (const line of lines) {
  const rendered = JSON.parse(line).map((text) =>
    Object.fromEntries(Object.entries(renderers).map(([name, render]) => [name, render(text)])));
  process.stdout.write(JSON.stringify(rendered) + "\n");
}
