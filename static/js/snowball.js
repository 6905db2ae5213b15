// A snowball on its way: an arc from skier to skier, a splash, and snow that stays on hat and cabin for a while.

import { cabinOf, follow, layer, pieceOf, still } from "./layer.js";

const flight = 620;
const splash = 240;
const stays = 1740;
const high = 96;

const middle = element => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
const drawn = name => {
  const element = document.createElement("div");
  element.className = name;
  element.setAttribute("aria-hidden", "true");
  layer.append(element);
  return element;
};

function arc(from, to, share) {
  const top = [(from[0] + to[0]) / 2, 2 * (Math.min(from[1], to[1]) - high) - (from[1] + to[1]) / 2];
  const mix = n => (1 - share) ** 2 * from[n] + 2 * share * (1 - share) * top[n] + share ** 2 * to[n];
  return `translate(${mix(0)}px, ${mix(1)}px)`;
}

async function fly(from, to) {
  const frames = Array.from({ length: 21 }, (_, step) => ({ transform: arc(from, to, step / 20) }));
  const easing = "cubic-bezier(.15,.6,.5,1)";
  const parts = ["ball", "ball flake f1", "ball flake f2", "ball flake f3"].map(drawn);
  const flights = parts.map((part, late) =>
    part.animate(frames, { duration: flight, delay: late * 36, easing, fill: "both" }));
  await flights[0].finished;
  for (const part of parts) part.remove();
}

function burst(at) {
  const dots = Array.from({ length: 10 }, (_, number) => {
    const turn = (number * Math.PI) / 5;
    const dot = drawn(`ball dot d${number % 3}`);
    const away = [at[0] + 34 * Math.cos(turn), at[1] + 30 * Math.sin(turn)];
    return dot.animate(
      [
        { transform: `translate(${at[0]}px, ${at[1]}px)`, opacity: 1 },
        { transform: `translate(${away[0]}px, ${away[1]}px)`, opacity: 1, offset: 0.7 },
        { transform: `translate(${away[0]}px, ${away[1]}px)`, opacity: 0 },
      ],
      { duration: splash * 2, easing: "cubic-bezier(.2,.8,.25,1)", fill: "both" },
    ).finished.then(() => dot.remove());
  });
  return Promise.all(dots);
}

function cap(name, place) {
  const snow = drawn(name);
  follow(snow, place);
  setTimeout(() => snow.remove(), stays);
}

export async function tossed(from, to) {
  const start = pieceOf(from) ?? cabinOf(from);
  const goal = pieceOf(to) ?? cabinOf(to);
  if (!goal) return;
  if (!still() && start) {
    await fly(middle(start), middle(goal));
    burst(middle(pieceOf(to) ?? goal));
    pieceOf(to)?.animate([{ rotate: "0deg" }, { rotate: "-10deg" }, { rotate: "0deg" }], { duration: splash, easing: "ease-out" });
  }
  cap("snowcap", () => {
    const box = pieceOf(to)?.getBoundingClientRect();
    return box && [box.x + box.width / 2, box.y + box.height * 0.16];
  });
  cap("snowcap wide", () => {
    const box = cabinOf(to)?.getBoundingClientRect();
    return box && [box.x + box.width * 0.32, box.y];
  });
}
