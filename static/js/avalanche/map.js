// Where things stand, in both orientations: the map of the mountain that came with the page, and how lines are drawn
// on it. A point is [wide x, wide y, tall x, tall y].

import { isTall, portrait } from "../portrait.js";

const holder = () => document.getElementById("mountain");
let key = holder()?.dataset.key;
export let map = JSON.parse(holder()?.dataset.map ?? "null");

const svgNamespace = "http://www.w3.org/2000/svg";

function frame() {
  document.getElementById("lines-t")?.setAttribute("viewBox", `0 0 346 ${map.height}`);
}
if (map) frame();

// The page comes with the picture its window is thought to need; the other is fetched once it is needed. A cookie
// makes the next guess a better one.
const drawn = { wide: key, tall: key };
for (const side of Object.keys(drawn)) if (!document.querySelector(`#${side} > svg`)) drawn[side] = "";

async function draw() {
  const side = isTall() ? "tall" : "wide";
  if (!key || drawn[side] === key) return;
  const wanted = key;
  drawn[side] = wanted;
  const answer = await fetch(`/m/${wanted}-${side}.html`).catch(() => null);
  const html = answer?.ok ? await answer.text() : null;
  if (drawn[side] !== wanted) return; // yet another heat
  if (html === null) {
    drawn[side] = "";
    if (answer?.status === 404) location.reload(); // a newer version of the site draws it otherwise
    else setTimeout(draw, 2000);
    return;
  }
  document.getElementById(side).innerHTML = html;
}

function fit() {
  document.cookie = `shape=${isTall() ? "tall" : "wide"}; path=/; max-age=31536000; samesite=lax`;
  draw();
}
if (document.getElementById("wide")) fit();
portrait.addEventListener("change", fit);

// A new heat is a new mountain: other places, another picture.
export function renew() {
  const now = holder();
  if (!now || now.dataset.key === key) return;
  key = now.dataset.key;
  map = JSON.parse(now.dataset.map);
  frame();
  document.getElementById("places").href = now.dataset.places;
  draw();
}

export const pos = p => ({ "--wx": p[0], "--wy": p[1], "--tx": p[2], "--ty": p[3] });
export const put = (element, values) =>
  Object.entries(values).forEach(([name, value]) => { element.style.setProperty(name, value); });
export const front = bank => {
  const [w, t, x, y, , ty] = map.banks[bank];
  return { "--wf": w, "--tf": t, "--fwx": x, "--fwy": y, "--fty": ty };
};

// The ski track's height in the landscape: the same curve as the drawing's.
function track(x) {
  const t = (x - 118) / 1222;
  const fall = t < 0 ? 0.5 * t : t < 1 ? 0.58 * (1 - (1 - t) ** 2) + 0.42 * t : 1 + 0.3 * (t - 1);
  return 226 + 344 * fall + 4 * Math.sin(t * 21);
}

export function lane(a, b, tall) {
  const [x1, y1, x2, y2] = tall ? [a[2], a[3], b[2], b[3]] : [a[0], a[1], b[0], b[1]];
  if (tall) {
    const h = (y2 - y1) / 2;
    return `M${x1} ${y1}C${x1} ${y1 + h} ${x2} ${y2 - h} ${x2} ${y2}`;
  }
  const h = (x2 - x1) / 2;
  const lift = (track(x2) - track(x1)) / 2;
  return `M${x1} ${y1}C${x1 + h} ${y1 + lift} ${x2 - h} ${y2 - lift} ${x2} ${y2}`;
}

export function arc(a, b, tall) {
  if (tall) {
    const bow = Math.max(a[2], b[2]) + 120;
    return `M${a[2] + 16} ${a[3] + 4}C${bow} ${a[3] + 24} ${bow} ${b[3] - 40} ${b[2] + 20} ${b[3] - 8}`;
  }
  const top = Math.min(a[1], b[1]) - 128;
  return `M${a[0] + 8} ${a[1] - 28}C${a[0] + 40} ${top} ${b[0] - 40} ${top + 20} ${b[0]} ${b[1] - 34}`;
}

// Draws [class, path] pairs into both pictures. `make(tall)` gives the pairs of one.
export function drawLines(make) {
  for (const [id, tall] of [
    ["lines-w", false],
    ["lines-t", true],
  ]) {
    const paths = make(tall).map(([css, d]) => {
      const path = document.createElementNS(svgNamespace, "path");
      path.setAttribute("class", css);
      path.setAttribute("d", d);
      return path;
    });
    document.getElementById(id)?.replaceChildren(...paths);
  }
}
