// What each beat of a story looks like on the mountain. Every beat leaves the page as it is after it, skipped or not.

import { begin, run, scale, time, travels, wait } from "./clockwork.js";
import { close, open, tellCard, turn } from "./cabins.js";
import { helicopter, land, over, quicken, stamp, sway, throwSkis, tip, trail } from "./effects.js";
import { map, pos } from "./map.js";
import { caption, inWords, say } from "../say.js";
import { anybody, cabin, follow, frontAt, piece, piste, racing, standing, whereIs, yeti } from "./stage.js";
import { isTall } from "../portrait.js";
import { sound } from "../wishes.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

const spaceAt = space => map.spaces[Math.max(0, Math.min(space, map.spaces.length - 1))];
const here = (element, space) => (space > 0 || !element ? pos(spaceAt(space)) : whereIs(element));
function badge(skier, on) {
  const at = piece(skier);
  $(".badge", at ?? document)?.remove();
  if (on) at?.append(stamp("#t-badge"));
}

function recover(at) {
  at?.classList.remove("jumping", "crashed");
  if (at) $(".pow", at)?.remove();
}

export const show = {
  async reveal(beat) {
    land();
    close();
    open(beat.row, travels());
    gauge().innerHTML = beat.gauge;
    count(0);
    const slow = beat.plays.toReversed();
    const alone = slow.length < 2;
    if (!travels() || alone) {
      for (const play of alone ? slow : slow.slice(0, -1)) turn(play.skier);
      count(alone ? beat.total : beat.total - beat.plays[0].speed);
      if (alone) $(".gauge", gauge())?.classList.add("totalled");
      return wait(beat.ms);
    }
    await wait(250);
    let sum = 0;
    for (const play of slow.slice(0, -1)) {
      turn(play.skier);
      if (scale()) sound("flip");
      sum += play.speed;
      count(sum);
      await wait(90);
    }
    await wait(beat.ms - 250 - 90 * (slow.length - 1));
  },
  async total(beat) {
    const last = $(".rvl.down");
    const points = $$(".seg:not(.lit)", gauge());
    const still = last ? beat.ms - 720 - 40 * points.length : 0;
    if (still > 0 && travels()) {
      caption(inWords("one", $(".tot", gauge()).textContent));
      sway(last.closest(".cabin"));
      await wait(still);
    }
    if (last) turn(last.dataset.skier);
    if (travels() && points.length) {
      sound("flip");
      await wait(320);
      for (const [index] of points.entries()) {
        count(beat.total - points.length + index + 1);
        if (scale()) sound("tick");
        await wait(40);
      }
    }
    verdict(beat);
    await wait(travels() ? 400 : beat.ms);
  },
  async crash(beat) {
    const at = piece(beat.skier);
    at?.classList.add("crashed");
    at?.append(stamp("#t-pow"));
    if (scale()) sound("crash");
    tip(cabin(beat.skier));
    if (travels()) {
      const shake = [0, -5, 5, -5, 5, 0].map(x => ({ transform: `translateX(${x}px)` }));
      run($("#board"), shake, 320, "linear");
      throwSkis(at);
    }
    await wait(beat.ms);
  },
  async jump(beat) {
    const at = piece(beat.skier);
    const a = here(at, beat.start);
    const b = pos(spaceAt(beat.end));
    comeNear();
    at?.classList.add("jumping");
    at?.classList.remove("shares");
    if (scale()) sound("whoosh");
    if (at && travels()) trail(a, over(a, b), b);
    await run(at, [a, { ...over(a, b), easing: "cubic-bezier(.45,0,.9,.5)" }, b], 620, "cubic-bezier(.15,.6,.5,1)");
    recover(at);
    quicken(beat.speed);
    await wait(beat.ms - 620);
  },
  ski: beat => show.skis({ each: [beat] }),
  async skis({ each }) {
    await atOnce(each, ride);
    await wait(180);
  },
  crashes: ({ each }) => atOnce(each, show.crash),
  burials: ({ each }) => atOnce(each, show.buried),
  async quicken(beat) {
    quicken(beat.speed);
    await wait(beat.ms);
  },
  async yeti(beat) {
    const at = yeti();
    at?.classList.remove("shares");
    let from = pos(map.nodes[beat.origin]);
    const path = beat.path ?? [];
    if (path.length) comeNear(true);
    for (const node of path) {
      const to = pos(map.nodes[node]);
      if (scale()) sound("stomp");
      if (!time.skipping) follow(map.nodes[node]?.[3], travels());
      await run(at, [from, to], node === "out" ? 0 : 220, "cubic-bezier(.5,-.2,.4,1.2)");
      from = to;
    }
    for (const skier of beat.hits ?? []) await show.hit({ skier });
    if (!path.length && !beat.hits) await wait(beat.ms);
  },
  async hit(beat) {
    badge(beat.skier, true);
    if (scale()) sound("crash");
    await run(
      piece(beat.skier),
      [{ transform: "scale(1)" }, { transform: "scale(1.25,.75)" }, { transform: "scale(1)" }],
      240,
      "ease-out",
    );
  },
  restore(beat) {
    badge(beat.skier, false);
  },
  async avalanche(beat) {
    const banks = beat.end - beat.start;
    let from = standing().get("front");
    comeNear(true);
    if (scale()) sound("rumble");
    for (let bank = beat.start; bank < beat.end; bank++) {
      await run(piste, [from, frontAt(bank + 1)], beat.ms / banks, "cubic-bezier(.6,0,.7,1)");
      from = frontAt(bank + 1);
    }
  },
  async buried(beat) {
    const at = piece(beat.skier);
    at?.classList.add("sunk");
    at?.append(stamp("#t-mound"));
    cabin(beat.skier)?.classList.add("is-buried");
    helicopter(900);
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

// What happens to several at once is one beat; they set off one shortly after the other.
async function atOnce(each, one) {
  const under = [];
  const { ms } = each.at(-1);
  for (const [index, beat] of each.entries()) {
    if (index) await wait(120);
    mark(beat);
    under.push(one({ ...beat, ms }));
  }
  await Promise.all(under);
}

// At the start the camera stands back; the first who moves brings it in. On an upright mountain the gate is where the
// skiers still stand, so it goes when they have left it: with the yeti or the avalanche (`all`).
const comeNear = all => {
  if (all || !isTall()) $("#board").removeAttribute("data-cam");
};

async function ride(beat) {
  const at = piece(beat.skier);
  const last = beat.hop ?? beat.end;
  const frames = [here(at, beat.start)];
  for (let space = beat.start + 1; space <= last; space++) frames.push(pos(spaceAt(space)));
  comeNear();
  at?.classList.remove("shares");
  if (scale()) sound("ski");
  await run(at, frames, 90 * Math.max(1, frames.length - 1), "cubic-bezier(.45,.05,.35,1)");
  // Taken spaces push a skier on: a small leap over each.
  for (let space = last; space < beat.end; space++) {
    const [a, b] = [pos(spaceAt(space)), pos(spaceAt(space + 1))];
    await run(at, [a, over(a, b, 30, 26), b], 90, "ease-in-out");
  }
  recover(at);
}

const gauge = () => $("#shown-gauge");
function count(sum) {
  for (const [index, point] of $$(".seg", gauge()).entries()) point.classList.toggle("lit", index < sum);
  $(".tot", gauge()).textContent = sum;
}
function verdict(beat) {
  count(beat.total);
  announce({ ...beat, sentence: `${cards} ${beat.sentence}`.trim(), short: beat.sentence });
  cards = "";
  $(".gauge", gauge())?.classList.add("totalled");
}

const group = {
  quicken: "move",
  crash: "total",
  jump: "move",
  ski: "move",
  skis: "move",
  crashes: "total",
  blocked: "move",
  win: "move",
  yeti_card: "yeti",
  buried: "avalanche",
  burials: "avalanche",
  discard: "draw",
  draft: "draw",
};

// What the cards are is told when the last of them lies open, with what they come to.
let cards = "";

function announce(beat) {
  const sun = $("#sunsay");
  sun.hidden = false;
  const big = beat.big ?? "";
  sun.classList.toggle("word", big.length > 3);
  sun.classList.toggle("long", big.length > 8);
  $("b", sun).textContent = big;
  $("span", sun).textContent = beat.small ?? "";
  if (!beat.sentence) return;
  caption(beat.short || beat.sentence);
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
  tellCard(beat);
}

// Phones: what moves is kept in sight; where nothing does, somebody who still races.
function watch(beat) {
  const y =
    beat.kind === "avalanche"
      ? map.banks[beat.end][5]
      : beat.path?.length
        ? undefined // he is followed step by step
        : beat.end !== undefined
          ? spaceAt(beat.end)[3]
          : beat.kind === "reveal" || !anybody()
            ? racing()
            : undefined;
  follow(y, travels());
}

// What stands beside the mountain while a story is told.
export function clear() {
  $("#shown-gauge").replaceChildren();
}

export async function perform(beat) {
  begin();
  if (beat.kind === "reveal") {
    cards = beat.sentence;
    announce({ ...beat, sentence: "" });
    caption("");
  } else if (beat.kind !== "total") announce(beat); // what it comes to is said when it is known: by the verdict
  if (!beat.each) mark(beat);
  const shown = (show[beat.kind] ?? (b => wait(b.ms)))(beat);
  if (!time.skipping) watch(beat); // below the cards, once they hang
  await shown;
  if (cards && time.skipping) {
    say(cards); // the total is left out
    cards = "";
  }
}
