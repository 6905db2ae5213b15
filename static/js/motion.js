// Plays what has happened, beat by beat, over a page that already shows the truth. Every beat can be skipped; nothing
// here decides anything. What nobody could see (hidden tab, lost line, two rounds at once) is offered to be watched.

import { perform, show } from "./beats.js";
import { endBeat, scale, stand, time } from "./clockwork.js";
import { goOn, offer } from "./missed.js";
import { gates, shown } from "./regions.js";
import { say } from "./say.js";
import { capture, setUp, take, takeDown } from "./stage.js";
import { wanted } from "./wishes.js";

const $ = (selector, root = document) => root.querySelector(selector);
const panel = $("#motion");
const patience = 12000;

let queue = [];
let running = false;

async function play() {
  running = true;
  panel.hidden = false;
  const length = queue.reduce((sum, beat) => sum + (beat.ms ?? 0), 0);
  time.haste = length > patience ? Math.max(0.5, patience / length) : 1;
  while (queue.length) {
    const beat = queue.shift();
    if (beat.ms || show[beat.kind]) await perform(beat);
  }
  finish();
}

function finish() {
  running = false;
  time.skipping = false;
  time.paused = false;
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
  time.skipping = true;
  endBeat();
}
export function pause() {
  if (!running) return;
  stand(!time.paused);
  $("[data-do=pause]").setAttribute("aria-pressed", String(time.paused));
}

// Motion only for what has just happened, in a page somebody looks at; otherwise the log says it.
const on = () => Number(wanted("speed")) > 0;
const told = beats => beats.some(beat => beat.ms);
const worth = (message, beats) => on() && told(beats) && !document.hidden && !message.late
  && beats.filter(beat => beat.kind === "reveal").length < 2;

// The end of a heat is played on the mountain it happened on, before the new one is laid out.
gates.push(async message => {
  const beats = message.events ?? [];
  const cut = beats.findIndex(beat => beat.kind === "heat");
  if (cut < 1 || !worth(message, beats)) return;
  goOn(beats);
  message.events = beats.slice(cut + 1);
  queue.push(...beats.slice(0, cut));
  if (running) await new Promise(done => document.addEventListener("motion:over", done, { once: true }));
  else { capture(); setUp(); await play(); }
});

let fresh = [];
document.addEventListener("regions:before", event => {
  const { message } = event.detail;
  const beats = message.events ?? [];
  const seen = worth(message, beats);
  fresh = seen ? beats : [];
  if (seen) goOn(beats);
  if (seen && !running && !queue.length) capture();
  if (seen) return;
  if (!told(beats)) {
    say(beats.find(beat => beat.kind === "clock")?.sentence);
    return;
  }
  if (running) skip();
  say(beats.map(beat => beat.sentence).filter(Boolean).slice(-4).join(" "));
  if (on()) offer(beats, capture);
});
document.addEventListener("regions:after", () => {
  if (!fresh.length) return;
  queue.push(...fresh);
  fresh = [];
  if (!running) { setUp(); play(); }
});

// What was missed, on wish: on the stage as it stood then.
document.addEventListener("missed:watch", event => {
  if (running) return;
  take(event.detail.before);
  queue.push(...event.detail.beats);
  setUp();
  play();
});

panel.addEventListener("click", event => {
  const wanted = event.target.closest("[data-do]")?.dataset.do;
  if (wanted === "skip") skip();
  if (wanted === "pause") pause();
});
document.addEventListener("wish:changed", event => { if (event.detail.name === "speed" && !scale()) skip(); });
document.addEventListener("visibilitychange", () => { if (document.hidden) skip(); });
$("#board").addEventListener("click", event => {
  if (running && !event.target.closest("button, a, #rail")) endBeat();
});
