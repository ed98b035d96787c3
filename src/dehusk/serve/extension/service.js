// The service on this machine: where it is, and how it is asked.
export const stored = (name, otherwise = "") => localStorage.getItem(name) || otherwise;
export const address = () => stored("service", "http://127.0.0.1:8000").replace(/\/+$/, "");

export class Stopped extends Error {}

export async function ask(path, asked) {
  const headers = asked ? { "content-type": "application/json" } : {};
  if (stored("token")) headers.authorization = `Bearer ${stored("token")}`;
  let answer;
  try {
    answer = await fetch(address() + path, asked ? { method: "POST", headers, body: JSON.stringify(asked) } : { headers });
  } catch {
    throw new Stopped("The service is not running.");
  }
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({}));
    throw new Error(told.message ?? `The service answered ${answer.status}.`);
  }
  return answer;
}
