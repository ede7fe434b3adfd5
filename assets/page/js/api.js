// The server: JSON in and out, streams of events, the token where one is asked for.
import { has, t } from "./words.js";

const KEY = "edge.token";
let askToken = async () => null;

/** `ask` opens a dialog for the token and gives it, or null. */
export function onToken(ask) {
  askToken = ask;
}

/** What went wrong, with the next step in `hint`. */
export class Failed extends Error {
  constructor(message, hint = "", status = 0, type = "") {
    super(message);
    Object.assign(this, { hint, status, type });
  }
}

async function asked(path, options = {}) {
  for (let tries = 0; ; tries += 1) {
    const headers = { ...(options.headers ?? {}) };
    const token = sessionStorage.getItem(KEY);
    if (token) headers.Authorization = `Bearer ${token}`;
    let response;
    try {
      response = await fetch(path, { ...options, headers, credentials: "omit", redirect: "error" });
    } catch (error) {
      lost(error);
    }
    if (response.status === 401 && tries < 3) {
      const given = await askToken(tries > 0);
      if (given) {
        sessionStorage.setItem(KEY, given);
        continue;
      }
    }
    if (!response.ok) throw await refusal(response);
    return response;
  }
}

/** What the server says went wrong; in the page's own words where its kind has some. */
function told({ type, message, hint, params = {} }, status = 0) {
  const key = `refused_${type.replaceAll("-", "_")}`;
  return has(key) ? new Failed(t(key, params), "", status, type) : new Failed(message, hint, status, type);
}

async function refusal(response) {
  try {
    return told((await response.json()).error, response.status);
  } catch {
    return new Failed(t("failed", { status: String(response.status) }), "", response.status);
  }
}

function query(path, values) {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}

function json(value, headers = {}) {
  return { method: "POST", body: JSON.stringify(value), headers: { "Content-Type": "application/json", ...headers } };
}

export async function get(path, values = {}, signal = undefined) {
  return (await asked(query(path, values), { signal })).json();
}

export async function post(path, value, signal = undefined) {
  return (await asked(path, { ...json(value), signal })).json();
}

export async function remove(path, values = {}) {
  return (await asked(query(path, values), { method: "DELETE" })).json();
}

/** The address of a picture that was fetched; the caller revokes it. */
export async function picture(path, values, signal) {
  return URL.createObjectURL(await (await asked(query(path, values), { signal })).blob());
}

/** Server-sent events of a POST as [name, data], one after the other. */
export async function* events(path, value, signal) {
  yield* read(await asked(path, { ...json(value, { Accept: "text/event-stream" }), signal }));
}

/** Send a file under an address of its own. */
export async function send(path, values, file, signal) {
  const headers = { "Content-Type": "application/octet-stream" };
  return (await asked(query(path, values), { method: "PUT", body: file, headers, signal })).json();
}

async function* read(response) {
  if (!(response.headers.get("Content-Type") ?? "").startsWith("text/event-stream")) {
    yield ["answer", await response.json()];
    return;
  }
  let waiting = "";
  for await (const piece of pieces(response.body.pipeThrough(new TextDecoderStream()))) {
    waiting += piece;
    const whole = waiting.split("\n\n");
    waiting = whole.pop();
    for (const event of whole) {
      const found = parsed(event);
      if (!found) continue;
      if (found[0] === "error") throw told(found[1]);
      yield found;
    }
  }
}

// Not every browser can iterate a stream.
async function* pieces(stream) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(lost);
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

// A browser tells of a server that is gone in its own words.
function lost(error) {
  throw error.name === "AbortError" ? error : new Failed(t("gone"), t("gone_hint"));
}

function parsed(event) {
  let name = "message";
  let data = "";
  for (const line of event.split("\n")) {
    if (line.startsWith("event: ")) name = line.slice(7);
    else if (line.startsWith("data: ")) data += line.slice(6);
  }
  return data ? [name, JSON.parse(data)] : null;
}
