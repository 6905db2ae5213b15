// Chat of a table: fetched when the socket says that there is more, never part of the game's own news. Who is muted is
// kept in this browser and sent to nobody. What reactions look like over the table is in `react.js`, fetched with the first.

import { wanted } from "./wishes.js";

const chat = document.getElementById("chat");
const list = document.getElementById("chat-lines");
const saidWhy = document.getElementById("refusal-chat");
const mutes = chat?.querySelector(".mutes");
const most = 200;
const mostReactions = 10;
const tray = document.getElementById("tray");
const heard = document.getElementById("heard");
const words = JSON.parse(chat?.dataset.said ?? "{}");
let last = 0;
let version = 0;
let asking = Promise.resolve();
let unread = 0;
let begun = false;

const key = "yeti-muted";
export const muted = new Set(read());
function read() {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    return [];
  }
}

const seen = () => chat.checkVisibility() && !document.hidden;
const own = line => String(line.seat) === document.querySelector("[data-table]").dataset.seat;
const nameAt = seat => document.querySelector(`#roster .seat-${seat} .nm`)?.firstChild.textContent
  ?? document.querySelector(`#lobby-seat-${seat} b`)?.textContent ?? "";
const said = line => line.kind !== "reaction" ? line.text
  : line.target === null ? words[line.text] ?? line.text : words.at.replace("#", () => nameAt(line.target));

function draw(line) {
  const item = document.createElement("li");
  item.dataset.name = line.name;
  item.dataset.line = line.id;
  item.hidden = muted.has(line.name);
  const name = Object.assign(document.createElement("b"), { textContent: line.name, translate: false });
  if (line.seat !== null) name.dataset.seat = line.seat;
  item.append(name, " ");
  if (line.kind === "reaction") item.className = "reacts";
  item.append(Object.assign(document.createElement("span"), { textContent: said(line), dir: "auto" }));
  list.append(item);
  const reactions = list.querySelectorAll(".reacts");
  if (reactions.length > mostReactions) reactions[0].remove();
  while (list.children.length > most) list.firstElementChild.remove();
  if (line.seat !== null && !own(line)) offerMute(line.name);
}

function offerMute(name) {
  const place = mutes.querySelector("div");
  if ([...place.children].some(one => one.dataset.name === name)) return;
  const label = Object.assign(document.createElement("label"), { className: "switch" });
  label.dataset.name = name;
  const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: muted.has(name) });
  const track = Object.assign(document.createElement("span"), { className: "tr" });
  label.append(box, track, Object.assign(document.createElement("span"), { textContent: name, translate: false }));
  place.append(label);
  mutes.hidden = false;
  box.addEventListener("change", () => mute(name, box.checked));
}

export function mute(name, on) {
  if (on) muted.add(name);
  else muted.delete(name);
  try {
    localStorage.setItem(key, JSON.stringify([...muted]));
  } catch {
    /* for this page alone */
  }
  for (const item of list.children) if (item.dataset.name === name) item.hidden = on;
  for (const label of mutes.querySelectorAll("label")) if (label.dataset.name === name) label.firstChild.checked = on;
}

function count(more) {
  unread = seen() ? 0 : unread + more;
  for (const mark of document.querySelectorAll("[data-unread]")) {
    mark.hidden = !unread;
    mark.textContent = unread;
  }
}

// Said aloud wherever the tab stands, apart from the story's own voice; a muted person says nothing.
function speak(lines) {
  for (const line of lines) {
    if (line.kind === "reaction" && wanted("reactions") !== "on") continue;
    const colon = line.kind === "reaction" && line.text === "snowball" ? " " : ": ";
    heard?.append(Object.assign(document.createElement("p"), { textContent: `${line.name}${colon}${said(line)}` }));
  }
  while (heard?.children.length > 3) heard.firstElementChild.remove();
}

// On the table they rise from whose they are; the module that shows them comes with the first.
const reactions = () => import("./react.js");
function show(lines) {
  const shown = lines.filter(line => line.kind === "reaction");
  if (tray ?? heard) for (const line of shown) reactions().then(module => module.rise(line, said(line)), () => {});
}

// What the operator has taken away goes from open pages, too. `there`: the ids of the latest hundred lines.
function drop(there) {
  const first = there.length < 100 ? 0 : there[0];
  const gone = item => item.dataset.line >= first && !there.includes(Number(item.dataset.line));
  for (const item of [...list.children].filter(gone)) item.remove();
}

async function more() {
  const answer = await fetch(`/t/${chat.dataset.code}/chat?after=${last}`, {
    headers: { Accept: "application/json" },
  });
  if (!answer.ok) return;
  const news = await answer.json();
  version = Math.max(version, news.chat_version);
  const lines = news.lines.filter(line => line.id > last);
  lines.forEach(draw);
  if (news.there) drop(news.there);
  last = lines.at(-1)?.id ?? last;
  chat.querySelector(".nothing").hidden = list.children.length > 0;
  if (lines.length) list.scrollTop = list.scrollHeight;
  if (begun) {
    const others = lines.filter(line => !own(line) && !muted.has(line.name));
    count(others.filter(line => line.kind !== "reaction").length);
    speak(others);
    if (!document.hidden) show(lines.filter(line => !muted.has(line.name)));
  }
  begun = true;
}

const fetchMore = () => {
  asking = asking.then(more).catch(error => console.warn(error));
  return asking;
};

// Sends what `talk.js` has taken out of the form. What did not go out comes back into the field.
export async function send(form, body) {
  const refusal = (form.id === "f-react" && document.getElementById("refusal-react")) || saidWhy;
  refusal.replaceChildren();
  const { text } = form.elements;
  const back = () => {
    if (text) text.value = `${body.get("text")} ${text.value}`.trim();
  };
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body,
      headers: { "HX-Request": "true", "Yeti-Control": form.id === "f-react" ? "react" : "chat" },
    });
    if (answer.ok) return await fetchMore();
    back();
    if (answer.status < 500) refusal.innerHTML = await answer.text();
    else fault(refusal);
  } catch {
    back();
    fault(refusal);
  }
  if (tray && refusal !== saidWhy) reactions().then(module => module.refused(), () => {});
}

function fault(refusal) {
  const box = Object.assign(document.createElement("div"), {
    className: "toast bad",
    textContent: chat.dataset.fault,
  });
  box.setAttribute("role", "alert");
  refusal.replaceChildren(box);
}

// The socket says that there is more. `live`: nothing had been said when this page came, so what is there now is new.
export function news(latest, live) {
  begun ||= live;
  if (latest > version) fetchMore();
  else begun = true;
}

if (heard) list.setAttribute("aria-live", "off"); // said there
document.addEventListener("talk:shown", () => {
  count(0);
  list.scrollTop = list.scrollHeight;
});
document.addEventListener("visibilitychange", () => count(0));
