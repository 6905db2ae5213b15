// What each beat of a story looks like on the mountain. Every beat leaves the stage as it is after it, skipped or not.

import { begin, run, scale, still, time, travels, wait } from "./clockwork.js";
import { map, pos } from "./map.js";
import { say } from "./say.js";
import { cabin, follow, frontAt, piece, piste, plate, yeti } from "./stage.js";
import { sound } from "./wishes.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const stamp = id => $(id).content.firstElementChild.cloneNode(true);
const coordinates = ["--wx", "--wy", "--tx", "--ty"];

const spaceAt = space => map.spaces[Math.max(0, Math.min(space, map.spaces.length - 1))];
const here = (element, space) => {
  if (space > 0 || !element) return pos(spaceAt(space));
  return Object.fromEntries(coordinates.map(name => [name, Number(element.style.getPropertyValue(name))]));
};
// The top of a flight between two places: `high` in the landscape, to the right on the piste.
const over = (a, b, high = 120, wide = 110) => ({
  "--wx": (a["--wx"] + b["--wx"]) / 2,
  "--wy": Math.min(a["--wy"], b["--wy"]) - high,
  "--tx": Math.max(a["--tx"], b["--tx"]) + wide,
  "--ty": (a["--ty"] + b["--ty"]) / 2,
});

function badge(skier, on) {
  const at = piece(skier);
  $(".badge", at ?? document)?.remove();
  if (on) at?.append(stamp("#t-badge"));
}

function quicken(value) {
  const number = plate();
  if (!number || value === undefined) return Promise.resolve();
  number.textContent = value;
  const words = number.nextElementSibling;
  words.textContent = words.dataset[Number(value) === 1 ? "one" : "more"];
  number.closest(".plate").hidden = false;
  return run(
    number,
    [{ transform: "scale(1)" }, { transform: "scale(1.5)" }, { transform: "scale(1)" }],
    360,
    "ease-out",
  );
}

function recover(at) {
  at?.classList.remove("jumping", "crashed");
  if (at) $(".pow", at)?.remove();
}

let flown = false;
// Once for all who are buried by one advance.
function helicopter(ms) {
  if (flown || !travels()) return;
  flown = true;
  const heli = stamp("#t-heli");
  $("#board").append(heli);
  const end = () => heli.remove();
  run(
    heli,
    [{ transform: "translateX(0)" }, { transform: "translateX(calc(100vw + 200px))" }],
    ms * 1.6,
    "linear",
  ).then(end);
}

export const show = {
  async reveal(beat) {
    flown = false;
    const row = $("#shown-row");
    row.innerHTML = beat.row;
    row.classList.add("veiled");
    $("#shown-gauge").innerHTML = beat.gauge;
    const cards = $$(".rv", row);
    if (travels()) {
      $("#shown-gauge .tot").textContent = 0;
      cards.forEach(card => card.classList.add("down"));
      await wait(200);
      for (const card of cards) {
        card.classList.remove("down");
        sound("flip");
        await wait(90);
      }
    }
    await wait(Math.max(0, beat.ms - 90 * cards.length));
  },
  async total(beat) {
    const points = $$("#shown-gauge .seg");
    const number = $("#shown-gauge .tot");
    if (travels()) {
      for (const [index, point] of points.entries()) {
        point.classList.add("lit");
        number.textContent = index + 1;
        if (scale()) sound("tick");
        await wait(beat.ms / points.length);
      }
    }
    number.textContent = beat.total;
    $("#shown-gauge .gauge").classList.add("totalled");
    $("#shown-row").classList.remove("veiled");
    await wait(still.matches ? beat.ms : 500);
  },
  async crash(beat) {
    const at = piece(beat.skier);
    at?.classList.add("crashed");
    at?.append(stamp("#t-pow"));
    if (scale()) sound("crash");
    await run(
      at,
      [0, -5, 5, -4, 4, 0].map(x => ({ transform: `translateX(${x}px)` })),
      420,
      "linear",
    );
    await wait(beat.ms - 420);
  },
  async jump(beat) {
    const at = piece(beat.skier);
    const a = here(at, beat.start);
    const b = pos(spaceAt(beat.end));
    at?.classList.add("jumping");
    if (scale()) sound("whoosh");
    await run(
      at,
      [a, { ...over(a, b), easing: "cubic-bezier(.45,0,.9,.5)" }, b],
      beat.ms * 0.72,
      "cubic-bezier(.15,.6,.5,1)",
    );
    recover(at);
    await quicken(beat.speed);
    await wait(beat.ms * 0.2);
  },
  async ski(beat) {
    const at = piece(beat.skier);
    const last = beat.hop ?? beat.end;
    const frames = [here(at, beat.start)];
    for (let space = beat.start + 1; space <= last; space++) frames.push(pos(spaceAt(space)));
    if (scale()) sound("ski");
    const part = frames.length / (frames.length + beat.end - last);
    await run(at, frames, beat.ms * 0.8 * part, "cubic-bezier(.45,.05,.35,1)");
    if (beat.hop !== undefined) await hop(at, last, beat.end, beat.ms);
    recover(at);
    await wait(beat.ms * 0.2);
  },
  quicken: beat => quicken(beat.speed).then(() => wait(beat.ms * 0.3)),
  async yeti(beat) {
    const at = yeti();
    let from = pos(map.nodes[beat.origin]);
    const path = beat.path ?? [];
    for (const node of path) {
      const to = pos(map.nodes[node]);
      if (scale()) sound("stomp");
      await run(at, [from, to], 280, "cubic-bezier(.5,-.2,.4,1.2)");
      from = to;
    }
    for (const skier of beat.hits ?? []) await show.hit({ skier });
    await wait(path.length ? 250 : beat.ms);
  },
  async hit(beat) {
    badge(beat.skier, true);
    if (scale()) sound("crash");
    await run(
      piece(beat.skier),
      [{ transform: "scale(1)" }, { transform: "scale(1.25,.75)" }, { transform: "scale(1)" }],
      260,
      "ease-out",
    );
  },
  async restore(beat) {
    badge(beat.skier, false);
  },
  async avalanche(beat) {
    const banks = beat.end - beat.start;
    if (scale()) sound("rumble");
    for (let bank = beat.start; bank < beat.end; bank++) {
      await run(piste, [frontAt(bank), frontAt(bank + 1)], beat.ms / banks, "cubic-bezier(.6,0,.7,1)");
    }
  },
  async buried(beat) {
    const at = piece(beat.skier);
    at?.classList.add("sunk");
    at?.append(stamp("#t-mound"));
    bury(cabin(beat.skier), $(`#roster #seat-${beat.skier}.is-buried`));
    helicopter(beat.ms);
    await wait(beat.ms);
    at?.classList.add("buried");
  },
  async win(beat) {
    const at = piece(beat.skier);
    const flag = stamp("#t-flag");
    at?.append(flag);
    if (scale()) sound("bell");
    const waving = [0, 14, -10, 12, -6, 0].map(deg => ({ transform: `rotate(${deg}deg)` }));
    await run(at && flag, waving, beat.ms, "ease-in-out");
  },
};

