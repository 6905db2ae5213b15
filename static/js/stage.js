// The stage of the motion: a copy of the pieces as they stood before, over the true ones, so that a message may be
// applied at once while its story is still being shown. Taken down, the truth is what remains.

import { front, map, put } from "./map.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const root = $("[data-table]");
const coordinates = ["--wx", "--wy", "--tx", "--ty"];
const fronts = ["--wf", "--tf", "--fwx", "--fwy", "--fty"];
export const stage = $("#stage");
export const piste = $(".piste");
let taken = null;

const read = (element, names) => {
  const style = getComputedStyle(element);
  return Object.fromEntries(names.map(name => [name, Number(style.getPropertyValue(name)) || 0]));
};

// How things stand now, before a message is applied. What is given can be set up once.
export function capture() {
  const pieces = $$("#pieces > .pc.sk, #pieces > .pc.yeti").map(piece => {
    const copy = piece.cloneNode(true);
    const where = read(piece, coordinates);
    copy.removeAttribute("id");
    copy.dataset.piece = piece.id;
    copy.className = piece.className.replace(/\b(at-\S+|line-\d+|shares)/g, "");
    return [copy, where];
  });
  const lift = $("#roster").cloneNode(true);
  const plate = $("#avalanche").cloneNode(true);
  taken = { pieces, lift, plate, front: read(piste, fronts) };
  return taken;
}

// How things stood at an earlier time: what `capture` gave then.
export const take = earlier => {
  taken = earlier;
};

export function setUp() {
  if (!taken) return;
  stage.replaceChildren(
    ...taken.pieces.map(([copy, where]) => {
      put(copy, where);
      return copy;
    }),
  );
  put(piste, taken.front);
  for (const [copy, after] of [
    [taken.lift, $("#roster")],
    [taken.plate, $("#avalanche")],
  ]) {
    copy.removeAttribute("id");
    copy.classList.add("frozen");
    copy.setAttribute("aria-hidden", "true");
    copy.inert = true;
    for (const inner of copy.querySelectorAll("[id]")) {
      inner.dataset.was = inner.id;
      inner.removeAttribute("id");
    }
    after.after(copy);
  }
  root.setAttribute("data-moving", "");
  taken = null;
}

export function takeDown() {
  root.removeAttribute("data-moving");
  stage.replaceChildren();
  for (const name of fronts) piste.style.removeProperty(name);
  for (const copy of $$(".frozen")) copy.remove();
}

export const piece = skier => $(`[data-piece="sk-${skier}"]`, stage);
export const yeti = () => $('[data-piece="yeti-at"]', stage);
export const cabin = skier => $(`.lift.frozen [data-was="seat-${skier}"]`);
export const plate = () => $(".plate.frozen b");

// Phone: keeps what moves in sight.
export function follow(y, smooth) {
  const scroll = $(".scroll");
  if (y === undefined || scroll.scrollHeight <= scroll.clientHeight) return;
  const scale = piste.clientWidth / 346;
  scroll.scrollTo({ top: y * scale - scroll.clientHeight * 0.5, behavior: smooth ? "smooth" : "auto" });
}

export const frontAt = bank => front(Math.min(bank, map.banks.length - 1));
