// Reactions over the table: the tray they are chosen from, the stickers that rise from skier and cabin, and the snowball.
// They lie on a layer of their own above everything, follow whom they belong to, and decide nothing. Screen readers hear
// them from `chat.js`.

import { ahead } from "./hour.js";
import { cabinOf, follow, layer, pieceOf, skiersOf, still, visible } from "./layer.js";
import { isTall } from "./portrait.js";
import { tossed } from "./snowball.js";
import { wish } from "./wishes.js";

const root = document.querySelector("[data-table]");
const tray = document.getElementById("tray");
const form = document.getElementById("f-react");
const shown = 2000;
const breath = 10000;
let opener = null;
let closing = 0;
let sent = [];

const href = tray?.dataset.style ?? root.dataset.reactStyle;
const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
const dressed = new Promise(done => { sheet.onload = sheet.onerror = done; });
document.head.append(sheet);

// Not over a decision that must be made in the next five seconds.
function hurried() {
  const end = Number(document.getElementById("clock")?.dataset.deadline ?? 0);
  return Boolean(end) && root.querySelector("#act[data-turn]") && end - (Date.now() + ahead()) < 5000;
}

export async function rise(line, words) {
  const skiers = line.seat === null ? [] : skiersOf(line.seat);
  if (!skiers.length || hurried()) return;
  await dressed;
  const skier = skiers.find(pieceOf) ?? skiers[0];
  if (line.text !== "snowball") return sticker(skier, words);
  if (line.target === null) return sticker(skier, "❄");
  tossed(skier, skiersOf(line.target)[line.figure] ?? skiersOf(line.target)[0]);
}

// At most three at one place: the oldest leaves; the later one stands higher.
function sticker(skier, words) {
  const hat = [...(cabinOf(skier)?.querySelector("svg")?.classList ?? [])].find(name => /^s\d$/.test(name)) ?? "";
  for (const place of ["cabin", "skier"]) {
    const group = `${place}-${skier}`;
    const there = [...layer.querySelectorAll(`[data-group="${group}"]`)];
    if (there.length > 2) there[0].remove();
    const high = 34 * Math.min(2, there.length);
    const box = document.createElement("div");
    box.className = `rebox at-${place}`;
    box.dataset.group = group;
    box.setAttribute("aria-hidden", "true");
    const paper = Object.assign(document.createElement("div"), { className: `re ${hat}`, textContent: words });
    const name = document.createElement("span");
    name.className = "rename";
    name.textContent = cabinOf(skier)?.querySelector(".nm")?.firstChild.textContent ?? "";
    paper.prepend(name);
    box.append(paper);
    layer.append(box);
    follow(box, () => (place === "cabin" ? overCabin(skier, high) : overSkier(skier, high)));
    play(paper).then(() => box.remove());
  }
}

function overCabin(skier, high) {
  const cabin = cabinOf(skier)?.getBoundingClientRect();
  if (!cabin) return null;
  return isTall() ? [inside(cabin.x + cabin.width / 2), cabin.bottom + 30 + high]
    : [inside(cabin.x + cabin.width * 0.72), cabin.y + cabin.height * 0.5 - high];
}

function overSkier(skier, high) {
  const piece = pieceOf(skier)?.getBoundingClientRect();
  return piece && [inside(piece.x + piece.width * 0.5 + 26), piece.y - 20 - high];
}

const inside = x => Math.max(52, Math.min(innerWidth - 52, x));

function play(paper) {
  const stay = { opacity: 1, transform: "translateY(0) scale(1) rotate(-4deg)" };
  const frames = still()
    ? [stay, stay]
    : [
      { opacity: 0, transform: "translateY(26px) scale(.7) rotate(0)", easing: "cubic-bezier(.3,1.6,.5,1)" },
      { ...stay, offset: 0.12 },
      { ...stay, offset: 0.85, easing: "cubic-bezier(.2,.8,.25,1)" },
      { opacity: 0, transform: "translateY(-8px) scale(1) rotate(-4deg)" },
    ];
  return paper.animate(frames, { duration: shown, fill: "both" }).finished;
}

// The tray: the last used first; it closes after one use, by Escape, or by itself.

const buttons = () => [...tray.querySelectorAll(":scope > button")];

export async function open(from) {
  opener = from ?? [...document.querySelectorAll("[data-react]")].find(visible) ?? null;
  await dressed;
  if (tray.hidden) return;
  tray.style.opacity = "";
  for (const button of document.querySelectorAll("[data-react]")) button.setAttribute("aria-expanded", "true");
  place();
  rest();
  later();
}

function place() {
  const at = opener?.getBoundingClientRect();
  const panel = opener?.closest(".talk")?.getBoundingClientRect();
  const box = tray.getBoundingClientRect();
  const left = panel ? panel.left : at ? at.left - box.width - 8 : 12;
  const hand = document.querySelector("#hand .tcard")?.getBoundingClientRect().top ?? innerHeight;
  const bottom = panel ? panel.top - 8 : Math.min(at?.bottom ?? innerHeight, hand - 6);
  tray.style.left = `${Math.max(8, Math.min(left, innerWidth - box.width - 8))}px`;
  tray.style.top = `${Math.max(8, bottom - box.height)}px`;
}