// The cabin says what the roster does: who is under the snow moves no yeti any more.
function bury(shown, truth) {
  shown?.classList.add("is-buried");
  if (shown && truth) shown.replaceChildren(...[...truth.children].map(part => part.cloneNode(true)));
}

// Taken spaces push a skier on: a small leap over each.
async function hop(at, first, last, ms) {
  for (let space = first; space < last; space++) {
    const [a, b] = [pos(spaceAt(space)), pos(spaceAt(space + 1))];
    await run(at, [a, over(a, b, 30, 26), b], (ms * 0.8) / (last - first + 2), "ease-in-out");
  }
}

const group = {
  quicken: "move",
  crash: "total",
  jump: "move",
  ski: "move",
  blocked: "move",
  win: "move",
  yeti_card: "yeti",
  hit: "yeti",
  buried: "avalanche",
  discard: "draw",
  draft: "draw",
};

function announce(beat) {
  const sun = $("#sunsay");
  sun.hidden = false;
  const big = beat.big ?? "";
  sun.classList.toggle("word", big.length > 3);
  sun.classList.toggle("long", big.length > 8);
  $("b", sun).textContent = big;
  $("span", sun).textContent = beat.small ?? "";
  if (!beat.sentence) return;
  $("#cap").textContent = beat.sentence;
  say(beat.sentence);
}

function mark(beat) {
  const steps = $$(".steps li");
  const at = steps.findIndex(step => step.dataset.group === (group[beat.kind] ?? beat.kind));
  if (at >= 0)
    steps.forEach((step, index) => {
      step.classList.toggle("on", index === at);
      step.classList.toggle("past", index < at);
    });
  for (const card of $$("#shown-row .rv")) {
    const mine = beat.skier !== undefined && Number(card.dataset.skier) === beat.skier;
    if (card.classList.contains("moved") && !mine) card.classList.add("done");
    card.classList.toggle("now", mine);
    if (mine && ["jump", "ski"].includes(beat.kind)) card.classList.add("moved");
  }
}

// Phones: what moves is kept in sight.
function watch(beat) {
  const y =
    beat.kind === "avalanche"
      ? map.banks[beat.end][5]
      : beat.path?.length
        ? map.nodes[beat.path[0]]?.[3]
        : beat.end !== undefined
          ? spaceAt(beat.end)[3]
          : undefined;
  follow(y, travels());
}

export async function perform(beat) {
  begin();
  announce(beat);
  mark(beat);
  if (!time.skipping) watch(beat);
  await (show[beat.kind] ?? (b => wait(b.ms)))(beat);
}
