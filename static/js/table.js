// The table page: wakes the other modules, keeps the phone's piste in place, reads keys.

import "./socket.js";
import "./act.js";
import { toggleCard } from "./hand.js";
import { isTall } from "./map.js";
import { moving, pause, skip } from "./motion.js";
import { follow, piste } from "./stage.js";
import { key as yetiKey } from "./yeti.js";

const $ = (selector, root = document) => root.querySelector(selector);
const root = $("[data-table]");
document.documentElement.classList.add("has-script");

let settled = "";
let touching = false;
addEventListener("touchstart", () => { touching = true; }, { passive: true });
addEventListener("touchend", () => { touching = false; }, { passive: true });

// Brings the reader's skier to the upper part of the piste, once a decision.
function settle() {
  const state = $("#state");
  root.dataset.phase = state.dataset.phase;
  document.title = `${$("#act[data-turn]") ? "● " : ""}${document.title.replace(/^● /, "")}`;
  const log = $("#log");
  log.scrollTop = log.scrollHeight;
  near();
  if (!isTall() || touching || moving() || settled === state.dataset.decision) return;
  settled = state.dataset.decision;
  const seat = root.dataset.seat;
  const mine = $("#aim[data-graph]") ? $("#yeti-at") : $(`#pieces .seat-${seat}`) ?? $("#pieces .sk");
  if (!mine) return;
  const y = Number(getComputedStyle(mine).getPropertyValue("--ty"));
  follow(y + ($(".scroll").clientHeight / (piste.clientWidth / 346)) * ($("#aim[data-graph]") ? 0 : 0.22), false);
}

// Says where the avalanche is while its front is off the screen; frames what is seen on the small map.
function near() {
  const scroll = $(".scroll");
  const above = $("#above");
  if (!isTall() || !above) return;
  const y = Number(getComputedStyle(piste).getPropertyValue("--fty")) * (piste.clientWidth / 346);
  above.classList.toggle("near", y > scroll.scrollTop);
}
$(".scroll").addEventListener("scroll", near, { passive: true });

document.addEventListener("click", event => {
  const rail = event.target.closest("#rail");
  if (!rail) return;
  const box = rail.getBoundingClientRect();
  const scroll = $(".scroll");
  scroll.scrollTo({ top: ((event.clientY - box.top) / box.height) * scroll.scrollHeight - scroll.clientHeight / 2, behavior: "smooth" });
});

const press = selector => $(selector)?.click();
addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select")) return;
  const name = event.key;
  if (moving() && (name === "Escape" || name === "s")) return skip();
  if (moving() && name === " " && !event.target.closest("button, input, label, a")) { event.preventDefault(); return pause(); }
  if (yetiKey(name, isTall())) return event.preventDefault();
  if (/^[1-8]$/.test(name)) toggleCard(Number(name));
  else if (name === "j") press("#act [data-jump]:not([hidden]) input[type=checkbox]");
  else if (name === "u") press("#act.is-locked #go");
  else if (name === "Enter" && event.target.closest("#hand, #display")) { event.preventDefault(); press("#go"); }
  else if (name === "l") location.hash = location.hash === "#talk" ? "#main" : "#talk";
  else if (name === "ArrowRight" || name === "ArrowLeft") roam(event, name === "ArrowRight" ? 1 : -1);
});

// Left and right move through the hand.
function roam(event, step) {
  const picks = [...document.querySelectorAll("#hand .pick:not(:disabled)")];
  const at = picks.indexOf(event.target);
  if (at < 0) return;
  event.preventDefault();
  picks[(at + step + picks.length) % picks.length].focus();
}

// A button that cannot be used yet says so instead of doing nothing: the server's refusal would say the same.
document.addEventListener("regions:after", settle);
document.addEventListener("motion:over", settle);
document.addEventListener("choice:changed", settle);
settle();
