// The yeti's way: tap where he stops, the route is found; tap the other lane of a fork, only that lane changes. The
// list of all routes in the form stays the one thing that is sent.

import { clearRefusal } from "../act.js";
import { drawLines, lane, map } from "./map.js";
import { follow } from "./stage.js";
import { across, complete, direction, routeTo, stepped } from "./yeti-ways.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
let graph = null;
let seen = "";
let route = [];

function choose(path) {
  route = complete(graph, route, path);
  clearRefusal();
  show();
  const end = route.length && $(`#node-${route.at(-1).replace(".", "-")}`);
  if (end && !inSight(end)) follow(map.nodes[route.at(-1)][3], true);
}

// On a phone a long way leads out of the window.
function inSight(node) {
  const [frame, box] = [$(".scroll"), node].map(one => one.getBoundingClientRect());
  return box.top >= frame.top && box.bottom <= frame.bottom;
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
  const stays = !graph.exact && route.length === 0;
  send.setAttribute("aria-disabled", graph.exact && route.length === 0);
  if (send.dataset.send && !send.hasAttribute("aria-busy")) send.textContent = stays ? send.dataset.leave : send.dataset.send;
  const stay = $("#stay");
  if (stay) stay.hidden = stays;
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
    direction(graph, route) === "down" ? [steps[index], node] : [node, steps[index]],
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
  const way = pv.dataset[direction(graph, route)].replace("#", route.length);
  const text = !route.length
    ? graph.exact
      ? pv.dataset.exact
      : pv.dataset.stay
    : `${way} ${names.length ? pv.dataset.hits.replace("#", names.join(", ")) : pv.dataset.nohits}`;
  // Where he ends is seen on the mountain; said for whoever hears it.
  const end = route.length ? $(`#node-${route.at(-1).replace(".", "-")}`)?.dataset.where : "";
  const said = end ? `${text} (${end})` : text;
  if (pv.textContent === said) return; // it is read aloud
  const place = Object.assign(document.createElement("span"), { className: "sr", textContent: ` (${end})` });
  pv.replaceChildren(text, ...(end ? [place] : []));
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
    route = [];
    route = complete(graph, route, []);
  }
  show();
}

document.addEventListener("click", event => {
  const node = event.target.closest?.("#aim .yb");
  if (node && graph) choose(routeTo(graph, route, node.dataset.node));
  if (event.target.closest?.("#stay")) {
    choose([]);
    document.getElementById("f-act").requestSubmit();
  }
});

// All arrows walk him: right and down downhill, left and up uphill. Across the trail they change the lane first, where
// there is one on that side.
export function key(name, tall) {
  if (!graph || !(name.startsWith("Arrow") || (name === "Home" && !graph.exact))) return false;
  const side = ["ArrowRight", "ArrowDown"].includes(name) ? 1 : -1;
  const crossing = (tall ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"]).includes(name);
  const axis = tall ? 2 : 1;
  const other = crossing ? across(graph, route, side, node => map.nodes[node][axis]) : null;
  const further = other ?? stepped(graph, route, side > 0 ? "down" : "up");
  if (name === "Home") choose([]);
  else if (further) choose(further);
  return true;
}

document.addEventListener("regions:after", refresh);
document.addEventListener("choice:changed", refresh);
refresh();