function later() {
  clearTimeout(closing);
  closing = setTimeout(() => { if (!tray.matches(":hover, :focus-within:has(:focus-visible)")) close(); else later(); }, 6000);
}

export function close() {
  clearTimeout(closing);
  if (tray.hidden) return;
  const held = tray.contains(document.activeElement);
  tray.hidden = true;
  document.getElementById("refusal-react").replaceChildren();
  for (const button of document.querySelectorAll("[data-react]")) button.setAttribute("aria-expanded", "false");
  if (held) (opener ?? document.getElementById("main")).focus({ preventScroll: true });
}

// Three in ten seconds; the server counts, too.
function rest() {
  sent = sent.filter(at => performance.now() - at < breath);
  const tired = sent.length > 2;
  for (const button of buttons()) button.toggleAttribute("aria-disabled", tired);
  const why = document.getElementById("refusal-react");
  if (tired && !why.childElementCount) {
    const words = Object.assign(document.createElement("p"), { textContent: tray.dataset.rest });
    words.setAttribute("role", "status");
    why.replaceChildren(words);
    place();
  }
  if (tired) setTimeout(() => { if (!tray.hidden) { why.replaceChildren(); place(); rest(); } }, breath - (performance.now() - sent[0]) + 50);
  return tired;
}

// What the server refused is shown where it was chosen.
export function refused() {
  if (!tray || !document.getElementById("refusal-react").childElementCount) return;
  sent.pop();
  tray.hidden = false;
  place();
  later();
}

if (tray) tray.dataset.listens = "";
tray?.addEventListener("click", event => {
  const button = event.target.closest("button");
  if (!button) return;
  if (rest()) return event.preventDefault();
  if ("aim" in button.dataset) {
    close();
    aim();
  } else {
    wish("reaction", button.value);
    sent.push(performance.now());
    setTimeout(close); // after the form has taken its button
  }
});
tray?.addEventListener("keydown", event => {
  const all = buttons();
  const at = all.indexOf(document.activeElement);
  const next = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (next !== undefined) all.at(next % all.length).focus();
  else if (event.key === "Escape") close();
  else return;
  event.preventDefault();
  event.stopPropagation();
  later();
});
document.addEventListener("pointerdown", event => {
  if (!tray || event.target.closest("#tray, [data-react], #reactions")) return;
  close();
  lower();
});

// The snowball in the hand: a ring lies around everybody it can be thrown at. Tab walks the cabins, Enter throws,
// Escape puts it back.
const lower = () => { for (const ring of layer.querySelectorAll(".aims")) ring.remove(); };

function aim() {
  const from = opener;
  lower();
  for (const cabin of document.querySelectorAll("#roster .cabin[data-seat]")) {
    const { seat } = cabin.dataset;
    if (seat === root.dataset.seat) continue;
    const skier = Number(cabin.id.slice(5));
    const which = skiersOf(seat).indexOf(skier);
    const name = cabin.querySelector(".nm").firstChild.textContent;
    target("aimcab", () => cabinOf(skier), tray.dataset.throw.replace("#", () => name), seat, which, from);
    target("aimsk", () => pieceOf(skier), "", seat, which, from);
  }
  layer.querySelector(".aimcab")?.focus({ preventScroll: true });
}

function target(kind, element, words, seat, which, from) {
  const ring = Object.assign(document.createElement("button"), { type: "button", className: `aims ${kind}` });
  if (words) ring.setAttribute("aria-label", words);
  else {
    ring.tabIndex = -1;
    ring.setAttribute("aria-hidden", "true");
  }
  layer.append(ring);
  follow(ring, () => {
    const box = element()?.getBoundingClientRect();
    if (!box) return null;
    const size = kind === "aimsk" ? Math.max(48, box.width + 16) : 0;
    ring.style.width = `${size || box.width}px`;
    ring.style.height = `${size || box.height}px`;
    return size ? [box.x + (box.width - size) / 2, box.y + (box.height - size) / 2] : [box.x, box.y];
  });
  ring.addEventListener("click", () => {
    lower();
    from?.focus({ preventScroll: true });
    throwAt(seat, which);
  });
  ring.addEventListener("keydown", event => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    lower();
    from?.focus({ preventScroll: true });
  });
}

function throwAt(seat, which) {
  const { seat: at, figure } = form.elements;
  const button = Object.assign(document.createElement("button"), { name: "reaction", value: "snowball", hidden: true });
  Object.assign(at, { value: seat, disabled: false });
  Object.assign(figure, { value: String(Math.max(0, which)), disabled: false });
  form.append(button);
  sent.push(performance.now());
  form.requestSubmit(button);
  button.remove();
  at.disabled = figure.disabled = true;
}
