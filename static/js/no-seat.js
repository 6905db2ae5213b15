// Waiting without a seat at a table: what may be asked for, and what became of it, comes by itself. The socket says only
// that something is new; when the seat is the reader's, the page's place changes and it goes to the table.

import "./socket.js";

const root = document.querySelector("[data-address]");

async function look() {
  const answer = await fetch(root.dataset.address, { headers: { Accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("claims");
  const claims = document.getElementById("claims");
  if (!fresh || claims.innerHTML === fresh.innerHTML || claims.contains(document.activeElement)) return;
  claims.replaceChildren(...fresh.childNodes);
}

document.addEventListener("regions:after", () => look().catch(() => {}));
