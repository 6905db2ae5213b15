// The chat of the text view: new lines come by themselves and are said; sending leaves the page, and what is chosen on
// it, as it is. Who is muted is kept in this browser, as on the table.

import { morph } from "../regions.js";
import { say } from "../say.js";

const root = document.querySelector("[data-address]");
const chat = document.getElementById("chat");
const told = () => document.getElementById("chat-told");
const number = line => Number(line.dataset.line ?? 0);
let known = Number(chat?.dataset.version ?? 0);
let last = Math.max(0, ...[...(told()?.children ?? [])].map(number));

function muted() {
  try {
    return new Set(JSON.parse(localStorage.getItem("yeti-muted") ?? "[]"));
  } catch {
    return new Set();
  }
}

function hide() {
  const names = muted();
  for (const line of told().children) line.hidden = names.has(line.dataset.name);
}

async function more(version) {
  const answer = await fetch(root.dataset.address, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("chat-told");
  if (!answer.ok || !fresh) return;
  await morph(told(), fresh.outerHTML);
  hide();
  const heard = [...told().children].filter(
    line => number(line) > last && !line.hidden && (line.dataset.seat ?? "") !== chat.dataset.seat,
  );
  last = Math.max(last, ...[...told().children].map(number));
  known = Math.max(known, version);
  say(heard.map(line => line.textContent.trim().replace(/\s+/g, " ")).join(". "));
}

let asking = Promise.resolve();
const fetchMore = version => {
  asking = asking.then(() => (version > known ? more(version) : null)).catch(error => console.warn(error));
  return asking;
};

async function send(event) {
  event.preventDefault();
  const form = event.target;
  const refusal = document.getElementById("refusal-chat");
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const { text } = form.elements;
  refusal.replaceChildren();
  if (text) text.value = "";
  const headers = { "HX-Request": "true", "Yeti-Control": "chat" };
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers });
    if (answer.ok) return await fetchMore(Number(answer.headers.get("Yeti-Chat-Version")));
    refusal.innerHTML = answer.status < 500 ? await answer.text() : "";
    if (!refusal.innerHTML) fault(refusal);
  } catch {
    fault(refusal);
  }
  if (text) text.value = `${body.get("text")} ${text.value}`.trim();
}

function fault(place) {
  const box = Object.assign(document.createElement("div"), { className: "toast bad", textContent: chat.dataset.fault });
  box.setAttribute("role", "alert");
  place.replaceChildren(box);
}

if (chat) {
  hide();
  chat.addEventListener("submit", send);
  document.addEventListener("chat:news", event => fetchMore(event.detail));
}
