// Keys of a replay: , . a step, < > a round, Space plays. They may be switched off, and do not count in a field.

import { wanted } from "../wishes.js";

const ways = { ",": "back", ".": "ahead", "<": "before", ">": "after" };

export function keys({ move, toggle }) {
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const { key, target } = event;
    if (target.closest("input:not([type=range], [type=checkbox]), textarea, select")) return;
    if (key === " " && !target.closest("button, a, summary, input")) {
      event.preventDefault();
      toggle();
    } else if (ways[key] && wanted("letters") === "on") {
      event.preventDefault();
      move(ways[key]);
    }
  });
}
