// The yeti's way: tap where he stops, the route is found; tap the other lane of a fork, only that lane changes. The
// list of all routes in the form stays the one thing that is sent.

import { clearRefusal } from "./act.js";
import { drawLines, lane, map } from "./map.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
let graph = null;
let seen = "";
let route = [];

const next = (node, way) => graph[way][node] ?? [];
const direction = nodes =>
  nodes.length && next(graph.start, "up").includes(nodes[0]) && !next(graph.start, "down").includes(nodes[0])
    ? "up"
    : "down";

// All ways from the start to a node in one direction, shortest reach first.
function ways(goal, way) {
  const found = [];
  const walk = (path, at) => {
    if (at === goal && path.length) found.push(path);
    if (path.length < graph.reach) for (const node of next(at, way)) walk([...path, node], node);
  };
  walk([], graph.start);
  return found;
}

function routeTo(goal) {
  if (route.includes(goal)) {
    const cut = route.slice(0, route.indexOf(goal) + 1);
    if (!graph.exact) return cut;
  }
  const found = ["down", "up"].flatMap(way => ways(goal, way));
  const kept = path => path.filter((node, index) => route[index] === node).length;
  found.sort((a, b) => kept(b) - kept(a) || a.length - b.length);
  // Another lane of a fork in the middle of the route: keep where he ends, if he still can.
  const swap = goalIndex => {
    const end = route.at(-1);
    return ["down", "up"]
      .flatMap(way => ways(end, way))
      .filter(path => path[goalIndex] === goal && path.length === route.length)
      .sort((a, b) => kept(b) - kept(a))[0];
  };
  const index = found[0] ? found[0].length - 1 : -1;
  if (index >= 0 && index < route.length - 1) return swap(index) ?? found[0];
  return found[0] ?? route;
}

// Where the distance is fixed, the rest of the way is filled in, lanes as last chosen.
function complete(path) {
  const filled = [...path];
  while (graph.exact && filled.length < graph.reach) {
    const options = next(filled.at(-1) ?? graph.start, "down");
    if (!options.length) break;
    filled.push(options.find(node => route[filled.length] === node) ?? options[0]);
  }
  return filled;
}

function choose(path) {
  route = complete(path);
  clearRefusal();
  show();
}

function show() {
  const select = $("#route");
  if (!select) return;
  select.value = route.join(" ");
  for (const button of $$("#aim .yb")) {
    const step = route.indexOf(button.dataset.node);
    button.setAttribute("aria-pressed", step >= 0);
    const face = $("span", button);
    face.dataset.step ??= face.textContent;
    face.textContent = step >= 0 ? step + 1 : face.dataset.step;
  }
  lines();
  strip();
  sentence();
  const send = $("#go");
  send.setAttribute("aria-disabled", graph.exact ? route.length === 0 : false);
  for (const [index, paw] of $$("#limit .paws i").entries()) paw.classList.toggle("on", index < route.length);
  const title = $("#limit h2");
  const pattern = $("#limit")?.dataset.room;
  if (title && pattern) title.textContent = pattern.replace("#", route.length);
}

function lines() {
  const edges = new Set();
  for (const way of ["down", "up"]) {
    const reachable = new Set([graph.start, ...$$("#aim .yb").map(b => b.dataset.node)]);
    for (const [from, list] of Object.entries(graph[way])) {
      for (const to of list)
        if (reachable.has(from) && reachable.has(to))
          edges.add(way === "down" ? `${from} ${to}` : `${to} ${from}`);
    }
  }
  const draw = (pairs, tall) => pairs.map(([a, b]) => lane(map.nodes[a], map.nodes[b], tall)).join("");
  const all = [...edges].map(edge => edge.split(" ")).filter(([a, b]) => map.nodes[a] && map.nodes[b]);
  const steps = [graph.start, ...route];
  const chosen = route.map((node, index) =>
    direction(route) === "down" ? [steps[index], node] : [node, steps[index]],
  );
  drawLines(tall => [
    ["reach-b", draw(all, tall)],
    ["reach", draw(all, tall)],
    ["route-b", draw(chosen, tall)],
    ["route", draw(chosen, tall)],
  ]);
}

function strip() {
  const list = $("#rstrip");
  if (!list) return;
  const item = (css, figure, words) => {
    const li = document.createElement("li");
    li.className = css;
    li.append(figure, Object.assign(document.createElement("small"), { textContent: words }));
    return li;
  };
  const foot = filled => {
    const i = document.createElement("i");
    i.className = "ft";
    const paw = $("#t-paw");
    if (filled && paw) i.append(paw.content.firstElementChild.cloneNode(true));
    return i;
  };
  const items = [item("st", $("#act .yface").cloneNode(true), list.dataset.start)];
  items[0].firstChild.removeAttribute("class");
  for (const node of route) {
    const who = graph.skiers[node]?.[0];
    const head = who && $(`#sk-${who.skier} > svg`);
    items.push(
      head ? item("h", head.cloneNode(true), list.dataset.hit) : item("", foot(true), list.dataset.clear),
    );
  }
  for (let spare = route.length; spare < Math.min(graph.reach, 6); spare++)
    items.push(item("no", foot(false), list.dataset.spare));
  list.replaceChildren(...items);
}

function sentence() {
  const pv = $("#pv");
  if (!pv) return;
  const names = route.flatMap(node => graph.skiers[node] ?? []).map(who => who.name);
  const way = pv.dataset[direction(route)].replace("#", route.length);
  pv.textContent = !route.length
    ? graph.exact
      ? pv.dataset.exact
      : pv.dataset.stay
    : `${way} ${names.length ? pv.dataset.hits.replace("#", names.join(", ")) : pv.dataset.nohits}`;
}

export function refresh() {
  const raw = $("#aim")?.dataset.graph ?? "";
  if (!raw) {
    if (graph) drawLines(() => []);
    graph = null;
    seen = "";
    return;
  }
  const decision = $("#state")?.dataset.decision + raw;
  if (decision !== seen) {
    seen = decision;
    graph = JSON.parse(raw);
    route = complete([]);
  }
  const stay = $("#stay");
  if (stay) stay.hidden = false;
  show();
}

document.addEventListener("click", event => {
  const node = event.target.closest?.("#aim .yb");
  if (node && graph) choose(routeTo(node.dataset.node));
  if (event.target.closest?.("#stay")) {
    choose([]);
    document.getElementById("f-act").requestSubmit();
  }
});

// Arrows walk him: along the trail, back, and across to the other lane.
export function key(name, tall) {
  if (!graph) return false;
  const [ahead, back] = tall ? ["ArrowDown", "ArrowUp"] : ["ArrowRight", "ArrowLeft"];
  const way = direction(route);
  const at = route.at(-1) ?? graph.start;
  if (name === "Home" && !graph.exact) choose([]);
  else if (name === ahead || name === back) {
    const wanted = name === ahead ? "down" : "up";
    if (route.length && way !== wanted && !graph.exact) choose(route.slice(0, -1));
    else if (route.length < graph.reach && next(at, wanted).length) choose([...route, next(at, wanted)[0]]);
  } else if (name.startsWith("Arrow") && route.length) {
    const lanes = next(route.at(-2) ?? graph.start, way);
    const other = lanes.find(node => node !== at);
    if (other) choose([...route.slice(0, -1), other]);
  } else return false;
  return true;
}

document.addEventListener("regions:after", refresh);
document.addEventListener("choice:changed", refresh);
refresh();
