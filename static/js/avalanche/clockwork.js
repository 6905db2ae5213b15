// The time of the motion: how fast it goes, whether it stands, and what is under way. Knows nothing of the mountain.

import { wanted } from "../wishes.js";

export const still = matchMedia("(prefers-reduced-motion: reduce)");
export const time = { paused: false, skipping: false, haste: 1 };
let current = [];

// Factor of every length: 0 while skipped or switched off, less than one in a hurry.
export const scale = () => (time.skipping ? 0 : Number(wanted("speed")) * time.haste);
export const travels = () => scale() > 0 && !still.matches;

// Takes an element through frames; the last one stays. Without motion it holds the end for a part of the time.
export function run(element, frames, ms, easing) {
  if (!element) return Promise.resolve();
  for (const [name, value] of Object.entries(frames.at(-1)))
    if (name.startsWith("--")) element.style.setProperty(name, value);
  if (!scale()) return Promise.resolve();
  if (still.matches) return wait(ms * 0.6);
  const animation = element.animate(frames, { duration: ms * scale(), easing });
  current.push(animation);
  if (time.paused) animation.pause();
  return animation.finished.catch(() => {});
}

export function wait(ms) {
  if (!scale()) return Promise.resolve();
  return new Promise(done => {
    let left = ms * scale();
    let at = performance.now();
    let id = 0;
    const timer = {
      play() {
        at = performance.now();
        id = setTimeout(done, left);
      },
      pause() {
        clearTimeout(id);
        left -= performance.now() - at;
      },
      finish() {
        clearTimeout(id);
        done();
      },
    };
    current.push(timer);
    if (!time.paused) timer.play();
  });
}

export const begin = () => {
  current = [];
};
export const endBeat = () => current.forEach(one => { one.finish(); });
export function stand(on) {
  time.paused = on;
  current.forEach(one => { on ? one.pause() : one.play(); });
}
