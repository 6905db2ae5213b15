// Says that it is the reader's move where they look when they do not look here: title, icon of the tab, a notice if
// they have asked for notices and the page is hidden, a bell if they want sounds.

import { say } from "./say.js";
import { sound, wanted } from "./wishes.js";

const $ = selector => document.querySelector(selector);
const root = $("[data-table]");
const icon = $("link[rel=icon]");
const usual = { title: document.title, icon: icon?.getAttribute("href") };
let told = null;
let was = false; // it was the reader's move before

export function mine() {
  const turn = Boolean($("#act[data-turn]")) && !root.hasAttribute("data-moving"); // while a story is told, nobody's
  const title = turn ? `(!) ${root.dataset.yourMove} · ${usual.title}` : usual.title;
  if (document.title !== title) document.title = title;
  const href = turn ? root.dataset.turnIcon : usual.icon;
  if (icon && icon.getAttribute("href") !== href) icon.href = href;
  const decision = $("#state").dataset.decision;
  // Where a turn is several decisions (`data-by-turns`), the first of them calls.
  const goesOn = was && root.hasAttribute("data-by-turns");
  if (turn && told !== null && told !== decision && !goesOn) call();
  was = turn;
  if (turn || told === null) told = decision;
}

function call() {
  sound("bell");
  // A game may greet in its own words, and then says itself whose move it is.
  if (document.dispatchEvent(new CustomEvent("turn:calls", { cancelable: true })))
    say($("#act").dataset.call || root.dataset.yourMove);
  if (wanted("notices") !== "on" || !document.hidden) return;
  const { code, yourMove } = root.dataset;
  import("./notify.js").then(({ notify }) => notify(yourMove, usual.title, code, $("#state").dataset.decision));
}
