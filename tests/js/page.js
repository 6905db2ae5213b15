// As much of a browser as a module of ours asks for when it is imported: an empty page that can send events. A test
// gives the elements its module looks up by id; everything else is not there.

const listeners = new Map();
const elements = new Map();
const kept = new Map();

export const place = (id, element) => elements.set(id, element);
export const wishes = kept;

globalThis.document = {
  cookie: "",
  getElementById: id => elements.get(id) ?? null,
  querySelector: selector => elements.get(selector) ?? null,
  querySelectorAll: () => [],
  addEventListener: (name, heard) => listeners.set(name, [...(listeners.get(name) ?? []), heard]),
  dispatchEvent: event => { for (const heard of listeners.get(event.type) ?? []) heard(event); },
};
globalThis.matchMedia = () => ({ matches: false, addEventListener: () => {} });
Object.defineProperty(globalThis, "localStorage", {
  value: { getItem: name => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) },
});
