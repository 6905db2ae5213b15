// What flies and shakes while a story is told. Nothing of it says more than the beat it belongs to.

import { run, scale, travels } from "./clockwork.js";
import { plate } from "./stage.js";

const $ = selector => document.querySelector(selector);
export const stamp = id => $(id).content.firstElementChild.cloneNode(true);

// The top of a flight between two places: `high` in the landscape, to the right on the piste.
export const over = (a, b, high = 120, wide = 110) => ({
  "--wx": (a["--wx"] + b["--wx"]) / 2,
  "--wy": Math.min(a["--wy"], b["--wy"]) - high,
  "--tx": Math.max(a["--tx"], b["--tx"]) + wide,
  "--ty": (a["--ty"] + b["--ty"]) / 2,
});

let flown = false;
export const land = () => { flown = false; };
// Once for all who are buried by one advance.
export function helicopter(ms) {
  if (flown || !travels()) return;
  flown = true;
  const heli = stamp("#t-heli");
  $("#board").append(heli);
  const end = () => heli.remove();
  run(
    heli,
    [{ transform: "translateX(0)" }, { transform: "translateX(calc(100vw + 200px))" }],
    ms * 1.6,
    "linear",
  ).then(end);
}

// What a flight leaves behind: seven discs that shrink.
export function trail(a, top, b) {
  for (let index = 1; index < 8; index++) {
    const t = index / 8;
    const disc = document.createElement("i");
    disc.className = "pc disc";
    for (const name of Object.keys(a)) {
      const bow = 2 * top[name] - (a[name] + b[name]) / 2;
      disc.style.setProperty(name, (1 - t) ** 2 * a[name] + 2 * t * (1 - t) * bow + t * t * b[name]);
    }
    $("#pieces").append(disc);
    const frames = [{ opacity: 0, scale: 1 }, { opacity: 1, scale: 1, offset: 0.1 }, { opacity: 0, scale: 0.2 }];
    disc.animate(frames, { duration: 500 * scale(), delay: 620 * t * scale(), fill: "backwards" }).finished
      .then(() => disc.remove(), () => disc.remove());
  }
}

export function throwSkis(at) {
  for (const side of at ? [-1, 1] : []) {
    const ski = Object.assign(document.createElement("i"), { className: "flung" });
    at.append(ski);
    const far = `translate(${side * 70}px, -60px) rotate(${side * 260}deg)`;
    run(ski, [{ transform: "none", opacity: 1 }, { transform: far, opacity: 1, offset: 0.8 }, { transform: far, opacity: 0 }], 480, "ease-out")
      .then(() => ski.remove());
  }
}

export const tip = box => run(box, [{ rotate: "0deg" }, { rotate: "-5deg", offset: 0.2 }, { rotate: "0deg" }], 600, "ease-out");
export const sway = box => run(box, [0, 2, -2, 2, -2, 0].map(deg => ({ rotate: `${deg}deg` })), 500, "ease-in-out");

// The number on the avalanche grows.
export function quicken(value) {
  const number = plate();
  if (!number || value === undefined) return Promise.resolve();
  number.textContent = value;
  const words = number.nextElementSibling;
  words.textContent = words.dataset[Number(value) === 1 ? "one" : "more"];
  number.closest(".plate").hidden = false;
  return run(
    number,
    [{ transform: "scale(1)" }, { transform: "scale(1.5)" }, { transform: "scale(1)" }],
    360,
    "ease-out",
  );
}
