// Regions of the page: how one is mended, and where the focus goes when the thing that had it is gone. When a region is
// mended is decided in moment.js alone. Only the server says what is true.

// Mends one region. Regions are morphed by htmx, so what is typed, checked and focused stays. The page has changed when
// this returns; what is awaited is htmx's own tidying up.
// What its reader has opened stays open.
export function morph(element, html) {
  const open = [...element.querySelectorAll("details[open][id]")].map(one => one.id);
  const swapped = htmx.swap({ target: element, text: html, swap: "outerMorph", sourceElement: element });
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  return swapped;
}

// Mends all of these at once: no frame is drawn between the first and the last.
export function mend(regions) {
  return Promise.all(
    regions.map(({ id, html }) => {
      const old = document.getElementById(id);
      return old && morph(old, html);
    }),
  );
}

let focused = null;
let meant = ""; // what the button was for when it took the focus
document.addEventListener("focusin", event => {
  focused = event.target;
  meant = focused.closest?.("#act")?.className ?? "";
});

const can = element => element?.isConnected && !element.disabled && element.checkVisibility();

// The first thing of the decision that can be used; while others choose, the words that say so: there a key pressed
// once more does nothing.
export function focusChoice() {
  const turn = document.querySelector("#act:is([data-turn], .is-lesson)");
  const goal =
    (turn && document.querySelector("#hand .pick:not(:disabled)[tabindex='0'], #hand .pick:not(:disabled)")) ??
    (turn && [...turn.querySelectorAll("button, a, select, input:not([type=hidden])")].find(can)) ??
    document.querySelector("#act .pv, [data-finished] #rematch #go");
  if (!goal) return;
  if (goal.matches(".pv")) goal.tabIndex = -1;
  goal.focus({ preventScroll: true });
}

export function keepFocus() {
  const lost = focused && !can(focused) && document.activeElement === document.body;
  // The button that locked in unlocks now: a second Enter must not do that.
  const turned = focused?.matches("#act.is-locked #go") && !meant.includes("is-locked");
  if (lost || turned) focusChoice();
  if (!focused?.isConnected) focused = null;
}
