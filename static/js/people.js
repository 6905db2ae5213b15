// The sheet of the people at the table: fetched when it is opened, and again after everything that was done in it. What
// was refused is said after the form it stands at.

import { mute, muted } from "./chat.js";
import { expect } from "./socket.js";

const root = document.querySelector("[data-table]");
const unsent = document.getElementById("f-act")?.dataset.unsent ?? "";
let sheet = null;

function made() {
  const { people: title, peopleStyle: href } = root.dataset;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  sheet = Object.assign(document.createElement("dialog"), { id: "people", className: "sheet" });
  sheet.setAttribute("aria-labelledby", "people-title");
  const head = Object.assign(document.createElement("div"), { className: "sheethead" });
  const heading = Object.assign(document.createElement("h2"), { id: "people-title", textContent: title });
  const button = document.querySelector("#settings [data-close]").cloneNode(true);
  head.append(heading, button);
  sheet.append(head, document.createElement("div"));
  sheet.addEventListener("click", event => {
    if (event.target === sheet || event.target.closest("[data-close]")) sheet.close();
  });
  sheet.addEventListener("submit", submitted);
  sheet.addEventListener("change", event => {
    const { mute: name } = event.target.dataset;
    if (name) mute(name, event.target.checked);
  });
  root.append(sheet);
}

async function fill(last = document.activeElement) {
  const answer = await fetch(`/t/${root.dataset.code}/people`, { headers: { "HX-Request": "true" } });
  if (!answer.ok) throw new Error(String(answer.status));
  const held = sheet.contains(last) ? nameOf(last) : null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  sheet.lastElementChild.replaceChildren(...page.body.childNodes);
  for (const box of sheet.querySelectorAll("[data-mute]")) box.checked = muted.has(box.dataset.mute);
  if (held) [...sheet.querySelectorAll("button, summary, [data-mute]")].find(one => nameOf(one) === held)?.focus();
}

// What stays the same of a control that is drawn anew.
const nameOf = element =>
  element.dataset.mute ?? (element.form ? `${element.form.action} ${element.form.elements.seat?.value}` : element.textContent);

function told(form, html) {
  const next = form.nextElementSibling?.matches(".refusal") ? form.nextElementSibling : null;
  const place = next ?? Object.assign(document.createElement("div"), { className: "refusal" });
  if (!next) form.after(place);
  place.innerHTML = html;
}

function failed(form) {
  const box = Object.assign(document.createElement("div"), { className: "toast bad", textContent: unsent });
  box.setAttribute("role", "alert");
  told(form, box.outerHTML);
}

async function submitted(event) {
  const form = event.target;
  if (!("act" in form.dataset)) return;
  event.preventDefault();
  const button = event.submitter;
  button.disabled = true;
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
      headers: { "HX-Request": "true", "Yeti-Control": "people" },
    });
    const html = await answer.text();
    if (answer.status >= 500) failed(form);
    else if (!answer.ok) told(form, html);
    else await done(form, button, html, Number(answer.headers.get("Yeti-Version") ?? 0));
  } catch {
    failed(form);
  }
  button.disabled = false;
}

async function done(form, button, html, version) {
  if (version) expect(version);
  if ("keep" in form.dataset) {
    form.reset();
    told(form, html);
    return;
  }
  await fill(button);
  if (!sheet.contains(document.activeElement)) sheet.querySelector("[data-close]").focus();
}

export async function openPeople(link) {
  if (!sheet) made();
  try {
    await fill();
  } catch {
    location.assign(link.href);
    return;
  }
  sheet.showModal();
}

// Who is there may change while one looks, but never under somebody who types, or who reads why something was refused.
document.addEventListener("regions:after", () => {
  if (!sheet?.open || sheet.querySelector("details[open], .refusal:not(:empty)")) return;
  fill().catch(error => console.warn(error));
});
