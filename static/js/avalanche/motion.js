// Tells what has happened, beat by beat, on the page itself: it stands at the old moment and goes forward with each beat
// (moment.js holds back the rest). Nothing here decides anything. The first touch of the choice ends the story. What
// nobody could see (hidden tab, lost line, older rounds) is offered to be watched.

import { clear, perform, show } from "./beats.js";
import { lie } from "./cabins.js";
import { endBeat, scale, stand, still, time } from "./clockwork.js";
import { early, late, latest } from "./early.js";
import { account, forget } from "./facts.js";
import { expectLines } from "./lines.js";
import { drawLines, renew } from "./map.js";
import { goOn, latest as lastTold, offer, remember } from "./missed.js";
import { again, tellBy } from "../moment.js";
import { focusChoice, mend } from "../regions.js";
import { inWords, say } from "../say.js";
import { capture, piste, standing, tidy } from "./stage.js";
import { wanted } from "../wishes.js";

const $ = (selector, root = document) => root.querySelector(selector);
const root = $("[data-table]");
const panel = $("#motion");
const patience = 12000;
const slide = 280;

let running = false; // a story is told
let cut = false; // the one that is told ends with this beat
let stopped = false; // the reader wants the truth: nothing that waits is told either
let left = []; // beats of this story that are still to come
let touched = null; // where everything stood when the reader ended the story

export const moving = () => running;
let over = Promise.resolve();

// Motion only for what has just happened, in a page somebody looks at; otherwise the log says it.
const on = () => Number(wanted("speed")) > 0;
const shown = beats => beats.some(beat => beat.ms || show[beat.kind]);
const told = beats => beats.some(beat => beat.ms);
const mountain = () => $("#mountain").dataset.key;
const reveals = message => message.events.filter(beat => beat.kind === "reveal").length;

// What happens to several at once is one beat, and one short sentence for the eye: rides of skiers to whom nothing
// happens, crashes, burials.
const joined = { ski: "skis", crash: "crashes", buried: "burials" };
const listed = new Intl.ListFormat(document.documentElement.lang.replace(/^en$/, "en-GB")); // without a comma before "and"
const together = each => ({
  ...each.at(-1), kind: joined[each[0].kind], each, sentence: each.map(beat => beat.sentence).join(" "),
  short: inWords(each[0].kind, listed.format(each.map(beat => beat.small ?? ""))),
});

// A new mountain ends what can be told on this one.
function tellable(events) {
  const heat = events.findIndex(beat => beat.kind === "heat");
  return heat < 0 ? events : events.slice(0, heat);
}

const worth = message =>
  on() && !stopped && !message.stale && !message.late && !document.hidden &&
  told(tellable(message.events)) && (message.again || reveals(message) < 2);

const teller = {
  worth,
  async tell(message, queue) {
    cut = stopped; // what cut the story before this one short has been done
    time.skipping = stopped;
    const stood = begin(message, queue);
    try {
      if (message.before) {
        await mend(message.before);
        early([], true); // the round that stands there now
      } else if (reveals(message)) lockHand();
      left = tellable(message.events).slice();
      hasten(queue);
      expectLines(latest([message, ...queue], "log"));
      forget();
      while (left.length && !cut) {
        const beat = left.shift();
        const each = [beat];
        while (beat.kind in joined && left[0]?.kind === beat.kind) each.push(left.shift());
        if (each.length > 1) await perform(together(each));
        else if (shown([beat])) await perform(beat);
        for (const one of each) account(one);
        document.dispatchEvent(new CustomEvent("motion:told", { detail: each }));
      }
    } finally {
      if (left.length && !stopped && !message.again) offer(message.events, stood);
      // Who cuts a story short hears how the heat ended.
      if (stopped) say(left.find(beat => beat.kind === "heat_end")?.sentence);
      left = [];
      cut = false;
      time.skipping = stopped;
    }
  },
  untold(message) {
    const { events } = message;
    if (!told(events)) say(events.find(beat => beat.kind === "clock")?.sentence);
    else if (!stopped) {
      say(events.map(beat => beat.sentence).filter(Boolean).slice(-4).join(" "));
      const stood = capture();
      remember(tellable(events), stood, mountain());
      if (on()) offer(events, stood);
    }
  },
  mended() {
    renew();
    lie();
    if (!running) return;
    clear();
    tidy();
  },
  // At most one round waits: what plays of an older one is cut short, and one that has waited longer is not told at all.
  more(queue) {
    const rounds = queue.filter(message => worth(message) && reveals(message));
    for (const message of rounds.slice(0, -1)) message.stale = true;
    if (document.hidden) finish();
    else if (rounds.length && running) { cut = true; time.skipping = true; endBeat(); }
    else hasten(queue);
    if (!running || stopped) return;
    early(queue);
    expectLines(latest(queue, "log"));
  },
  over() {
    stopped = false;
    time.skipping = false;
    if (!running) return;
    running = false;
    time.paused = false;
    const held = panel.contains(document.activeElement);
    root.removeAttribute("data-moving");
    panel.hidden = true;
    $("#sunsay").hidden = true;
    $("[data-do=pause]")?.setAttribute("aria-pressed", "false");
    late(lastTold()?.mountain === mountain());
    if (held) focusChoice();
    if (touched) glide(touched);
    touched = null;
  },
};
tellBy(teller);
lie();

