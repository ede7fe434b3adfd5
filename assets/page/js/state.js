// What the whole page shares: which knowledge base is asked, and who wants to know when it or its documents change.

const KEY = "edge.knowledge";
const listeners = new Set();
const readers = new Set();
// The other windows of this browser on this server.
const others = new BroadcastChannel("edge.documents");

export const shared = {
  bases: [],
  write: false,
  knowledge: "",
  /** Sources of the documents that are asked; none: all. */
  only: [],
};

/** Take what /api/knowledge tells; the base that was chosen last is kept while it is there. */
export function told({ knowledge, write }) {
  shared.bases = knowledge;
  shared.write = write;
  const kept = localStorage.getItem(KEY);
  shared.knowledge = (knowledge.find((one) => one.name === kept) ?? knowledge.find((one) => one.default))?.name ?? "";
}

export function useBase(name) {
  shared.knowledge = name;
  shared.only = [];
  localStorage.setItem(KEY, name);
  for (const listener of listeners) listener();
}

/** Ask in this document, or no more in this one; with none left in all. */
export function choose(source, on) {
  shared.only = shared.only.filter((one) => one !== source);
  if (on) shared.only.push(source);
}

export function onBase(listener) {
  listeners.add(listener);
}

/** Documents of a base came or went here: the other windows are told. */
export function documentsChanged(knowledge) {
  others.postMessage(knowledge);
}

/** Called when documents came or went elsewhere, or may have: in another window, or while this one was out of sight. */
export function onDocuments(listener) {
  readers.add(listener);
}

const look = () => readers.forEach((listener) => listener());
others.addEventListener("message", ({ data }) => data === shared.knowledge && look());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
