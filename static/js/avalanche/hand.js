// Choosing cards: a second card of the same symbol makes a pair, any other replaces the first. Shows what the choice
// leads to; what it leads to comes from the server with one's own hand. Without this module the checkboxes work
// alone.

import { clearRefusal, refuse } from "../act.js";
import { bar, mark, warn } from "./danger.js";
import { arc, drawLines, map, pos, put } from "./map.js";
import { isTall } from "../portrait.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const hand = () => $("#hand");
let outlook = [];
let margins = {};
let hats = {};
let order = [];

const cardOf = pick => pick.closest(".tcard");
const same = (a, b) => a.length === b.length && a.every(card => b.includes(card));
const lookAt = (skier, cards) => outlook.find(o => o.skier === skier && same(o.cards, cards));
const checked = skier => order.filter(p => p.checked && Number(p.dataset.skier) === skier);

// Keeps the choice one that can be played: the newest card stays, what does not go with it is put back.
function settle(pick) {
  order = order.filter(p => p !== pick && p.isConnected);
  if (!pick.checked) return;
  order.push(pick);
  for (const other of $$(".pick:checked", cardOf(pick))) if (other !== pick) other.checked = false;
  const skier = Number(pick.dataset.skier);
  const mates = checked(skier).filter(p => p !== pick);
  const keep = mates.filter(p => cardOf(p).dataset.symbol === cardOf(pick).dataset.symbol).at(-1);
  const pair = keep && lookAt(skier, [keep.value, pick.value]);
  for (const mate of mates) if (!pair || mate !== keep) mate.checked = false;
}

function settleDiscard(pick) {
  const owed = Number($("#go")?.dataset.owed ?? 0);
  order = order.filter(p => p !== pick && p.isConnected && p.checked);
  if (!pick.checked) return;
  order.push(pick);
  while (order.length > owed) order.shift().checked = false;
}

function skiers() {
  return $$("#act [data-jump]").map(label => Number(label.dataset.jump));
}

function jumpOn(skier) {
  return Boolean($(`#act [data-jump="${skier}"] input[type=checkbox]`)?.checked);
}

// Whether a choice would jump: as it is locked in, or as the switch says.
function flies(look) {
  const wishes = $("#act")?.dataset.wishes;
  return look.hop && (wishes === undefined ? jumpOn(look.skier) : wishes.split(" ").includes(String(look.skier)));
}

// One skier's choice now: what it leads to, or undefined.
function choice(skier) {
  const cards = $$(`#hand .pick:checked[data-skier="${skier}"]`).map(p => p.value);
  return cards.length ? lookAt(skier, cards) : undefined;
}

export function refresh() {
  const box = hand();
  outlook = JSON.parse(box?.dataset.outlook || "[]");
  margins = JSON.parse(box?.dataset.margins || "{}");
  hats = JSON.parse(box?.dataset.hats || "{}");
  order = [
    ...order.filter(p => p.isConnected && p.checked),
    ...$$("#hand .pick:checked").filter(p => !order.includes(p)),
  ];
  if (box?.dataset.kind === "discard") return discard();
  $("#act.is-draft #go")?.setAttribute("aria-disabled", !$("#display .pick:checked"));
  if (box?.dataset.kind !== "select") return plain();
  const ids = [...new Set($$("#hand .pick").map(p => Number(p.dataset.skier)))];
  const choices = ids.map(choice);
  ghosts(choices.filter(Boolean));
  bar(choices.filter(Boolean), flies);
  limit(choices);
  if ($("#act.is-select")) words(ids, choices);
  clearSigns();
  for (const tag of $$(".ghost .tag")) stepAside(tag); // when the panel is as high as it will be
}

function plain() {
  $("#ghosts")?.replaceChildren();
  clearSigns();
  if (!$("#aim[data-graph]")) drawLines(() => []);
}

