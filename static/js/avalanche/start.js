// The first look, two seconds before a race: the goal, a ring of sun from the start down to the flag, and the yeti.
// Fetched while the camera stands back, told once a heat. The hand is usable all the while; any touch ends it.

import { map, pos } from "./map.js";
import { isTall } from "../portrait.js";
import { say } from "../say.js";
import { still } from "./clockwork.js";
import { piste } from "./stage.js";
import { wanted } from "../wishes.js";

const $ = (selector, root = document) => root.querySelector(selector);
const root = $("[data-table]");
const out = "cubic-bezier(.2,.8,.25,1)";
const slide = "cubic-bezier(.45,.05,.35,1)";
const pop = "cubic-bezier(.3,1.6,.5,1)";
const ends = 160;
const disc =
  "position:absolute;left:calc(-24*var(--k));top:calc(-24*var(--k));width:calc(48*var(--k));height:calc(48*var(--k));" +
  "box-sizing:border-box;border-radius:50%;border:calc(7*var(--k)) solid var(--sun);outline:2px solid var(--line)";

// Once a heat in this tab, however often the page is loaded.
function once() {
  const mark = `first look ${root.dataset.table} ${$("#mountain").dataset.key}`;
  try {
    if (sessionStorage.getItem(mark)) return false;
    sessionStorage.setItem(mark, "1");
  } catch {
    // a browser that keeps nothing is told again
  }
  return true;
}

// The goal, the own place in the line, then whose move it is.
function speak() {
  const goal = [...document.querySelectorAll("#goal > *")].map(line => line.textContent);
  const turn = $("#act[data-turn]") && `${root.dataset.yourMove}.`;
  say([...goal, $("#standing")?.textContent, turn].filter(Boolean).join(" "));
}

function ride() {
  const stage = document.createElement("div");
  stage.id = "stage";
  stage.setAttribute("aria-hidden", "true");
  const ring = document.createElement("div");
  ring.className = "pc ring";
  ring.append(document.createElement("i"));
  ring.firstChild.style.cssText = disc;
  stage.append(ring);
  piste.append(stage);
  return { stage, ring };
}

function show() {
  const speed = Number(wanted("speed"));
  if (!speed || still.matches || document.hidden) return;
  const { stage, ring } = ride();
  const way = map.spaces.map(pos);
  const flag = [...document.querySelectorAll(isTall() ? "#tall .flag" : "#wide .flag")].at(-1);
  const waves = ["0deg", "-9deg", "7deg", "0deg"].map(by => ({ transform: `skewY(${by})`, transformBox: "fill-box" }));
  const shown = way.map((place, index) => ({ ...place, opacity: index && index < way.length - 1 ? 1 : 0 }));
  // Behind the banner he comes up; beside a skier he hops.
  const yeti = $("#yeti-at > svg");
  const behind = yeti?.parentElement.matches(".at-ntop");
  const hop = ["0 0", "0 -20px", "0 0"].map(translate => ({ translate }));
  const going = [
    [$("#goal"), [{ opacity: 0 }, { opacity: 1 }], 0, 240, out],
    [ring, shown, 200, 1100, slide],
    [flag, waves, 1300, 400, slide],
    [yeti, behind ? [{ translate: "0 20px", clipPath: "inset(-30% -30% 47% -30%)" }, {}] : hop, 1700, 300, pop],
  ].flatMap(([element, frames, delay, duration, easing]) =>
    element
      ? element.animate(frames, { delay: delay * speed, duration: duration * speed, easing, fill: "both" })
      : [],
  );
  const over = new AbortController();
  const hasten = () => {
    over.abort();
    const left = Math.max(...going.map(one => one.effect.getComputedTiming().endTime - one.currentTime));
    for (const one of going) if (left > ends) one.updatePlaybackRate(left / ends);
  };
  for (const touch of ["pointerdown", "keydown"])
    addEventListener(touch, hasten, { capture: true, signal: over.signal });
  document.addEventListener("motion:begins", hasten, { signal: over.signal });
  Promise.allSettled(going.map(one => one.finished)).then(() => {
    over.abort();
    for (const one of going) one.cancel();
    stage.remove();
  });
}

// Before the race the hand is kept or swapped: the first of the two has the focus, arrows lead from one to the other.
const two = () => [...document.querySelectorAll("#act.is-mulligan .row button")];
addEventListener("keydown", event => {
  const step = { ArrowLeft: 0, ArrowRight: 1 }[event.key];
  if (step === undefined || !two().includes(document.activeElement)) return;
  event.preventDefault();
  two()[step].focus();
});

export function look() {
  if (document.activeElement === document.body) two()[0]?.focus({ preventScroll: true });
  if (!once()) return;
  speak();
  show();
}
