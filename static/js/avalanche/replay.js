// A race that is over, step by step. The page brings one step; a round's steps come together when they are wanted, so
// stepping waits for nothing. The address names the step, and "Play" tells the story with the table's own motion.

import "../settings.js";
import { keys } from "./replay-keys.js";
import { arc, drawLines, map } from "./map.js";
import { isTall } from "../portrait.js";
import { finish } from "./motion.js";
import { receive } from "../moment.js";
import { say } from "../say.js";
import { follow, piste } from "./stage.js";
import { still } from "./clockwork.js";
import { wanted } from "../wishes.js";

const $ = selector => document.querySelector(selector);
document.documentElement.classList.add("has-script");
const race = $("main").dataset.table;
const slider = $("#at");
const lengths = slider.dataset.lengths.split(" ").map(Number);
const last = Number(slider.max);
const rounds = new Map();
let at = Number(slider.value);
let turn = 0;
let playing = false;

// Steps are counted through the race; an address names round and step in it.
function placeOf(index) {
  let round = 0;
  while (index >= lengths[round]) index -= lengths[round++];
  return [round + 1, index];
}
const firstOf = round => lengths.slice(0, round - 1).reduce((sum, length) => sum + length, 0);

function roundOf(number) {
  if (!rounds.has(number))
    rounds.set(
      number,
      fetch(`/r/${race}/rounds/${number}`)
        .then(answer => (answer.ok ? answer.json() : Promise.reject(new Error(`${answer.status}`))))
        .catch(error => {
          rounds.delete(number);
          throw error;
        }),
    );
  return rounds.get(number);
}

function mark() {
  slider.style.setProperty("--at", `${(100 * at) / last}%`);
}

// A jump stays to be seen as the line it took.
function drawJump(beat) {
  if (beat?.kind !== "jump") return drawLines(() => []);
  const spot = space => map.spaces[Math.max(0, Math.min(space, map.spaces.length - 1))];
  const [a, b] = [spot(beat.start), spot(beat.end)];
  drawLines(tall => ["arc", "arc2"].map(css => [css, arc(a, b, tall)]));
}

// Phones: what the step is about is brought into sight.
function show(beat) {
  if (!isTall()) return;
  const piece = $(beat?.skier !== undefined ? `#sk-${beat.skier}` : beat?.kind === "yeti" ? "#yeti-at" : "#none");
  const y =
    beat?.kind === "avalanche"
      ? map.banks[beat.end][5]
      : piece
        ? Number(getComputedStyle(piece).getPropertyValue("--ty"))
        : undefined;
  follow(y, !still.matches && wanted("speed") > 0);
}

// What the motion shows beside the mountain. On a table it stays from the reveal on; here every beat stands alone.
function setTheStage(beat, gauge) {
  $("#shown-gauge").innerHTML = gauge;
  if (!["reveal", "total"].includes(beat.kind)) $("#shown-gauge .gauge")?.classList.add("totalled");
}

// Shows a step; `told`: with its motion, else at once. The last one asked for wins.
export async function go(index, { told = false, quiet = false } = {}) {
  const wish = ++turn;
  const [number, step] = placeOf(Math.max(0, Math.min(index, last)));
  let round;
  try {
    round = await roundOf(number);
  } catch {
    // Offline, or the server is away: the step's own page says what is wrong.
    if (wish === turn) location.href = `/r/${race}/${number}.${step}`;
    return;
  }
  if (wish !== turn) return;
  await finish();
  if (wish !== turn) return;
  at = firstOf(number) + step;
  const { regions, said, place, ...shown } = round.steps[step];
  const [row, gauge] = [round.texts[shown.row], round.texts[shown.gauge]];
  const beat = shown.beat && { ...shown.beat, version: undefined, row, gauge };
  const message = {
    table: race,
    version: 0,
    presence_version: turn,
    regions: Object.entries(regions).map(([id, text]) => ({ id, html: round.texts[text] })),
    events: told && beat ? [beat] : [],
  };
  drawLines(() => []);
  if (told && beat) setTheStage(beat, gauge);
  await receive(message);
  if (wish !== turn) return;
  slider.value = at;
  slider.setAttribute("aria-valuetext", said);
  mark();
  history.replaceState(null, "", `/r/${race}/${number}.${step}`);
  for (const back of document.querySelectorAll("input[name=back]")) back.value = location.pathname;
  document.title = document.title.replace(/(.*?: ).*?( · Yeti Mountain)?$/, `$1${place}$2`);
  $("#copy-link span").textContent = label;
  drawJump(beat);
  show(beat);
  if (!quiet && !(told && beat?.ms)) say(said);
  if (number < lengths.length) roundOf(number + 1).catch(() => {});
}

const wait = ms => new Promise(done => setTimeout(done, ms));

async function play() {
  setPlaying(true);
  if (at === last) await go(0);
  while (playing && at < last) {
    const begun = performance.now();
    await go(at + 1, { told: true });
    // A step without motion is given the time to be read.
    await wait(performance.now() - begun > 300 ? 450 : 1600);
  }
  setPlaying(false);
}

function setPlaying(on) {
  playing = on;
  const button = $("#play");
  const word = on ? button.dataset.stop : button.dataset.play;
  button.setAttribute("aria-pressed", String(on));
  button.setAttribute("aria-label", word);
  button.querySelector("[data-word]").textContent = word;
}

export function toggle() {
  if (!playing) return play();
  setPlaying(false);
  finish();
}

const ways = {
  before: () => (placeOf(at)[1] ? firstOf(placeOf(at)[0]) : firstOf(Math.max(1, placeOf(at)[0] - 1))),
  back: () => at - 1,
  ahead: () => at + 1,
  after: () => (placeOf(at)[0] < lengths.length ? firstOf(placeOf(at)[0] + 1) : last),
};

export function move(way) {
  setPlaying(false);
  const goal = ways[way]();
  if (goal >= 0 && goal <= last && goal !== at) go(goal);
}

const label = $("#copy-link span").textContent;

document.addEventListener("click", event => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const way = event.target.closest("[data-go]");
  const step = event.target.closest("#steps [data-step]");
  if (way || step) event.preventDefault();
  if (way) move(way.dataset.go);
  if (step) {
    const [round, index] = step.dataset.step.split(".").map(Number);
    setPlaying(false);
    go(firstOf(round) + index);
  }
  if (event.target.closest("#play")) toggle();
  if (event.target.closest("#copy-link")) copyLink();
});

// Without a clipboard (pages without https) the address stands in the address bar.
async function copyLink() {
  const word = $("#copy-link span");
  try {
    await navigator.clipboard.writeText(location.href);
    word.textContent = $("#copy-link").dataset.copied;
    say(word.textContent);
  } catch {
    word.textContent = location.pathname;
  }
}

slider.addEventListener("input", () => {
  setPlaying(false);
  mark();
  go(Number(slider.value), { quiet: true }); // the slider says its own value
});

$("#rail")?.addEventListener("click", event => {
  const box = event.currentTarget.getBoundingClientRect();
  const scroll = $(".scroll");
  scroll.scrollTop = ((event.clientY - box.top) / box.height) * piste.clientHeight - scroll.clientHeight / 2;
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) setPlaying(false);
});

keys({ move, toggle });
mark();
roundOf(placeOf(at)[0])
  .then(round => {
    const { beat } = round.steps[placeOf(at)[1]];
    drawJump(beat);
    show(beat);
  })
  .catch(() => {});