// Gives the regions as they stand before the story.
function begin(message, queue) {
  const stood = capture();
  if (!message.again) {
    goOn(message.events);
    remember(tellable(message.events), stood, mountain());
  }
  if (running) {
    early([message, ...queue], message.again); // of what is told from here on
    return stood;
  }
  running = true;
  time.paused = false;
  over = new Promise(done => document.addEventListener("motion:over", done, { once: true }));
  root.setAttribute("data-moving", "");
  panel.hidden = false;
  $("#ghosts")?.replaceChildren(); // where the choice would lead is not where it leads
  drawLines(() => []);
  const act = $("#act");
  const there = act?.contains(document.activeElement);
  early([message, ...queue], message.again);
  if (there) panel.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("motion:begins"));
  return stood;
}

// What has been played is no choice any more, where no next hand lies ready yet.
function lockHand() {
  const hand = $("#hand");
  if (!hand || hand.dataset.decision !== $("#state").dataset.decision) return;
  if (hand.contains(document.activeElement)) panel.focus({ preventScroll: true }); // a card that is disabled loses it
  hand.classList.add("locked");
  for (const pick of hand.querySelectorAll(".pick")) pick.disabled = true;
}

// The longer what is still to be told, the faster it goes: twice as fast at most.
function hasten(queue) {
  const waiting = queue.filter(worth).flatMap(message => tellable(message.events));
  const length = [...left, ...waiting].reduce((sum, beat) => sum + (beat.ms ?? 0), 0);
  time.haste = length > patience ? Math.max(0.5, patience / length) : 1;
}

// Brings the page to the truth at once. Resolves when it is there.
export function finish() {
  if (!running) return Promise.resolve();
  if (!stopped) {
    stopped = true;
    touched = document.hidden || !on() || still.matches ? null : standing();
    cut = true;
    time.skipping = true;
    endBeat();
  }
  return over;
}
export const skip = finish;

// What stood elsewhere when the story was ended slides to where it is in truth.
function glide(from) {
  for (const [id, now] of standing()) {
    const then = from.get(id);
    const element = id === "front" ? piste : document.getElementById(id);
    if (!then || Object.keys(now).every(name => now[name] === then[name])) continue;
    element.animate([then, now], { duration: slide, easing: "cubic-bezier(.2,.8,.25,1)" });
  }
}

export function pause() {
  if (!running || stopped) return;
  stand(!time.paused);
  $("[data-do=pause]").setAttribute("aria-pressed", String(time.paused));
}

// What was missed, or has just been told, on wish: as it stood then.
document.addEventListener("missed:watch", event => again(event.detail.before, event.detail.beats));
document.addEventListener("click", event => { if (event.target.closest?.("[data-again]")) again(lastTold().before, lastTold().beats); });

panel.addEventListener("click", event => {
  const wanted = event.target.closest("[data-do]")?.dataset.do;
  if (wanted === "skip") finish();
  if (wanted === "pause") pause();
});
document.addEventListener("wish:changed", event => { if (event.detail.name === "speed" && !scale()) finish(); });
document.addEventListener("visibilitychange", () => { if (document.hidden) finish(); });

// The first touch of the choice ends the story; then it does what it was meant to do, whatever has moved under the
// finger meanwhile: the card is remembered where the finger came down. It is the card that is meant, for whatever is
// asked then: to be played, discarded or taken. If nothing is, nothing comes of it.
const choice = "#hand .tcard, #display .tcard, #act, #aim .yb";
const settled = 60; // ms in which a browser makes a click of a finger that has left
let meant = ""; // the pick the touch was for: the id of its card, and whose of two skiers
let swallow = false; // the click of a touch that has been carried out already

const formed = () => $("#act [name=slot]") && $("#act").dataset.decision === $("#hand").dataset.decision;
const pickAt = (target, finger = false) => {
  const card = target.closest?.(":is(#hand, #display) .tcard");
  if (!card) return "";
  if (finger && !formed()) return `${card.id} `; // of two skiers none has been chosen before their form is there
  const pick = target.closest(".pick") ?? document.getElementById(target.closest("label")?.htmlFor);
  return `${card.id} ${pick?.dataset.skier ?? ""}`;
};
function carryOut() {
  const [card, skier] = meant.split(" ");
  meant = "";
  if (!card) return;
  over.then(() => {
    const asked = $(card.startsWith("open-") ? "#act.is-draft" : "#act:is(.is-select, .is-discard)");
    const picks = asked ? [...document.querySelectorAll(`#${CSS.escape(card)} .pick:not(:disabled)`)] : [];
    (picks.find(pick => pick.dataset.skier === skier) ?? picks[0])?.click();
  });
}
function keep(event) {
  event.preventDefault();
  event.stopPropagation();
}

document.addEventListener("pointerdown", event => {
  swallow = false;
  meant = "";
  if (!running || !event.target.closest?.(choice)) return;
  meant = pickAt(event.target, true);
  finish();
}, true);
document.addEventListener("pointerup", () => {
  const wanted = meant;
  if (wanted) setTimeout(() => {
    if (meant !== wanted) return;
    swallow = true;
    carryOut();
  }, settled);
}, true);
document.addEventListener("pointercancel", () => { meant = ""; }, true);
document.addEventListener("click", event => {
  if (event.isTrusted && (meant || (swallow && event.target.closest?.("#hand, #display")))) {
    swallow = false;
    keep(event);
    carryOut();
    return;
  }
  if (!running) return;
  const pick = pickAt(event.target);
  if (pick) {
    keep(event);
    if (!stopped) finish();
    meant = pick;
    carryOut();
  } else if (event.target.closest?.("#board") && !event.target.closest("button, a, #rail")) endBeat();
}, true);
