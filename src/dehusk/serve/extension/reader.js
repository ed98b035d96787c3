// The reading view: the safe HTML of the service, in a frame that runs nothing.
const STYLE = `
:root { color-scheme: light dark; --ink: #1d1c1a; --paper: #fcfbf9; --soft: #625e57; --line: #ddd8ce; --link: #0b57a4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece9e3; --paper: #1b1d20; --soft: #a8a39a; --line: #42454c; --link: #8fc1ff; }
}
body { max-width: 42rem; margin: 0 auto; padding: 2rem 1.25rem 5rem; background: var(--paper); color: var(--ink);
  font: 1.15rem/1.6 ui-serif, Charter, Georgia, serif; overflow-wrap: anywhere; }
h1 { line-height: 1.2; } a { color: var(--link); } img { max-width: 100%; height: auto; }
figure { margin: 1.5em 0; color: var(--soft); font-size: .9em; } pre { overflow: auto; padding: .8em; border: 1px solid var(--line); }
table { border-collapse: collapse; } td, th { padding: .3em .6em; border: 1px solid var(--line); text-align: start; }
blockquote { margin: 1em 0; padding-inline-start: 1em; border-inline-start: 3px solid var(--line); }`;
const POLICY = "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'";

const { title, html } = JSON.parse(localStorage.getItem("article") ?? '{"title": "dehusk", "html": ""}');
document.title = title;
const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
document.getElementById("page").srcdoc = `<!doctype html><html><head><meta charset="utf-8">${policy}`
  + `<base target="_blank"><style>${STYLE}</style></head><body dir="auto">${html}</body></html>`;
