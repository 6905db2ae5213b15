// The layer over the table for what people do to one another, and where they are to be seen now.

import { isTall } from "./portrait.js";

const stillness = matchMedia("(prefers-reduced-motion: reduce)");
export const still = () => stillness.matches;

export const layer = Object.assign(document.createElement("div"), { id: "reactions" });
document.querySelector("[data-table]").append(layer);

export const visible = element => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0;
const seen = selector => [...document.querySelectorAll(selector)].find(visible) ?? null;

// Where somebody is to be seen now: the cabin, and the skier if it is on the screen.
export const cabinOf = skier => seen(`#seat-${skier}`);
export function pieceOf(skier) {
  const drawn = seen(`#sk-${skier}:not(.buried) > svg:first-child`);
  if (!drawn) return null;
  const box = drawn.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const frame = isTall() ? document.querySelector(".scroll").getBoundingClientRect() : new DOMRect(0, 0, innerWidth, innerHeight);
  return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom ? drawn : null;
}
export const skiersOf = seat =>
  [...document.querySelectorAll(`#roster [data-seat="${seat}"]`)].map(cabin => Number(cabin.id.slice(5)));

// Keeps an element where its place is, frame by frame, until it goes.
export function follow(element, place) {
  const step = () => {
    if (!element.isConnected) return;
    const at = place();
    element.hidden = !at;
    if (at) element.style.translate = `${at[0]}px ${at[1]}px`;
    requestAnimationFrame(step);
  };
  step();
}
