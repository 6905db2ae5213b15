// What this browser's reader prefers: kept here, never sent. A private window keeps nothing.

const usual = { speed: "1", sound: "off", letters: "on", notices: "off", reactions: "off", why: "off" };

export function wanted(name) {
  try {
    return localStorage.getItem(`yeti-${name}`) ?? usual[name];
  } catch {
    return kept[name] ?? usual[name];
  }
}

const kept = {};
export function wish(name, value) {
  kept[name] = value;
  try { localStorage.setItem(`yeti-${name}`, value); } catch { /* kept for this page alone */ }
  document.dispatchEvent(new CustomEvent("wish:changed", { detail: { name, value } }));
}

// Off until asked for, so the module that makes sounds comes with the first of them.
export const sound = name =>
  wanted("sound") === "on" && import("./sound.js").then(made => made.play(name), () => {});
