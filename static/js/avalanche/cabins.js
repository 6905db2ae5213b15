// The revealed cards, where their owners are: each cabin opens and its cards slide out. What came of a play is written
// beside them when it is told.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const notes = new Map();

export function close() {
  for (const cards of $$(".rvl")) cards.remove();
  for (const cabin of $$(".cabin.open")) cabin.classList.remove("open");
}

// `row`: the revealed cards as HTML; `down`: their backs are shown first.
export function open(row, down) {
  const list = new DOMParser().parseFromString(row, "text/html");
  notes.clear();
  for (const item of $$(".rv", list)) {
    lock($(`#seat-${item.dataset.skier}`));
    show(item, down);
  }
}

// Whose card is turned has locked in, though the page may hear of both at once.
function lock(cabin) {
  if (!cabin?.matches(".is-choosing")) return;
  cabin.classList.replace("is-choosing", "is-locked");
  $(".st", cabin)?.replaceWith($("#t-locked").content.firstElementChild.cloneNode(true));
}

function show(item, down, told = false) {
  const { skier } = item.dataset;
  const cabin = $(`#seat-${skier}`);
  if (!cabin) return;
  const cards = document.createElement("div");
  cards.className = `rvl rv${item.matches(".pair") ? " pair" : ""}${down ? " down" : ""}`;
  cards.dataset.skier = skier;
  cards.setAttribute("aria-hidden", "true");
  const note = $(".note", item).cloneNode(true);
  notes.set(skier, note);
  cards.append($(".flips", item).cloneNode(true));
  if (told) {
    cards.append(note);
    cards.classList.toggle("crash", item.matches(".crash"));
  }
  cabin.append(cards);
  cabin.classList.add("open");
}

export const turn = skier => $(`.rvl[data-skier="${skier}"]`)?.classList.remove("down");

// The cards of the round as they lie while something else is decided.
export function lie() {
  close();
  for (const item of $$("#reveal .rv")) show(item, false, true);
}

const ends = ["jump", "ski", "blocked"];

// What a beat says of somebody's play; it is the one whose turn it is.
export function tellCard(beat) {
  for (const cards of $$(".rvl")) {
    const mine = beat.skier !== undefined && Number(cards.dataset.skier) === beat.skier;
    if (cards.classList.contains("moved") && !mine) cards.classList.add("done");
    cards.classList.toggle("now", mine);
    if (!mine) continue;
    if (beat.kind === "crash") {
      cards.classList.add("crash");
      write(cards, Object.assign(document.createElement("div"), { className: "note", textContent: beat.big }));
    } else if (ends.includes(beat.kind)) {
      write(cards, notes.get(cards.dataset.skier));
      cards.classList.toggle("moved", beat.kind !== "blocked");
    }
  }
}

function write(cards, note) {
  $(".note", cards)?.remove();
  if (note) cards.append(note);
}
