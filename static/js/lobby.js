// The lobby's comfort: refusals that go when their control is used again, menus that close, seconds that run. Live news
// come through the shared socket.

import "./copy.js";

const link = document.getElementById("link");
if (link) link.value = new URL(link.value, location.href).href;

document.addEventListener("submit", event => {
  const place = event.target.getAttribute("hx-target");
  if (place) document.querySelector(place)?.replaceChildren();
  event.submitter?.closest("[popover]")?.hidePopover?.();
});

// A seat that is kept for somebody says for how long; the server alone frees it.
const root = document.querySelector("[data-table]");
const ahead = Number(root.dataset.now) - Date.now();
function tick() {
  for (const shown of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil((Number(shown.dataset.until) - Date.now() - ahead) / 1000));
    const text = `${left} s`;
    if (shown.textContent !== text) shown.textContent = text;
  }
}
setInterval(tick, 500);
document.addEventListener("regions:after", tick);
tick();
