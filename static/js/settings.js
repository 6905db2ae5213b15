// The sheet of keys and settings: what it holds is kept in this browser. Notices are asked for by a button alone.

import { sound, wanted, wish } from "./wishes.js";

const sheet = document.getElementById("settings");
const controls = () => document.querySelectorAll("[data-wish]");

function show() {
  for (const control of controls()) {
    const { wish: name } = control.dataset;
    if (control.matches("select")) control.value = wanted(name);
    else if (control.matches("input")) control.checked = wanted(name) === "on";
    else control.setAttribute("aria-pressed", String(wanted(name) === "on"));
  }
}

export function toggleSheet() {
  if (sheet.open) sheet.close();
  else sheet.showModal();
}

document.addEventListener("change", event => {
  const control = event.target.closest?.("[data-wish]");
  if (!control || control.matches("button")) return;
  const value = control.matches("select") ? control.value : control.checked ? "on" : "off";
  if (control.dataset.wish === "notices" && value === "on") ask();
  else wish(control.dataset.wish, value);
});

document.addEventListener("click", event => {
  const button = event.target.closest?.("button[data-wish]");
  if (button) {
    wish(button.dataset.wish, wanted(button.dataset.wish) === "on" ? "off" : "on");
    if (button.dataset.wish === "sound") sound("bell");
  }
  if (event.target.closest?.("[data-open=settings]")) toggleSheet();
  const people = event.target.closest?.("[data-open=people]");
  if (people) {
    event.preventDefault();
    sheet.close();
    import("./people.js").then(module => module.openPeople(people)).catch(() => location.assign(people.href));
  }
  if (event.target === sheet || event.target.closest?.("[data-close]")) sheet?.close();
  // What is sent from the sheet is answered on the table behind it.
  if (event.target.closest?.("#settings button[form]")) sheet.close();
});

async function ask() {
  const { switchTo } = await import("./notify.js");
  document.getElementById("notices-denied").hidden = await switchTo(true);
}

document.addEventListener("wish:changed", show);
show();
