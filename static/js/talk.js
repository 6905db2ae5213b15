// The panel of log and chat: which of the two is shown. On phones both are one sheet that comes and goes. The chat itself
// (`chat.js`) comes with the first thing that is said, or with whoever wants to say something.

import { wanted } from "./wishes.js";

const panel = document.getElementById("talk");
const tabs = [...(panel?.querySelectorAll("[data-talk]") ?? [])];
const tray = document.getElementById("tray");
const chat = () => import("./chat.js");
const fault = error => console.warn(error);
// A script that does not come is told where the control is, too.
function unloaded(error, place) {
  fault(error);
  const box = Object.assign(document.createElement("div"), { className: "toast bad", role: "alert" });
  box.textContent = document.getElementById("chat").dataset.unloaded;
  document.getElementById(place)?.replaceChildren(box);
}
let silent = false;

export function showTalk(which) {
  if (!tabs.some(tab => tab.dataset.talk === which)) return;
  panel.dataset.shows = which;
  for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.talk === which));
  document.dispatchEvent(new CustomEvent("talk:shown", { detail: which }));
}

panel?.addEventListener("click", event => {
  const tab = event.target.closest("[data-talk]");
  if (tab) showTalk(tab.dataset.talk);
});
// A phone's reader who opens the sheet sees what is in it.
addEventListener("hashchange", () => { if (location.hash === "#talk") showTalk(panel.dataset.shows); });

document.addEventListener("chat:news", event => {
  if (event.detail) chat().then(module => module.news(event.detail, silent)).catch(fault);
  else silent = true;
});

// What is on its way is out of the field: a second Enter does not say it twice, and what is typed meanwhile stays.
document.addEventListener("submit", event => {
  const form = event.target;
  if (form.id !== "f-chat" && form.id !== "f-react") return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const { text } = form.elements;
  if (text) text.value = "";
  chat().then(module => module.send(form, body), error => {
    if (text) text.value = body.get("text");
    unloaded(error, tray && !text ? "refusal-react" : "refusal-chat");
  }).catch(fault);
});

// The focus is in the tray at once, though its looks may still be on their way: what is pressed next is meant for it.
export function openTray(from = null) {
  if (!tray) return;
  const opens = tray.hidden;
  if (opens) {
    const last = tray.querySelector(`[value="${CSS.escape(wanted("reaction") ?? "")}"]`);
    if (last) tray.prepend(last);
    Object.assign(tray.style, { position: "fixed", opacity: 0 });
    tray.hidden = false;
    tray.querySelector("button").focus({ preventScroll: true });
  }
  import("./react.js").then(module => (opens ? module.open(from) : module.close())).catch(error => {
    if (!opens) { tray.hidden = true; return fault(error); }
    unloaded(error, "refusal-react");
    beside(from ?? [...document.querySelectorAll("[data-react]")].find(button => button.checkVisibility()));
  });
}
// Without its looks the tray stands over the button it belongs to: its words are sent all the same.
function beside(button) {
  const { top = 300, right = innerWidth } = button?.getBoundingClientRect() ?? {};
  Object.assign(tray.style, {
    opacity: 1, zIndex: 20, right: `${Math.max(8, innerWidth - Math.max(right, 340))}px`,
    bottom: `${innerHeight - top + 8}px`, maxWidth: "330px",
  });
}

// A word is sent by its form alone; the snowball waits for its script, and a press that came before it counts. Once the
// script listens it says so: a press is never carried out twice.
tray?.addEventListener("click", event => {
  const snowball = event.target.closest("[data-aim]");
  if (snowball && !("listens" in tray.dataset)) import("./react.js").then(() => snowball.click()).catch(error => unloaded(error, "refusal-react"));
});
document.addEventListener("click", event => {
  const button = event.target.closest?.("[data-react]");
  if (button) openTray(button);
});
