// Plays what has happened, beat by beat, over a page that already shows the truth. Every beat can be skipped; nothing
// here decides anything.

import { map, pos } from "./map.js";
import { cabin, capture, follow, frontAt, piece, piste, plate, setUp, takeDown, yeti } from "./stage.js";
import { gates, shown } from "./regions.js";
import { say } from "./say.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const panel = $("#motion");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const patience = 12000;

let queue = [];
let running = false;
let paused = false;
let skipping = false;
let current = [];
let haste = 1;

const stored = () => { try { return localStorage.getItem("yeti-speed"); } catch { return null; } };
let speed = Number(stored() ?? 1);
$("#speed").value = String(speed);

const scale = () => (skipping ? 0 : speed * haste);

function run(element, frames, ms, easing) {
  if (!element) return Promise.resolve();
  for (const [name, value] of Object.entries(frames.at(-1))) if (name.startsWith("--")) element.style.setProperty(name, value);
  if (!scale()) return Promise.resolve();
  if (still.matches) return wait(ms * 0.6);
  const animation = element.animate(frames, { duration: ms * scale(), easing });
  current.push(animation);
  if (paused) animation.pause();
  return animation.finished.catch(() => {});
}

function wait(ms) {
  if (!scale()) return Promise.resolve();
  return new Promise(done => {
    let left = ms * scale();
    let at = performance.now();
    let id = 0;
    const timer = {
      play() { at = performance.now(); id = setTimeout(done, left); },
      pause() { clearTimeout(id); left -= performance.now() - at; },
      finish() { clearTimeout(id); done(); },
    };
    current.push(timer);
    if (!paused) timer.play();
  });
}

const spaceAt = space => map.spaces[Math.max(0, Math.min(space, map.spaces.length - 1))];
const here = (element, space) => {
  if (space > 0 || !element) return pos(spaceAt(space));
  return Object.fromEntries(["--wx", "--wy", "--tx", "--ty"].map(name => [name, Number(element.style.getPropertyValue(name))]));
};
const over = (a, b) => ({
  "--wx": (a["--wx"] + b["--wx"]) / 2, "--wy": Math.min(a["--wy"], b["--wy"]) - 120,
  "--tx": Math.max(a["--tx"], b["--tx"]) + 110, "--ty": (a["--ty"] + b["--ty"]) / 2,
});

function badge(skier, on) {
  const at = piece(skier);
  $(".badge", at ?? document)?.remove();
  if (on) at?.append($("#t-badge").content.firstElementChild.cloneNode(true));
}

function quicken(value) {
  const number = plate();
  if (!number || value === undefined) return Promise.resolve();
  number.textContent = value;
  number.closest(".plate").hidden = false;
  return run(number, [{ transform: "scale(1)" }, { transform: "scale(1.5)" }, { transform: "scale(1)" }], 360, "ease-out");
}

const show = {
  async reveal(beat) {
    const row = $("#shown-row");
    row.innerHTML = beat.row;
    row.classList.add("veiled");
    $("#shown-gauge").innerHTML = beat.gauge;
    const cards = $$(".rv", row);
    if (scale() && !still.matches) $("#shown-gauge .tot").textContent = 0;
    if (scale() && !still.matches) {
      cards.forEach(card => card.classList.add("down"));
      await wait(200);
      for (const card of cards) { card.classList.remove("down"); await wait(90); }
    }
    await wait(Math.max(0, beat.ms - 90 * cards.length));
  },
  async total(beat) {
    const points = $$("#shown-gauge .seg");
    const number = $("#shown-gauge .tot");
    if (scale() && !still.matches) {
      for (const [index, point] of points.entries()) {
        point.classList.add("lit");
        number.textContent = index + 1;
        await wait(beat.ms / points.length);
      }
    }
    number.textContent = beat.total;
    $("#shown-gauge .gauge").classList.add("totalled");
    $("#shown-row").classList.remove("veiled");
    await wait(still.matches ? beat.ms : 500);
  },
  async crash(beat) {
    const at = piece(beat.skier);
    at?.classList.add("crashed");
    at?.append($("#t-pow").content.firstElementChild.cloneNode(true));
    await run(at, [0, -5, 5, -4, 4, 0].map(x => ({ transform: `translateX(${x}px)` })), 420, "linear");
    await wait(beat.ms - 420);
  },
  async jump(beat) {
    const at = piece(beat.skier);
    const a = here(at, beat.start);
    const b = pos(spaceAt(beat.end));
    at?.classList.add("jumping");
    await run(at, [a, { ...over(a, b), easing: "cubic-bezier(.45,0,.9,.5)" }, b], beat.ms * 0.72, "cubic-bezier(.15,.6,.5,1)");
    at?.classList.remove("jumping", "crashed");
    $(".pow", at ?? document.createElement("i"))?.remove();
    await quicken(beat.speed);
    await wait(beat.ms * 0.2);
  },
  async ski(beat) {
    const at = piece(beat.skier);
    const frames = [here(at, beat.start)];
    for (let space = beat.start + 1; space <= beat.end; space++) frames.push(pos(spaceAt(space)));
    await run(at, frames, beat.ms * 0.8, "cubic-bezier(.45,.05,.35,1)");
    at?.classList.remove("crashed");
    $(".pow", at ?? document.createElement("i"))?.remove();
    await wait(beat.ms * 0.2);
  },
  quicken: beat => quicken(beat.speed).then(() => wait(beat.ms * 0.3)),
  async yeti(beat) {
    const at = yeti();
    let from = pos(map.nodes[beat.origin]);
    const path = beat.path ?? [];
    for (const node of path) {
      const to = pos(map.nodes[node]);
      await run(at, [from, to], 280, "cubic-bezier(.5,-.2,.4,1.2)");
      from = to;
    }
    for (const skier of beat.hits ?? []) await show.hit({ skier, ms: 260 });
    await wait(path.length ? 250 : beat.ms);
  },
  async hit(beat) {
    badge(beat.skier, true);
    await run(piece(beat.skier), [{ transform: "scale(1)" }, { transform: "scale(1.25,.75)" }, { transform: "scale(1)" }], 260, "ease-out");
  },
  async restore(beat) { badge(beat.skier, false); },
  async avalanche(beat) {
    const banks = beat.end - beat.start;
    for (let bank = beat.start; bank < beat.end; bank++) await run(piste, [frontAt(bank), frontAt(bank + 1)], beat.ms / banks, "cubic-bezier(.6,0,.7,1)");
  },
  async buried(beat) {
    piece(beat.skier)?.classList.add("buried");
    cabin(beat.skier)?.classList.add("is-buried");
    await wait(beat.ms);
  },
};
const group = { quicken: "move", crash: "total", jump: "move", ski: "move", blocked: "move", win: "move", yeti_card: "yeti", hit: "yeti", buried: "avalanche", discard: "draw", draft: "draw" };

