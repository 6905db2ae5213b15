// After a game: for how long the reader's seat of the next one is kept. It counts only; the server alone frees the seat.
// Not announced: what is read aloud says half a minute, once.

import { ahead } from "./hour.js";

function tick() {
  for (const shown of document.querySelectorAll("[data-kept]")) {
    const { kept, left, over } = shown.dataset;
    const seconds = Math.ceil((Number(kept) - Date.now() - ahead()) / 1000);
    const text = seconds > 0 ? left.replace("#", seconds) : over;
    if (shown.textContent !== text) shown.textContent = text;
  }
}

setInterval(tick, 500);
document.addEventListener("regions:after", tick);
tick();
