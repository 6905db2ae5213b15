// The lobby's comfort: refusals that go when their control is used again, menus that close, seconds that run. Live news
// come through the shared socket.

import { ahead } from "./hour.js";
import "./copy.js";

const link = document.getElementById("link");
if (link) link.value = new URL(link.value, location.href).href;

document.addEventListener("submit", event => {
  const place = event.target.getAttribute("hx-target");
  if (place) document.querySelector(place)?.replaceChildren();
  event.submitter?.closest("[popover]")?.hidePopover?.();
});

// Arrow keys go from value to value. They choose nothing: a choice is sent at once, and asks everybody again.
const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

document.addEventListener("keydown", event => {
  const group = event.target.closest("[role=radiogroup]");
  const step = steps[event.key];
  if (!group || !step) return;
  const radios = [...group.querySelectorAll("[role=radio]")].filter(radio => radio.offsetParent && !radio.disabled);
  radios[(radios.indexOf(event.target) + step + radios.length) % radios.length]?.focus();
  event.preventDefault();
});

// A seat that is kept for somebody says for how long; the server alone frees it.
function tick() {
  for (const shown of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil((Number(shown.dataset.until) - Date.now() - ahead()) / 1000));
    const text = `${left} s`;
    if (shown.textContent !== text) shown.textContent = text;
  }
  // What can be undone for a moment only.
  for (const offer of document.querySelectorAll("[data-offered]")) {
    const over = Number(offer.dataset.offered) < Date.now() + ahead();
    if (offer.hidden !== over) offer.hidden = over;
  }
}
setInterval(tick, 500);
document.addEventListener("regions:after", tick);
tick();