function announce(beat) {
  const sun = $("#sunsay");
  sun.hidden = false;
  $("b", sun).textContent = beat.big ?? "";
  $("span", sun).textContent = beat.small ?? "";
  if (!beat.sentence) return;
  $("#cap").textContent = beat.sentence;
  say(beat.sentence);
}

function mark(beat) {
  const steps = $$(".steps li");
  const at = steps.findIndex(step => step.dataset.group === (group[beat.kind] ?? beat.kind));
  if (at >= 0) steps.forEach((step, index) => { step.classList.toggle("on", index === at); step.classList.toggle("past", index < at); });
  for (const card of $$("#shown-row .rv")) {
    const mine = beat.skier !== undefined && Number(card.dataset.skier) === beat.skier;
    if (card.classList.contains("moved") && !mine) card.classList.add("done");
    card.classList.toggle("now", mine);
    if (mine && ["jump", "ski"].includes(beat.kind)) card.classList.add("moved");
  }
}

function watch(beat) {
  const y = beat.kind === "avalanche" ? map.banks[beat.end][5] : beat.path?.length ? map.nodes[beat.path[0]]?.[3] : beat.end !== undefined ? spaceAt(beat.end)[3] : undefined;
  follow(y, scale() > 0 && !still.matches);
}

async function play() {
  running = true;
  panel.hidden = false;
  const length = queue.reduce((sum, beat) => sum + (beat.ms ?? 0), 0);
  haste = length > patience ? Math.max(0.5, patience / length) : 1;
  while (queue.length) {
    const beat = queue.shift();
    if (!beat.ms && !show[beat.kind]) continue;
    current = [];
    announce(beat);
    mark(beat);
    watch(beat);
    await (show[beat.kind] ?? (b => wait(b.ms)))(beat);
  }
  queue = [];
  finish();
}

function finish() {
  running = false;
  skipping = false;
  paused = false;
  takeDown();
  panel.hidden = true;
  $("#sunsay").hidden = true;
  $("#shown-row").replaceChildren();
  $("#shown-gauge").replaceChildren();
  $("[data-do=pause]").setAttribute("aria-pressed", "false");
  document.dispatchEvent(new CustomEvent("motion:over"));
}

export const moving = () => running;
export function skip() {
  if (!running) return;
  skipping = true;
  current.forEach(animation => animation.finish());
}
export function pause() {
  if (!running) return;
  paused = !paused;
  current.forEach(animation => (paused ? animation.pause() : animation.play()));
  $("[data-do=pause]").setAttribute("aria-pressed", String(paused));
}

// Motion only for what has just happened, in a page somebody looks at; otherwise the log says it.
const worth = (beats, known) => !document.hidden && speed > 0 && known > 0
  && beats.filter(beat => beat.kind === "reveal").length < 2 && beats.some(beat => beat.ms);

// The end of a heat is played on the mountain it happened on, before the new one is laid out.
gates.push(async message => {
  const beats = message.events ?? [];
  const cut = beats.findIndex(beat => beat.kind === "heat");
  if (cut < 1 || !worth(beats, shown.version)) return;
  message.events = beats.slice(cut + 1);
  queue.push(...beats.slice(0, cut));
  if (running) await new Promise(done => document.addEventListener("motion:over", done, { once: true }));
  else { capture(); setUp(); await play(); }
});

let fresh = [];
document.addEventListener("regions:before", event => {
  const beats = event.detail.message.events ?? [];
  const seen = worth(beats, event.detail.known);
  fresh = seen ? beats : [];
  if (!seen && beats.length) say(beats.map(beat => beat.sentence).filter(Boolean).slice(-4).join(" "));
  if (seen && !running && !queue.length) capture();
});
document.addEventListener("regions:after", () => {
  if (!fresh.length) return;
  queue.push(...fresh);
  fresh = [];
  if (!running) { setUp(); play(); }
});

panel.addEventListener("click", event => {
  const wanted = event.target.closest("[data-do]")?.dataset.do;
  if (wanted === "skip") skip();
  if (wanted === "pause") pause();
});
$("#speed").addEventListener("change", event => {
  speed = Number(event.target.value);
  try { localStorage.setItem("yeti-speed", event.target.value); } catch { /* a private window keeps nothing */ }
  if (!speed) skip();
});
document.addEventListener("visibilitychange", () => { if (document.hidden) skip(); });
$("#board").addEventListener("click", event => {
  if (running && !event.target.closest("button, #rail")) current.forEach(animation => animation.finish());
});
