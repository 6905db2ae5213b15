// The text view, live: while its reader waits, the page comes anew and what happened is said politely. While they
// must decide nothing moves; only a decision that has passed elsewhere is taken away.

import "./socket.js";
import { morph } from "./regions.js";
import { say } from "./say.js";

const root = document.querySelector("[data-address]");
const reading = () => document.getElementById("reading");
const awaits = element => ("turn" in element.dataset ? `${element.dataset.kind} ${element.dataset.decision}` : "");

async function news(message, known) {
  const now = reading();
  const told = message.events.map(beat => beat.sentence).filter(Boolean);
  if (message.version > known && Number(now.dataset.version) >= message.version) {
    say(told.join(" ")); // the page has caught up already, with an earlier message
    return;
  }
  const answer = await fetch(root.dataset.address, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("reading");
  if (!answer.ok || !fresh) {
    location.assign(root.dataset.address);
    return;
  }
  const deciding = awaits(now);
  if (deciding && deciding === awaits(fresh)) {
    if (told.length) say(told.join(" "));
    return;
  }
  if (awaits(fresh) || fresh.dataset.kind !== now.dataset.kind) told.push(page.getElementById("heading").textContent);
  const held = now.contains(document.activeElement);
  await morph(now, fresh.outerHTML);
  document.title = page.title;
  if (held && !reading().contains(document.activeElement)) document.getElementById("heading").focus();
  say(told.join(" "));
}

let last = Promise.resolve();
document.addEventListener("regions:after", ({ detail: { message, known } }) => {
  if (message.version <= known && awaits(reading())) return;
  last = last.then(() => news(message, known)).catch(error => console.error(error));
});
