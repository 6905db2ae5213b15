// How near the avalanche is to the reader: shows what the server has computed, for where one stands and for what is
// chosen.

import { say } from "../say.js";

const $ = (selector, root = document) => root.querySelector(selector);

const made = (tag, css, ...inside) => {
  const element = Object.assign(document.createElement(tag), { className: css });
  element.append(...inside);
  return element;
};
const head = skier => $(`#sk-${skier} > svg`)?.cloneNode(true) ?? "";
const numbers = text => text.trim().split(" ").map(Number);

// The bar: a cell for each snowbank from the avalanche on, those it may cover next, where one stands, and where the
// choice would land.
export function bar(looks, flies) {
  const margin = $("#margin");
  if (!margin) return;
  const [first, count, more] = numbers(margin.dataset.bar);
  const ways = numbers(margin.dataset.reach);
  const jumpers = Number(margin.dataset.jumpers);
  const reaches = looks.map(look => ways[(flies(look) ? 2 : 0) + look.cards.length - 1]);
  const reach = looks.length === 1 ? reaches[0] : ways[0];
  const cells = Array.from({ length: count }, (_, index) => {
    const beyond = first + index - reach;
    return made("i", beyond <= 0 ? "taken" : beyond <= jumpers ? "perhaps" : "");
  });
  const cell = bank => cells[Math.min(bank - first, count - 1)];
  if (more) cells.at(-1).append(made("b", "", `+${more}`));
  const own = numbers(margin.dataset.own);
  for (let index = 0; index < own.length; index += 2)
    cell(own[index + 1])?.append(made("span", "here", head(own[index])));
  looks.forEach((look, index) => {
    const safe = (flies(look) ? look.hop : look.ski)[2];
    if (safe !== undefined) cell(safe + reaches[index])?.append(made("span", "land", head(look.skier)));
  });
  let row = $(".mbar", margin);
  if (!row) {
    row = made("div", "mbar");
    row.setAttribute("aria-hidden", "true");
    margin.append(row);
  }
  row.replaceChildren(made("span", "mcl", $("#t-snow").content.firstElementChild.cloneNode(true)), ...cells);
}

// Whose space the next advance reaches is marked for everybody; the reader's own mark says so.
export function mark() {
  const tag = $("#pieces .mark:not(.mark2) .dzt");
  if (!tag) return;
  tag.dataset.usual ??= tag.textContent;
  tag.textContent = $("#above.hot") ? $("#ghosts").dataset.mark : tag.dataset.usual;
}

// Said once when the danger begins, after "Your move".
let known = null;
export function warn() {
  if ($("[data-moving]")) return;
  const margin = $("#margin");
  const state = margin?.className ?? "";
  const words = margin?.dataset.spoken;
  if (known !== null && words && known !== state) queueMicrotask(() => say(words));
  if (state || known === null) known = state;
}
