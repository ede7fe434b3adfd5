// As much of a browser as the page's scripts ask for, so that they run under Node where there is no Chromium:
// elements with children, text and listeners; nothing is laid out, nothing is drawn.

class Node {
  constructor(tag) {
    Object.assign(this, { tagName: tag.toUpperCase(), children_: [], parent: null, attributes: {}, listeners: {}, dataset: {}, style: {}, hidden: false, value: "" });
    this.classList = {
      names: new Set(),
      add: (name) => this.classList.names.add(name),
      remove: (name) => this.classList.names.delete(name),
      toggle: (name, on = !this.classList.names.has(name)) => (on ? this.classList.names.add(name) : this.classList.names.delete(name)),
    };
  }
  get childNodes() { return this.children_; }
  get isConnected() { return this === document.documentElement || Boolean(this.parent?.isConnected); }
  get textContent() { return this.children_.map((one) => (typeof one === "string" ? one : one.textContent)).join(""); }
  set textContent(text) { this.replaceChildren(); this.children_ = text === "" ? [] : [String(text)]; }
  set className(name) { this.setAttribute("class", name); }
  append(...nodes) { for (const one of nodes) { if (one instanceof Node) { one.remove(); one.parent = this; } this.children_.push(one); } }
  replaceChildren(...nodes) { for (const one of this.children_) if (one instanceof Node) one.parent = null; this.children_ = []; this.append(...nodes); }
  after(node) { node.parent = this.parent; this.parent?.children_.push(node); }
  remove() { if (this.parent) this.parent.children_ = this.parent.children_.filter((one) => one !== this); this.parent = null; }
  contains(node) { for (let at = node; at; at = at.parent) if (at === this) return true; return false; }
  setAttribute(name, value) { this.attributes[name] = String(value); if (name === "class") this.classList.names = new Set(String(value).split(" ")); }
  getAttribute(name) { return this.attributes[name] ?? null; }
  removeAttribute(name) { delete this.attributes[name]; }
  addEventListener(name, act) { (this.listeners[name] ??= []).push(act); }
  dispatch(name, event = {}) { return Promise.all((this.listeners[name] ?? []).map((act) => act({ preventDefault() {}, target: this, ...event }))); }
  click() { return this.dispatch("click"); }
  focus() { document.activeElement = this; }
  select() {}
  close() { return this.dispatch("close"); }
  showModal() {}
  decode() { return Promise.resolve(); }
  getBoundingClientRect() { return { top: 0, left: 0, height: 0, width: 0 }; }
  *all() { for (const one of this.children_) if (one instanceof Node) { yield one; yield* one.all(); } }
  fits(selector) {
    return selector.split(",").some((part) => {
      const last = part.trim().split(/\s+/).at(-1);
      const [, tag, id, names] = /^([a-z0-9]*)(?:#([\w-]+))?((?:\.[\w-]+)*)/.exec(last);
      return (!tag || this.tagName === tag.toUpperCase()) && (!id || this.attributes.id === id)
        && names.split(".").filter(Boolean).every((name) => this.classList.names.has(name));
    });
  }
  querySelectorAll(selector) { return [...this.all()].filter((one) => one.fits(selector)); }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  closest(selector) { for (let at = this; at; at = at.parent) if (at.fits(selector)) return at; return null; }
}

const root = new Node("html");
globalThis.document = Object.assign(root, {
  documentElement: root, body: new Node("body"), activeElement: null, title: "",
  createElement: (tag) => new Node(tag), createElementNS: (_, tag) => new Node(tag),
  getElementById: (id) => root.querySelector(`#${id}`), execCommand: () => false,
});
root.append(document.body);
for (const id of ["bar", "main", "source", "said"]) {
  const made = new Node("div");
  made.setAttribute("id", id);
  document.body.append(made);
}
const store = () => { const kept = {}; return { getItem: (key) => kept[key] ?? null, setItem: (key, value) => { kept[key] = value; } }; };
Object.defineProperty(globalThis, "navigator", { value: { languages: ["fr-FR"] }, configurable: true });
Object.assign(globalThis, {
  localStorage: store(), sessionStorage: store(), location: { hash: "", origin: "http://here" }, devicePixelRatio: 1,
  BroadcastChannel: class { postMessage() {} addEventListener() {} }, // Node's own would keep it running
  history: { state: null, pushState() {}, back() {} },
  matchMedia: () => ({ matches: false, addEventListener() {} }), addEventListener: (name, act) => root.addEventListener(name, act),
});

/** Let everything that is due happen. */
export const settled = (ms = 20) => new Promise((resolve) => setTimeout(resolve, ms));

/** A reply of the server. */
export const json = (value) => new Response(JSON.stringify(value), { headers: { "Content-Type": "application/json" } });
