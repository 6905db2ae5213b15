// The hand for the next choice lies ready while the story of the round before is still told. It shows its cards and
// nothing else of what is to come: no rocket, no forecast. A pill says what is watched and that one may choose. The place
// of the choice is as high as it will be, so that the end of the story moves no card from under a finger.

import { morph } from "../regions.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const pill = $("#watch");
let timer = 0;

// The newest HTML of a region in these messages.
export const latest = (messages, id) => messages.findLast(message => message.regions.some(region => region.id === id))
  ?.regions.find(region => region.id === id).html;

const parsed = html => new DOMParser().parseFromString(html, "text/html").body.firstElementChild;

// Whether the reader has cards to choose when these messages have been shown. What is asked of somebody who was hit, or
// of who moves the yeti, would tell how the story ends.
function pending(messages) {
  const [act, hand] = [latest(messages, "act"), latest(messages, "hand")].map(html => html && parsed(html));
  return asks(act, hand) ? [act, hand] : [];
}
const asks = (act, hand) => act?.matches("[data-turn].is-select") && hand?.dataset.kind === "select";

// Nobody sees, hears or reaches this copy of the choice: it only takes the room.
function reserve(act, hand) {
  const jumps = skier => JSON.parse(hand.dataset.outlook || "[]").some(one => one.skier === skier && one.on);
  const room = act.cloneNode(true);
  const switches = $$("[data-jump]", room);
  for (const label of switches) label.hidden = switches.length < 2 || !jumps(Number(label.dataset.jump));
  for (const one of $$("input, .sr", room)) one.remove();
  for (const one of [room, ...$$("*", room)])
    for (const name of ["id", "name", "form", "for", "aria-live", "data-turn"]) one.removeAttribute(name);
  const margin = $(".margin", room);
  if (margin && !$(".mbar", margin)) margin.append(Object.assign(document.createElement("div"), { className: "mbar" }));
  room.classList.add("reserved");
  room.inert = true;
  room.setAttribute("aria-hidden", "true");
  free();
  $("#motion").after(room);
}
const free = () => $(".choice > .reserved")?.remove();

function bare(hand) {
  for (const card of hand.querySelectorAll(".tcard")) {
    const note = card.querySelector(".note")?.textContent;
    if (note) for (const label of card.querySelectorAll(".hit .sr")) label.textContent = label.textContent.replace(`, ${note}`, "");
    for (const sign of card.querySelectorAll(".rkf, .note")) sign.remove();
  }
  hand.dataset.outlook = "[]";
  return hand.outerHTML;
}

export function early(messages, again = false) {
  const [act, hand] = again ? [] : pending(messages);
  if (hand) reserve(act, hand);
  else if (!latest(messages, "act") && asks($("#act"), $("#hand"))) reserve($("#act"), $("#hand"));
  if (hand && hand.dataset.decision !== $("#hand").dataset.decision) {
    const held = document.activeElement?.closest("#hand .tcard")?.id;
    morph($("#hand"), bare(hand));
    if (held && document.activeElement === document.body) ($(`#${held} .pick`) ?? $("#hand .pick"))?.focus();
    document.dispatchEvent(new CustomEvent("hand:early"));
  }
  if (!pill) return;
  clearTimeout(timer);
  const ready = Boolean(hand) || pill.dataset.ready === "yes";
  pill.dataset.ready = ready ? "yes" : "";
  const { round, phase } = $("#state").dataset;
  write("watching", round);
  $("b", pill).hidden = !ready;
  $("[data-again]", pill).hidden = true;
  $("#motion").classList.toggle("ready", ready);
  pill.hidden = phase === "mulligan"; // before the first round there is none to watch
}

function write(words, round) {
  pill.dataset.round = round;
  $("span", pill).textContent = pill.dataset[words].replace("#", round);
}

// A story of several rounds goes on to the next.
let ahead = "";
document.addEventListener("motion:told", ({ detail }) => {
  for (const beat of detail) {
    if (beat.kind === "round") ahead = beat.round;
    if (beat.kind === "reveal" && ahead && pill) write("watching", ahead);
  }
});

// The story is over. `may`: it can be watched again. Whether the round is, the page says by now.
export function late(may) {
  ahead = "";
  free();
  if (!pill) return;
  const { round, phase } = $("#state").dataset;
  write(phase !== "over" && round === pill.dataset.round ? "parted" : "over", pill.dataset.round);
  pill.dataset.ready = "";
  $("b", pill).hidden = true;
  $("[data-again]", pill).hidden = !may;
  clearTimeout(timer);
  timer = setTimeout(() => { pill.hidden = true; }, 4000);
}