function discard() {
  plain();
  const go = $("#go[data-owed]");
  if (!go) return;
  const count = $$("#hand .pick:checked").length;
  $("span", go).textContent = go.dataset.label.replace("#", count);
  go.setAttribute("aria-disabled", count !== Number(go.dataset.owed));
}

function words(ids, choices) {
  const pv = $("#pv");
  pv.dataset.empty ??= pv.textContent;
  ids.forEach((skier, index) => {
    const look = choices[index];
    const label = $(`#act [data-jump="${skier}"]`);
    if (label) {
      label.hidden = look ? !look.on : ids.length === 1 || !outlook.some(o => o.skier === skier && o.on);
      const off = $("[data-off]", label);
      if (off) off.textContent = look?.on ? (jumpOn(skier) ? look.off : look.on) : "";
    }
    minis(skier, look);
  });
  // One sentence: of two skiers that of the one chosen for last.
  const one = Math.max(0, ids.indexOf(Number(order.at(-1)?.dataset.skier)));
  const look = choices[one];
  write(pv, look ? told(look, look.on && jumpOn(look.skier)) : pv.dataset.empty);
  const go = $("#go");
  const all = choices.every(Boolean);
  go.setAttribute("aria-disabled", !all);
  $("span", go).textContent = !all
    ? go.dataset.none
    : ids.length > 1
      ? go.dataset.both
      : go.dataset.one.replace("#", choices[0].speed);
}

// A line that is read aloud is written only when it says something else.
function write(line, text) {
  if (line.textContent !== text) line.textContent = text;
}

// What is played, and by which of two skiers.
function named(look) {
  const what = look.what ?? document.getElementById(`card-${look.cards[0]}`).dataset.name;
  return hats[look.skier] ? `${hats[look.skier]}, ${what}` : what;
}

// What a choice does, and how near the avalanche is then.
function told(look, jumps) {
  const [, , safe] = jumps && look.hop ? look.hop : look.ski;
  const words = margins[look.skier] ?? [];
  const margin = safe === undefined ? "" : words[Math.max(0, Math.min(safe, words.length - 1))];
  const left = safe - words.length + 2;
  return `${named(look)}. ${jumps ? look.on : look.off} ${margin.replace("#", safe).replace("#", left)}`.trim();
}

function minis(skier, look) {
  const place = $(`#act [data-minis="${skier}"]`);
  if (!place) return;
  place.dataset.empty ??= place.textContent;
  if (!look) {
    place.textContent = place.dataset.empty;
    return;
  }
  const row = document.createElement("span");
  row.className = "minis";
  for (const id of look.cards) {
    const card = document.getElementById(`card-${id}`);
    const mini = document.createElement("span");
    mini.className = "mini";
    mini.append(
      $(".big", card).cloneNode(true),
      Object.assign(document.createElement("b"), { textContent: card.dataset.speed }),
    );
    mini.firstChild.removeAttribute("class");
    row.append(mini);
  }
  place.replaceChildren(row);
}

// Where the skier would land, and on the way there if it flies.
function ghosts(looks) {
  const place = $("#ghosts");
  const made = [];
  const arcs = [];
  for (const look of looks) {
    const jumps = flies(look);
    const [counted, free] = jumps ? look.hop : look.ski;
    const head = $(`#sk-${look.skier} > svg`);
    if (!head) continue;
    const spots =
      look.crash && !jumps
        ? [Math.min(look.at + 1, map.spaces.length - 1)]
        : counted === free
          ? [free]
          : [counted, free];
    spots.forEach((space, index) => {
      const ghost = document.createElement("div");
      ghost.className = `pc ghost${index < spots.length - 1 ? " second" : ""}`;
      put(ghost, pos(map.spaces[Math.min(space, map.spaces.length - 1)]));
      ghost.append(head.cloneNode(true));
      if (index === spots.length - 1) {
        const words = looks.length > 1 ? named(look) : isTall() ? place.dataset.short : place.dataset.here;
        ghost.append(
          Object.assign(document.createElement("span"), { className: "tag sun", textContent: words }),
        );
      }
      made.push(ghost);
    });
    if (jumps) arcs.push([map.spaces[look.at], map.spaces[Math.min(spots.at(-1), map.spaces.length - 1)]]);
  }
  place?.replaceChildren(...made);
  drawLines(tall =>
    arcs.flatMap(([a, b]) => [
      ["arc", arc(a, b, tall)],
      ["arc2", arc(a, b, tall)],
    ]),
  );
}

