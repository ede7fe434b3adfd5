// What the whole page shares: which knowledge base is asked, and who wants to know when it changes.

const KEY = "edge.knowledge";
const listeners = new Set();

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
