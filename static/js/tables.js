// My tables: looks again every half minute, says what has become the reader's move, writes times in their own zone.

import { wanted } from "./wishes.js";

const list = document.getElementById("mine");
const say = document.getElementById("say");
const icon = document.querySelector("link[rel=icon]");
const usual = icon.href;
const every = 30_000;
const language = document.documentElement.lang;
let known = new Set(waiting().map(one => one.key));

function waiting() {
  return [...list.querySelectorAll("[data-decision]")].map(row => ({
    key: `${row.dataset.code}.${row.dataset.decision}`,
    code: row.dataset.code,
    decision: row.dataset.decision,
    title: row.querySelector("h2").textContent.trim(),
  }));
}

// "tomorrow, 18:40": the day in words while it is near, else by name and date.
function local(iso) {
  const at = new Date(iso);
  const days = Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / 864e5);
  const time = at.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const day =
    days < 2
      ? new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day")
      : at.toLocaleDateString(language, { weekday: "short", day: "numeric", month: "short" });
  return `${day} ${time}`;
}

function draw() {
  for (const time of list.querySelectorAll("time[data-until]"))
    time.textContent = time.dataset.until.replace("#", local(time.dateTime));
  const mine = waiting();
  const title = list.dataset.title;
  document.title = mine.length ? `(${mine.length}) ${list.dataset.yourMove} · ${title}` : title;
  icon.href = mine.length ? list.dataset.turnIcon : usual;
  return mine;
}

async function look() {
  let html;
  try {
    const answer = await fetch(list.dataset.list, { cache: "no-store" });
    if (!answer.ok) return;
    html = await answer.text();
  } catch {
    return; // offline: what is shown stays, the next look will tell
  }
  const held = list.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  list.innerHTML = html;
  if (held) list.querySelector(`[href="${CSS.escape(held)}"]`)?.focus();
  const mine = draw();
  const fresh = mine.filter(one => !known.has(one.key));
  known = new Set(mine.map(one => one.key));
  if (!fresh.length) return;
  say.textContent = fresh.map(one => `${list.dataset.yourMove}: ${one.title}`).join(". ");
  if (!document.hidden || wanted("notices") !== "on") return;
  const { notify } = await import("./notify.js");
  for (const one of fresh) await notify(list.dataset.yourMove, one.title, one.code, one.decision);
}

draw();
setInterval(look, every);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) look();
});
