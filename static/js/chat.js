// Chat of a table: fetched when the socket says that there is more, never part of the game's own news. Who is muted is
// kept in this browser and sent to nobody.

const chat = document.getElementById("chat");
const list = document.getElementById("chat-lines");
const refusal = document.getElementById("refusal-chat");
const mutes = chat?.querySelector(".mutes");
const most = 200;
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

function draw(line) {
  const item = document.createElement("li");
  item.dataset.name = line.name;
  item.hidden = muted.has(line.name);
  const name = Object.assign(document.createElement("b"), { textContent: line.name });
  if (line.seat !== null) name.dataset.seat = line.seat;
  item.append(name, " ");
  const button = line.kind === "reaction" && chat.querySelector(`[value="${CSS.escape(line.text)}"]`);
  if (button) {
    item.className = "reacts";
    item.append(button.firstElementChild.cloneNode(true), " ");
  }
  item.append(
    Object.assign(document.createElement("span"), {
      textContent: button ? button.title : line.text,
      dir: "auto",
    }),
  );
  list.append(item);
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
  label.append(box, track, Object.assign(document.createElement("span"), { textContent: name }));
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

async function more() {
  const answer = await fetch(`/t/${chat.dataset.code}/chat?after=${last}`, {
    headers: { Accept: "application/json" },
  });
  if (!answer.ok) return;
  const news = await answer.json();
  version = Math.max(version, news.chat_version);
  const lines = news.lines.filter(line => line.id > last);
  lines.forEach(draw);
  last = lines.at(-1)?.id ?? last;
  chat.querySelector(".nothing").hidden = list.children.length > 0;
  if (lines.length) list.scrollTop = list.scrollHeight;
  if (begun) count(lines.filter(line => !own(line) && !muted.has(line.name)).length);
  begun = true;
}

const fetchMore = () => {
  asking = asking.then(more).catch(error => console.warn(error));
  return asking;
};

// What is on its way is out of the field: a second Enter does not say it twice, and what is typed meanwhile stays. What
// did not go out comes back.
async function send(event) {
  event.preventDefault();
  const form = event.target;
  refusal.replaceChildren();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const { text } = form.elements;
  if (text) text.value = "";
  const back = () => {
    if (text) text.value = `${body.get("text")} ${text.value}`.trim();
  };
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body,
      headers: { "HX-Request": "true", "Yeti-Control": "chat" },
    });
    if (answer.ok) return await fetchMore();
    back();
    if (answer.status < 500) refusal.innerHTML = await answer.text();
    else fault();
  } catch {
    back();
    fault();
  }
}

function fault() {
  const box = Object.assign(document.createElement("div"), {
    className: "toast bad",
    textContent: chat.dataset.fault,
  });
  box.setAttribute("role", "alert");
  refusal.replaceChildren(box);
}

if (chat) {
  for (const id of ["f-chat", "f-react"]) document.getElementById(id)?.addEventListener("submit", send);
  document.addEventListener("chat:news", event => {
    if (event.detail > version) fetchMore();
    else begun = true; // nothing was said before this page came
  });
  document.addEventListener("talk:shown", () => {
    count(0);
    list.scrollTop = list.scrollHeight;
  });
  document.addEventListener("visibilitychange", () => count(0));
}
