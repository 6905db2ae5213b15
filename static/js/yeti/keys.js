// Single keys of the dice game. Off by a wish; never while somebody writes.

import { toggleSheet } from "../settings.js";
import { showTalk } from "../talk.js";
import { wanted } from "../wishes.js";

const $ = selector => document.querySelector(selector);
const faces = { f: "footprint", p: "sherpa", t: "tent", c: "coin" };
const pick = element => { if (element && !element.disabled) { element.click(); element.focus({ preventScroll: true }); } };

function talk(which, place) {
  showTalk(which);
  if (getComputedStyle($("#talk")).position === "fixed") location.hash = "#talk";
  $(place)?.focus();
}

function climb(more) {
  const levels = [...document.querySelectorAll("#market [name=climb]:not(:disabled)")];
  const at = levels.findIndex(level => level.checked);
  pick(levels[at + more]);
}

const others = {
  0: () => pick($("#none") ?? $("#market [name=buy][value=none]")),
  n: () => pick($("#none") ?? $("#market [name=buy][value=none]")),
  "+": () => climb(1),
  "-": () => climb(-1),
  l: () => talk("log", "#log"),
  h: () => talk("chat", "#say-it"),
  "?": toggleSheet,
};

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const { target } = event;
  if (target.closest("input:not([type=radio], [type=checkbox]), textarea, select, dialog")) return;
  if (event.key === "Enter" && target.matches("#throw input, #market input")) {
    event.preventDefault();
    $("#go")?.click();
    return;
  }
  if (wanted("letters") !== "on") return;
  const key = event.key.toLowerCase();
  const face = $(`#throw [name=turn][value="${faces[key]}"]`);
  if (face) pick(face);
  else if (/^[1-7]$/.test(key)) pick([...document.querySelectorAll("#throw [name=keep], #throw [name=turn], #market .film input")][key - 1]);
  else if (others[key]) others[key]();
  else return;
  event.preventDefault();
});
