// The text view, live: while its reader waits, the page comes anew and what happened is said politely, in the order in
// which it happened and before the next question. While they must decide nothing moves; only a decision that has
// passed elsewhere is taken away.

import "../socket.js";
import "../text-clock.js";
import "./text-chat.js";
import "../kept.js";
import { morph } from "../regions.js";
import { say } from "../say.js";

const root = document.querySelector("[data-address]");
const reading = () => document.getElementById("reading");
const awaits = element => ("turn" in element.dataset ? `${element.dataset.kind} ${element.dataset.decision}` : "");
const since = root.dataset.since ?? root.dataset.version;
const asides = new Set();
let told = Number(root.dataset.version);
let titled = "";

// The page's first heading, at the end the reader's own result, unless it has just been said: by itself, or as the
// last thing that happened.
function asking(page, heard) {
  const text = (page.getElementById("own-end") ?? page.getElementById("heading")).textContent.trim();
  const said = titled === text || heard.at(-1)?.startsWith(text);
  titled = text;
  return said ? [] : [text];
}

// The lines of the news after a version; what people did beside the race has none and is told once.
function lines(page, after) {
  const found = [];
  for (const line of page.querySelectorAll("#new-told li[data-version]")) {
    const version = Number(line.dataset.version);
    const text = [line.querySelector("span"), ...line.querySelectorAll("li")].map(e => e.textContent.trim()).join(" ");
    if (version > after || (!version && !asides.has(text))) found.push(text);
    if (!version) asides.add(text);
  }
  return found;
}

async function news(version) {
  const now = reading();
  if (version <= told && awaits(now)) return;
  const answer = await fetch(`${root.dataset.address}?since=${since}`, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("reading");
  if (!answer.ok || !fresh) {
    location.assign(root.dataset.address);
    return;
  }
  const heard = lines(page, told);
  told = Math.max(told, Number(fresh.dataset.version));
  const deciding = awaits(now);
  if (deciding && deciding === awaits(fresh)) {
    say(heard.join(" "));
    return;
  }
  const asked = awaits(fresh) || fresh.dataset.kind !== now.dataset.kind;
  if (asked) heard.push(...asking(page, heard));
  const held = now.contains(document.activeElement);
  await morph(now, fresh.outerHTML);
  document.title = page.title;
  if (held && !reading().contains(document.activeElement)) (document.getElementById("new") ?? document.getElementById("heading")).focus();
  say(heard.join(" "));
}

let last = Promise.resolve();
document.addEventListener("regions:after", ({ detail: { message } }) => {
  last = last.then(() => news(message.version)).catch(error => console.error(error));
});

// After a form: what it led to, then the next question. A voice that speaks while the page still loads is not heard.
const loaded_ms = 700;
const first = lines(document, 0);
if (location.hash === "#new" && !document.getElementById("refusal-text"))
  setTimeout(() => say([...first, ...asking(document, first)].join(" ")), loaded_ms);
