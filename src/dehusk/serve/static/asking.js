// How the service is asked, and what a page is when it is sent.
const element = (id) => document.getElementById(id);

export class Refusal extends Error {}

export async function call(path, options = {}) {
  const token = sessionStorage.getItem("token");
  const headers = { ...options.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  let answer;
  try {
    answer = await fetch(path, { ...options, headers });
  } catch {
    throw new Refusal("The service does not answer; start it with: dehusk serve");
  }
  if (answer.status === 401) {
    await askToken();
    return call(path, options);
  }
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({ message: `The service answered ${answer.status}.` }));
    throw new Refusal(told.message);
  }
  return answer;
}

function askToken() {
  const dialog = element("ask-token");
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => {
    sessionStorage.setItem("token", element("token").value);
    done();
  }, { once: true }));
}

export const asJson = (path, body, more = {}) => call(path, { method: "POST", headers: { "content-type": "application/json", ...more }, body: JSON.stringify(body) });

// The page of a source, as a field of a request.
export async function pageOf(source) {
  if (source.snapshot) return { snapshot: source.snapshot };
  if (typeof source.html === "string") return { html: source.html };
  return { base64: base64(new Uint8Array(await source.html.arrayBuffer())) };
}

export function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}

// The address that somebody pasted in the place of HTML, null for anything else.
export function addressIn(text) {
  const found = text.trim();
  const whole = /^https?:\/\//i.test(found) ? found : /^[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}{2,}([:/?#]|$)/u.test(found) ? `https://${found}` : "";
  return /[\s<>]/.test(found) || !URL.canParse(whole) ? null : whole;
}