function meet(one, other) {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return one !== other && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

// Where something else is written already, a tag hangs lower; at the panel, the goal or the edge of the window, over the head.
function stepAside(tag) {
  const words = $$("#act, #goal > *");
  const lost = () => !isTall() && (words.some(one => meet(tag, one)) || tag.getBoundingClientRect().right > innerWidth);
  const crowded = () => $$(".dzt, .ghost .tag").some(other => meet(tag, other));
  for (const step of ["low", "lower"]) if (!lost() && crowded()) tag.classList.add(step);
  if (!lost()) return;
  tag.classList.remove("low", "lower");
  tag.classList.add("high");
}

// A sign under the slab that the panel would cover moves uphill beside it, unless it would then be too far from its line.
const farthest = 200;
function clearSigns() {
  for (const tag of $$("#pieces .dzt")) {
    tag.style.removeProperty("margin-left");
    if (isTall() || !meet(tag, $("#act"))) continue;
    const over = tag.getBoundingClientRect().right - $("#act").getBoundingClientRect().left;
    if (over < farthest) tag.style.setProperty("margin-left", `${-Math.ceil(over) - 8}px`);
  }
}

function limit(choices) {
  const box = $("#limit");
  const speed = choices.reduce((sum, look) => sum + (look?.speed ?? 0), 0);
  for (const value of $$(".dial i", box))
    value.classList.toggle(
      "me",
      choices.some(look => look?.speed === Number(value.dataset.speed)),
    );
  if (!box?.dataset.limit) return;
  const room = Number(box.dataset.limit) - speed;
  $$(".ticks i", box).forEach((tick, index) => { tick.classList.toggle("me", index < speed); });
  const title = $("h2", box);
  title.dataset.empty ??= title.textContent;
  const tight = speed > 0 && room < Number(box.dataset.others);
  box.classList.toggle("tight", tight);
  title.textContent = !speed
    ? title.dataset.empty
    : tight
      ? box.dataset.crash
      : (isTall() ? box.dataset.short : box.dataset.room).replace("#", room);
}

document.addEventListener("change", event => {
  const pick = event.target.closest?.("#hand .pick");
  if (pick) (hand().dataset.kind === "discard" ? settleDiscard : settle)(pick);
  if (pick || event.target.closest?.("#act, #display")) {
    clearRefusal();
    refresh();
  }
});
// In the two-skier form the other skier's turn comes when the first has its cards.
document.addEventListener("change", event => {
  if (!event.target.closest?.("#hand .pick") || skiers().length < 2) return;
  const empty = skiers().findIndex(skier => !choice(skier));
  const now = skiers().findIndex((_, index) => $(`#slot-${index}`)?.checked);
  if (empty >= 0 && empty !== now && choice(skiers()[now])?.cards.length === 2)
    $(`#slot-${empty}`).checked = true;
});
const renew = () => {
  mark();
  refresh();
  warn();
};
for (const news of ["regions:after", "motion:over", "choice:changed"]) document.addEventListener(news, renew);
renew();

// Before the race the hand is only kept or swapped: a card that is touched says so.
const first = () => $("#act")?.dataset.first;
document.addEventListener("click", event => {
  if (first() && event.target.closest?.("#hand .tcard")) refuse(first());
});

export function toggleCard(number) {
  if (first() && number <= $$("#hand .tcard").length) return refuse(first());
  const active = $$('#act [name="slot"]').findIndex(radio => radio.checked);
  const picks = $$(".pick", $$("#hand .tcard")[number - 1] ?? document.createElement("i"));
  picks[Math.max(0, active)]?.click();
}
