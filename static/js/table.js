// The table page: wakes the other modules, keeps the phone's piste in place.

import "./socket.js";
import "./act.js";
import "./chat.js";
import "./hand.js";
import "./keys.js";
import "./log.js";
import "./settings.js";
import { isTall } from "./map.js";
import { moving } from "./motion.js";
import { say } from "./say.js";
import { follow, piste } from "./stage.js";
import { mine } from "./turn.js";
import "./yeti.js";

const $ = (selector, root = document) => root.querySelector(selector);
const root = $("[data-table]");
document.documentElement.classList.add("has-script");

let settled = "";
let touching = false;
addEventListener(
  "touchstart",
  () => {
    touching = true;
  },
  { passive: true },
);
addEventListener(
  "touchend",
  () => {
    touching = false;
  },
  { passive: true },
);

// Brings the reader's skier to the upper part of the piste, once a decision.
function settle() {
  const state = $("#state");
  root.dataset.phase = state.dataset.phase;
  mine();
  near();
  if (!isTall() || touching || moving() || settled === state.dataset.decision) return;
  settled = state.dataset.decision;
  const seat = root.dataset.seat;
  const choosing = $("#aim[data-graph]");
  const own = choosing ? $("#yeti-at") : ($(`#pieces .seat-${seat}`) ?? $("#pieces .sk"));
  if (!own) return;
  const y = Number(getComputedStyle(own).getPropertyValue("--ty"));
  const high = $(".scroll").clientHeight / (piste.clientWidth / 346);
  follow(y + high * (choosing ? 0 : 0.25), false);
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
  scroll.scrollTo({
    top: ((event.clientY - box.top) / box.height) * scroll.scrollHeight - scroll.clientHeight / 2,
    behavior: "smooth",
  });
});

// A double tap brings the piste closer or takes it farther away, the place under the finger stays. A pinch is the
// browser's own.
$(".scroll").addEventListener("dblclick", event => {
  if (!isTall() || event.target.closest("button, a, label")) return;
  const scroll = $(".scroll");
  const y = event.clientY - scroll.getBoundingClientRect().top;
  const share = (scroll.scrollTop + y) / scroll.scrollHeight;
  root.toggleAttribute("data-zoomed");
  scroll.scrollTop = share * scroll.scrollHeight - y;
});

// The log of a phone is a sheet: where it is opened, the reader goes with it.
addEventListener("hashchange", () => {
  if (location.hash === "#talk") $("#log")?.focus();
});
addEventListener("keydown", event => {
  if (event.key === "Escape" && location.hash === "#talk") location.hash = "#main";
});

// Says what people have done beside the race, and what they ask of one another.
let heard = [];
function overhear() {
  const now = [...document.querySelectorAll("#log .aside, #asks :is(.is-proposed, .is-claim) > span")]
    .map(line => line.textContent.trim());
  const news = [...now];
  for (const line of heard) if (news.includes(line)) news.splice(news.indexOf(line), 1);
  heard = now;
  return news.join(" ");
}
overhear();
document.addEventListener("regions:after", () => say(overhear()));

// Fetched when the race is over: the check of its shuffle.
const prove = () => $("#proof") && import("./proof.js").then(proof => proof.prove($("#proof")));
document.addEventListener("regions:after", prove);
prove();

// The sun counts down only where a clock runs.
let sun = null;
function countDown() {
  if ($("#clock[data-deadline]")) sun ??= import("./clock.js");
}
countDown();
document.addEventListener("regions:after", countDown);

document.addEventListener("regions:after", settle);
document.addEventListener("motion:over", settle);
document.addEventListener("choice:changed", settle);
settle();
