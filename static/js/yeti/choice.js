// What is chosen, and what it leads to: the main button and the sentence follow every tap. The server made all words;
// nothing is worked out here but sums.

import { clearRefusal, refuse } from "../act.js";
import { climbsWith, keepWords, planOf } from "./figures.js";

const $ = (selector, root = document) => root.querySelector(selector);
const all = selector => [...document.querySelectorAll(selector)];
const act = () => $("#act[data-turn]");

function words(sentence, button) {
  if (sentence) $("#pv").textContent = sentence;
  const label = $("#go span");
  if (label && button && label.textContent !== button) label.textContent = button;
}

// How many kinds may stay is the server's word; one more takes the place of the one chosen longest.
let order = [];
function keep() {
  const boxes = all("#throw [name=keep]");
  const chosen = boxes.filter(box => box.checked);
  order = [...order.filter(id => chosen.some(box => box.id === id)), ...chosen.map(box => box.id).filter(id => !order.includes(id))];
  const most = Number(boxes[0]?.dataset.most ?? 1);
  if (chosen.length > most) {
    document.getElementById(order.shift()).checked = false;
    return keep();
  }
  const kept = chosen.reduce((sum, box) => sum + Number(box.dataset.dice), 0);
  const { free, roll, done, pick } = act().dataset;
  words(chosen.at(-1)?.dataset.say, keepWords(kept, Number(free), { roll, done, pick }));
  act().classList.toggle("is-ready", kept > 0);
}

function turn() {
  const chosen = $("#throw [name=turn]:checked");
  if (chosen) words(chosen.dataset.say, chosen.dataset.button);
}

function spend() {
  const market = $("#market[data-plans]");
  if (!market) return;
  const plans = JSON.parse(market.dataset.plans);
  const buy = $("#market [name=buy]:checked")?.value ?? "none";
  const possible = climbsWith(plans, buy);
  for (const box of all("#market [name=climb]")) box.disabled = !possible.has(Number(box.value));
  const climb = Number($("#market [name=climb]:checked")?.value ?? 0);
  const rope = $("#market [name=tent]");
  const plan = planOf(plans, buy, climb, rope?.checked);
  if (!plan) return;
  const level = $(`#market [name=climb][value="${plan.levels}"]`);
  if (level) level.checked = true;
  if (rope) {
    rope.disabled = !plans[`${buy}|${plan.levels}|1`];
    rope.checked = plan.tent;
  }
  const { sum, one, many } = market.dataset;
  const takes = plan.p === 1 ? one : many;
  const lines = [...plan.l, [sum.replace("#", plan.to), plan.p]].map(([text, points], at) => {
    const line = document.createElement("li");
    line.append(Object.assign(document.createElement("span"), { textContent: text }));
    line.append(Object.assign(document.createElement("b"), { textContent: points }));
    line.classList.toggle("sum", at === plan.l.length);
    return line;
  });
  $("#sum ul").replaceChildren(...lines);
  $("#sum p").textContent = plan.n;
  const told = market.dataset.told.replace("#1", plan.b).replace("#2", plan.p).replace("#3", plan.to);
  words(`${told} ${plan.n}`, takes.replace("#", plan.p));
}

export function chosen() {
  if (!act()) return;
  if (act().matches(".is-keep")) keep();
  else if (act().matches(".is-turn")) turn();
  else if (act().matches(".is-spend")) spend();
}

// The next decision has its button in the same place: it takes no press that was meant for the one before, be it the
// second of a double click, one that comes at once, or a key that is held.
const blind = 250;
let [decision, since] = [null, -Infinity];
function appeared() {
  const now = $("#act")?.dataset.decision;
  if (now !== decision && decision !== null) since = performance.now();
  decision = now;
}
function meant(event) {
  if (!event.target.closest?.("#act button")) return;
  const early = performance.now() - since < blind || event.detail > 1;
  const unpicked = event.target.closest("#go") && act()?.matches(".is-keep:not(.is-ready)");
  if (!early && !unpicked) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!early) refuse(act().dataset.pick);
}
document.addEventListener("click", meant, true);
document.addEventListener("keydown", event => {
  if (event.repeat && event.key === "Enter" && event.target.closest?.("#act button")) event.preventDefault();
}, true);
document.addEventListener("regions:after", appeared);
appeared();

document.addEventListener("change", event => {
  if (!event.target.closest("#throw, #market")) return;
  clearRefusal();
  chosen();
});
document.addEventListener("regions:after", chosen);
document.addEventListener("choice:changed", chosen);
chosen();
