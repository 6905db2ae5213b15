// What stands beside the moving pieces after a beat: lines of the log, cards in hand, rockets, who is out, places, points,
// danger, the small map. What a beat changes of it comes with the beat ("f"), from the fold of the events told so far.

import { tellLine } from "./lines.js";
import { cabin, plate } from "./stage.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const root = $("[data-table]");

// The last text of an element is what is counted; before it stands an icon.
function count(box, value) {
  const text = box && [...box.childNodes].find(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  if (text) text.data = value;
}

function become(box, template, selector) {
  const old = box && $(selector, box);
  const made = $(template)?.content.firstElementChild.cloneNode(true);
  if (old && made) old.replaceWith(made);
}

// Whether the hand of the next selection lies there already.
const ready = () => $("#hand")?.dataset.decision !== $("#state").dataset.decision;
const damage = skier => become(cabin(skier), "#t-rockets-out", ".rk");

// The small map: a dot for each skier on the mountain, and the yeti's.
const onRail = (dot, place) => { if (dot) dot.className = dot.className.replace(/dot-[sn]\S+/, place); };
function ride(beat) {
  const rail = $("#rail");
  if (!rail) return;
  let dot = $(`.rdot.${beat.figure}`, rail);
  if (!dot) {
    const seat = cabin(beat.skier)?.dataset.seat;
    dot = Object.assign(document.createElement("i"), { className: `rdot ${beat.figure} seat-${seat} dot-s0` });
    rail.append(dot);
  }
  onRail(dot, `dot-s${beat.end}`);
}
const leave = beat => $(`#rail .${beat.figure}`)?.remove();

const write = {
  reveal(beat) {
    for (const play of beat.plays) {
      // What was locked in lies open now.
      const box = cabin(play.skier);
      box?.classList.replace("is-locked", "is-wait");
      box?.classList.replace("is-choosing", "is-wait");
      become(box, "#t-waits", ".st");
      for (const card of ready() ? [] : play.cards) $(`#hand #card-${CSS.escape(card)}`)?.remove();
    }
  },
  ski: ride,
  jump: ride,
  yeti(beat) {
    (beat.hits ?? []).forEach(damage);
    const node = beat.path?.at(-1);
    if (node === "out") $("#rail .ry")?.remove();
    else if (node) onRail($("#rail .ry"), `dot-n${node.replace(".", "-")}`);
  },
  restore: beat => become(cabin(beat.skier), "#t-rockets-on", ".rk"),
  avalanche: beat => renumber($("#board"), "front", beat.end),
  buried(beat) {
    become(cabin(beat.skier), "#t-buried", ".st");
    $(".rk", cabin(beat.skier) ?? document.createElement("i"))?.remove();
    leave(beat);
  },
  win(beat) {
    become(cabin(beat.skier), "#t-finished", ".st");
    leave(beat);
  },
};

const renumber = (element, name, number) => {
  if (element) element.className = element.className.replace(new RegExp(`\\b${name}-\\d+`), `${name}-${number}`);
};
const numberIn = (element, name) => Number(new RegExp(`\\b${name}-(\\d+)`).exec(element?.className)?.[1]);

// Place of a skier, as it is written in the cabin and said with its name.
function place(skier, number) {
  const box = cabin(skier);
  const words = root.dataset.places.split(" ");
  const word = words[number - 1] ?? "";
  const spoken = box && $(".nm .sr", box);
  if (!spoken) return;
  const parts = spoken.textContent.split(", ");
  if (words.includes(parts[2])) parts.splice(2, 1);
  if (word) parts.splice(2, 0, word);
  spoken.textContent = parts.join(", ");
  if ($(".pts", box)) return;
  const line = $(".plc", box) ?? Object.assign(document.createElement("span"), { className: "plc", ariaHidden: "true" });
  line.textContent = word;
  if (word) $(".ft", box).append(line);
  else line.remove();
}

// Where a skier is, as it is said with its name: behind the hat and the place.
function spot(skier, where) {
  const spoken = $(".nm .sr", cabin(skier) ?? document.createElement("i"));
  if (!spoken) return;
  const parts = spoken.textContent.split(", ");
  const known = root.dataset.places.split(" ").includes(parts[2]) ? 3 : 2;
  spoken.textContent = [...parts.slice(0, known), where].join(", ");
}

// Snow over the cabin and around the skier whom the next advance reaches.
function cover(box, template, on) {
  const now = box && $(`.${template}`, box);
  if (on && box && !now) box.append($(`#t-${template}`).content.firstElementChild.cloneNode(true));
  if (!on) now?.remove();
}

// How far the next advance comes: the edge of the danger and its sign, for certain and with jumps.
function advance(bank) {
  const board = $("#board");
  renumber(board, "next", bank);
  const [sure, perhaps] = [$("#pieces .mark:not(.mark2)"), $("#pieces .mark2")];
  renumber(sure, "mark", bank);
  if (bank <= numberIn(board, "front")) sure?.remove();
  if (bank < numberIn(board, "most")) return;
  renumber(board, "most", bank);
  perhaps?.remove();
}

// Phones: the avalanche while it is off the screen, as seen from the reader's last skier.
function above(behind, reached) {
  const line = $("#above");
  const words = $("#above-words")?.dataset;
  if (!line || !words) return;
  const { seat } = root.dataset;
  const own = [...behind.keys()].filter(skier => behind[skier] !== null && (!seat || cabin(skier)?.dataset.seat === seat));
  const speed = Number(plate()?.textContent);
  const hot = Boolean(seat) && own.some(skier => reached.includes(skier));
  const banks = Math.min(...own.map(skier => behind[skier]));
  const said = !speed ? words.asleep : !seat ? words.any : hot ? words.hot : banks <= 0 ? words.near : banks === 1 ? words.one : words.more;
  line.hidden = !own.length;
  line.textContent = own.length ? said.replace("#1", speed).replace("#2", banks) : "";
  line.classList.toggle("hot", hot);
}

// What a beat leaves out has not changed since the one before.
let known = {};
export const forget = () => { known = {}; };

function apply(f) {
  known = { ...known, ...f };
  [...(f.p ?? "")].forEach((number, skier) => { place(skier, Number(number)); });
  (f.s ?? []).forEach((where, skier) => { if (where !== null) spot(skier, where); });
  if (f.a) $("#roster > .sr").textContent = f.a;
  if (f.y) $("#roster .the-yeti .st > span").textContent = f.y;
  for (const [seat, cards] of (f.c ?? []).entries())
    for (const box of $$(`.cabin[data-seat="${seat}"]`)) count($(".cn-hand", box), cards);
  for (const [seat, points] of (f.w ?? []).entries())
    for (const box of $$(`.cabin[data-seat="${seat}"]`)) count($(".pts", box), points);
  if (f.n !== undefined) advance(f.n);
  if (f.r !== undefined) {
    for (const box of $$("#roster .cabin[data-seat]")) cover(box, "snowcap", f.r.includes(box.id.slice(5)));
    for (const one of $$("#pieces .sk")) cover(one, "snowring", f.r.includes(one.id.slice(3)));
  }
  if (known.b) above(known.b, known.r ?? $$("#roster .snowcap").map(one => one.closest(".cabin").id.slice(5)).join(""));
}

export function account(beat) {
  write[beat.kind]?.(beat);
  if (beat.f) apply(beat.f);
  if (beat.kind !== "reveal") tellLine(beat.sentence); // its line comes with the total's, once all cards lie open
}
