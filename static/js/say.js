// The polite voice for screen readers: two paragraphs in turn, so that the same text is spoken again. What is said
// within one task is one announcement: each sentence keeps a paragraph of its own, and none takes another's place.

const box = document.getElementById("say");
const voices = document.querySelectorAll("#say p");
let turn = 0;
let together = false;

export function say(text) {
  if (!voices.length || !text) return;
  if (together) {
    box.append(Object.assign(document.createElement("p"), { textContent: text }));
    return;
  }
  together = true;
  setTimeout(() => { together = false; });
  while (box.childElementCount > voices.length) box.lastElementChild.remove();
  voices[turn].textContent = "";
  turn = 1 - turn;
  voices[turn].textContent = text;
}

// A sentence in pieces: the names in it, which no browser is to translate, are elements.
function named(text) {
  const names = [...document.querySelectorAll("#roster .nm > [translate=no]")].map(one => one.textContent);
  const known = names.sort((a, b) => b.length - a.length).map(name => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  if (!text || !known.length) return text ? [text] : [];
  return text.split(new RegExp(`(?<!\\p{L})(${known.join("|")})(?!\\p{L})`, "u")).map((part, at) =>
    at % 2 ? Object.assign(document.createElement("span"), { textContent: part, translate: false }) : part,
  ).filter(part => part);
}

// The same for the eye, below the mountain, where it may be shorter. A long one is set smaller.
const cap = document.getElementById("cap");
export function caption(text) {
  cap.replaceChildren(...named(text));
  cap.classList.toggle("long", text.length > 96);
}
export const inWords = (name, value) => cap.dataset[name]?.replace("#", () => value) ?? "";
