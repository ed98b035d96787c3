// The page at hand, for a reload of this tab: packed, so that a large one fits, and gone with the tab.
import { base64 } from "./asking.js";

const NAME = "page";
let turn = 0;

export async function keep(source) {
  const mine = (turn += 1);
  sessionStorage.removeItem(NAME);
  if (!source) return;
  const { html, ...rest } = source;
  const head = JSON.stringify({ ...rest, reply: undefined, isText: typeof html === "string" });
  const packed = await through(new CompressionStream("gzip"), new Blob([head, "\n", html ?? ""]));
  if (mine !== turn) return;
  try {
    sessionStorage.setItem(NAME, base64(packed));
  } catch {
    // Larger than a browser keeps: then a reload begins anew.
  }
}

export async function kept() {
  const stored = sessionStorage.getItem(NAME);
  if (!stored) return null;
  try {
    const packed = Uint8Array.from(atob(stored), (sign) => sign.charCodeAt(0));
    const bytes = await through(new DecompressionStream("gzip"), new Blob([packed]));
    const end = bytes.indexOf(10);
    const { isText, ...source } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    const html = bytes.subarray(end + 1);
    if (source.snapshot) return source;
    return { ...source, html: isText ? new TextDecoder().decode(html) : new Blob([html]) };
  } catch {
    return null;
  }
}

async function through(packer, blob) {
  return new Uint8Array(await new Response(blob.stream().pipeThrough(packer)).arrayBuffer());
}
