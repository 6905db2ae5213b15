// The table page: wakes the other modules, keeps the phone's piste in place.

import "../socket.js";
import "../act.js";
import "../talk.js";
import "./hand.js";
import "./keys.js";
import "./log.js";
import "../settings.js";
import { isTall } from "../portrait.js";
import { moving } from "./motion.js";
import { say } from "../say.js";
import { follow, piste } from "./stage.js";
import { mine } from "../turn.js";
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
  greets = false;
  near();
  if (!isTall() || touching || moving() || settled === state.dataset.decision) return;
  settled = state.dataset.decision;
  const seat = root.dataset.seat;
  const choosing = $("#aim[data-graph]");
  const own = choosing ? $("#yeti-at") : ($(`#pieces .seat-${seat}`) ?? $("#pieces .sk"));
  if (!own) return;
  const y = Number(getComputedStyle(own).getPropertyValue("--ty"));
  const high = $(".scroll").clientHeight / (piste.clientWidth / 346);
  // Before the race the gate is seen, and below it as much as the reader's skier needs.
  if ($("#board[data-cam]")) return follow(Math.max(high / 2, y + 50 - high / 2), false);
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
const prove = () => $("#proof") && import("../proof.js").then(proof => proof.prove($("#proof")));
document.addEventListener("regions:after", prove);
prove();

// Fetched while nobody has moved: the first look at the mountain. It greets once a mountain, whose move it is included.
let greeted = "";
let greets = false;
const look = () => {
  if (!$("#board[data-cam]")) return;
  greets = greeted !== $("#mountain").dataset.key;
  greeted = $("#mountain").dataset.key;
  import("./start.js").then(start => start.look());
};
document.addEventListener("turn:calls", event => { if (greets) event.preventDefault(); });
for (const news of ["regions:after", "motion:over"]) document.addEventListener(news, look);
look();

// Fetched when the race is over: its poster.
const finish = () => $("#finish[data-outcome]") && import("./finish.js").then(made => made.arrive()).catch(poster);
// Without its script the poster stands there all the same.
function poster(error) {
  console.warn(error);
  if (root.hasAttribute("data-finished") || root.hasAttribute("data-moving")) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: root.dataset.finishStyle }));
  root.dataset.finished = "";
}
document.addEventListener("regions:after", finish);
document.addEventListener("motion:over", finish);
finish();

// The sun counts down only where a clock runs.
let asked = false;
function countDown() {
  if (asked || !$("#clock[data-deadline]")) return;
  asked = true;
  import("./clock.js").catch(() => { asked = false; }); // tried again with the next news
}
countDown();
document.addEventListener("regions:after", countDown);

document.addEventListener("regions:after", settle);
document.addEventListener("choice:changed", settle);
document.addEventListener("motion:begins", mine);
settle();
