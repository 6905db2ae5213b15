// Keys of the table. Single characters may be switched off, and never count while something is being typed.

import { toggleCard } from "./hand.js";
import { isTall } from "../portrait.js";
import { finish, moving, pause } from "./motion.js";
import { toggleSheet } from "../settings.js";
import { openTray, showTalk } from "../talk.js";
import { wanted } from "../wishes.js";
import { key as yetiKey } from "./yeti.js";

const $ = selector => document.querySelector(selector);
const press = selector => $(selector)?.click();

const letters = {
  j: () => press("#act [data-jump]:not([hidden]) input[type=checkbox]"),
  u: () => press("#act.is-locked #go"),
  l: () => toggleTalk("log"),
  c: () => toggleTalk("chat"),
  r: () => openTray(),
  t: () => { if (!$("[data-alone]")) location.href = $("#to-text").href; },
  "?": toggleSheet,
};

// On phones the log is a sheet that comes and goes, elsewhere it is always there.
function toggleTalk(which) {
  const open = location.hash === "#talk";
  showTalk(which);
  const sheet = isTall() || $("[data-finished]");
  if (sheet) location.hash = open ? "#main" : "#talk";
  if (!sheet || !open) (which === "chat" ? $("#say-it") ?? $("#log") : $("#log"))?.focus();
}

function letter(name) {
  if (wanted("letters") !== "on") return false;
  // A key of the choice ends the story first; then it does what it was meant to do.
  if (moving() && name.toLowerCase() === "s") finish();
  else if (moving() && name.toLowerCase() in { j: 1, u: 1 }) finish();
  else if (/^[1-8]$/.test(name)) finish().then(() => toggleCard(Number(name)));
  else if (letters[name.toLowerCase()]) letters[name.toLowerCase()]();
  else return false;
  return true;
}

let held = false;
addEventListener("keydown", event => {
  const { key: name, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (target.closest("input:not([type=checkbox], [type=radio]), textarea, select")) return;
  if ($("dialog[open]")) { if (name === "?" && letter(name)) event.preventDefault(); return; }
  const loose = !target.closest("button, input, label, a, summary");
  if (moving() && name === "Escape") return finish();
  if (moving() && name === " " && loose) {
    event.preventDefault();
    held = true;
    return pause();
  }
  if (moving() && (name === "Enter" ? loose || target.closest("#hand") : name.startsWith("Arrow") && !target.closest("#hand"))) {
    if (name !== "Enter") return;
    event.preventDefault();
    return finish(); // Nothing is locked in that has not been seen.
  }
  // Cards by the key, not by its sign: on French keyboards the first of the row writes "&".
  const digit = name !== "?" && (/^Digit([1-8])$/.exec(event.code)?.[1] ?? /^[1-8]$/.exec(name)?.[0]);
  if (digit) { if (letter(digit)) event.preventDefault(); return; }
  if (name.length === 1 && name !== " ") { if (letter(name)) event.preventDefault(); return; }
  if (yetiKey(name, isTall())) return event.preventDefault();
  if (name === "Enter" && (loose || target.closest("#hand, #display, #act .switch, #act .slots"))) {
    event.preventDefault();
    press("#act:is([data-turn], .is-lesson) #go");
  } else if (["ArrowRight", "ArrowLeft", "Home", "End"].includes(name)) roam(event, name);
});

// Some browsers press a button when the key is let go.
addEventListener("keyup", event => {
  if (held && event.key === " ") { event.preventDefault(); held = false; }
});

// The hand is one stop of the Tab key; inside it the arrows move.
function roam(event, name) {
  const keep = [...document.querySelectorAll("#act.is-mulligan .row .btn")];
  const picks = keep.includes(event.target) ? keep : roving();
  const at = picks.indexOf(event.target);
  if (at < 0) return;
  event.preventDefault();
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[name];
  const goal = picks.at(next % picks.length);
  if (picks !== keep) stop(picks, goal);
  goal.focus();
}

function roving() {
  const active = $('#act [name="slot"]:checked')?.value;
  const picks = [...document.querySelectorAll("#hand .pick:not(:disabled)")];
  return picks.filter(pick => active === undefined || pick.dataset.skier === active);
}

function stop(picks, goal) {
  for (const pick of document.querySelectorAll("#hand .pick")) pick.tabIndex = pick === goal ? 0 : -1;
  if (!goal && picks[0]) picks[0].tabIndex = 0;
}

function settle() {
  const picks = roving();
  stop(picks, picks.find(pick => pick === document.activeElement) ?? picks.find(pick => pick.checked) ?? picks[0]);
}
for (const news of ["regions:after", "hand:early", "choice:changed"]) document.addEventListener(news, settle);
document.addEventListener("change", event => { if (event.target.closest?.("#hand, #act")) settle(); });
settle();
