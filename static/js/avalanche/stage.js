// The stage of the motion is the page itself: the pieces, cabins and the plate as they stood before the story, which its
// beats take forward. Here is where things are; when they go is decided in motion.js.

import { front, map } from "./map.js";
import { snapshot } from "../moment.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const places = ["--wx", "--wy", "--tx", "--ty"];
const fronts = ["--wf", "--tf", "--fwx", "--fwy", "--fty"];
export const piste = $(".piste");

export const piece = skier => $(`#sk-${skier}`);
export const yeti = () => $("#yeti-at");
export const cabin = skier => $(`#seat-${skier}`);
export const plate = () => $("#avalanche b");

const read = (element, names) => {
  const style = getComputedStyle(element);
  return Object.fromEntries(names.map(name => [name, Number(style.getPropertyValue(name)) || 0]));
};
export const whereIs = element => read(element, places);

// What a story tells of, as it stands now. What is the reader's to choose is no part of it.
const told = ["state", "where", "board", "avalanche", "pieces", "rail", "roster", "clock", "reveal", "display", "log",
  "limit", "above"];
export const capture = () =>
  told.map(id => ({ id, html: snapshot(id) })).filter(region => region.html);

// What beats have written on the page beside its regions.
export function tidy() {
  for (const name of fronts) piste.style.removeProperty(name);
  for (const one of $$("#pieces > *")) one.removeAttribute("style");
  for (const one of $$(".heli")) one.remove();
}

// Where everything stands that may move: of each piece by its id, and of the front.
export const standing = () =>
  new Map([
    ...$$("#pieces > .sk, #pieces > .yeti").map(one => [one.id, whereIs(one)]),
    ["front", read(piste, fronts)],
  ]);

// Phone: how much of the mountain's upper edge lies under the revealed cards, in px.
function covered(frame) {
  const low = $$(".rvl .flips").map(cards => cards.getBoundingClientRect())
    .filter(box => box.left < frame.right && box.right > frame.left)
    .map(box => box.bottom - frame.top);
  return Math.min(Math.max(0, ...low), frame.height / 2);
}

// Phone: keeps what moves in sight, below the cards.
export function follow(y, smooth) {
  const scroll = $(".scroll");
  if (y === undefined || scroll.scrollHeight <= scroll.clientHeight) return;
  const frame = scroll.getBoundingClientRect();
  const low = covered(frame);
  const at = (y * piste.clientWidth) / 346;
  const top = at - (scroll.clientHeight + low) / 2;
  scroll.scrollTo({ top: top + clearOf(low, at, top), behavior: smooth ? "smooth" : "auto" });
}

// How much farther to scroll so that the cards do not cut the words on the avalanche: up until they are whole, else down
// until they are gone, as far as what is looked at (`at`) stays in sight.
function clearOf(low, at, top) {
  const scroll = $(".scroll");
  const words = $("#avalanche");
  if (!low || words.hidden) return 0;
  const box = words.getBoundingClientRect();
  const above = box.top - scroll.getBoundingClientRect().top + scroll.scrollTop - top;
  const below = above + box.height;
  if (above >= low || below <= low) return 0;
  const [up, down] = [above - low - 4, below - low + 4];
  const figure = 50;
  if (at - top - up < scroll.clientHeight - figure) return up;
  return at - top - down > low + figure ? down : 0;
}

const racers = () => $$("#pieces > .sk:not(.buried, .sunk)");
export function anybody() {
  const frame = $(".scroll").getBoundingClientRect();
  const top = frame.top + covered(frame);
  return racers().some(one => {
    const { y } = one.getBoundingClientRect();
    return y > top && y < frame.bottom;
  });
}

// The height of one's own skier, else of the one in front, else of the avalanche. The start is left as it is.
export function racing() {
  if ($("#board[data-cam]")) return undefined;
  const all = racers();
  const { seat } = $("[data-table]").dataset;
  const own = all.filter(one => one.matches(`.seat-${seat}`));
  const heights = (own.length ? own : all).map(one => whereIs(one)["--ty"]);
  return heights.length ? Math.max(...heights) : read(piste, fronts)["--fty"];
}

export const frontAt = bank => front(Math.min(bank, map.banks.length - 1));
