// Sending a choice. Only a post already under way is sent again, with the same key and for the same decision, five
// seconds at most; then it is said that it was not sent. Nothing is called locked before the server's answer.

import { answered, moment } from "./moment.js";
import { keepFocus } from "./regions.js";
import { expect } from "./socket.js";

const form = document.getElementById("f-act");
const refusal = () => document.getElementById("refusal-act");
const decision = () => document.getElementById("state")?.dataset.decision;
const go = () => document.getElementById("go");

function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");
}

// A line may be dead without a word: while one post waits, the same one (same key, so it acts once) goes out again on
// another connection, and the first answer counts.
async function persistent(url, options) {
  const end = performance.now() + 5000;
  const meant = decision();
  const sent = [];
  let answer = null;
  try {
    for (;;) {
      if (!sent.length || decision() === meant) sent.push(attempt(url, options));
      answer = await Promise.race([Promise.any(sent.map(one => one.answer)), after(1500)]).catch(error => ({ error }));
      if (answer?.response) return answer.response;
      const failed = answer?.error;
      if (performance.now() > end || options.signal?.aborted) throw failed ?? new TypeError("no answer");
      if (failed && decision() !== meant) throw failed;
      if (failed) await after(400);
    }
  } finally {
    for (const one of sent) if (one !== answer?.one) one.stop.abort();
  }
}

function attempt(url, options) {
  const one = { stop: new AbortController() };
  options.signal?.addEventListener("abort", () => one.stop.abort());
  one.answer = fetch(url, { ...options, signal: one.stop.signal }).then(response => ({ response, one }));
  return one;
}

const after = ms => new Promise(done => setTimeout(done, ms));

let label = null;
function sending(on) {
  const button = go();
  const text = button?.querySelector("span") ?? button;
  if (!button) return;
  if (on) {
    label = { text, words: text.textContent };
    text.textContent = form.dataset.sending;
  } else if (label?.text.isConnected && label.text.textContent === form.dataset.sending) {
    label.text.textContent = label.words;
  }
  button.toggleAttribute("aria-busy", on);
}

export const clearRefusal = () => refusal()?.replaceChildren();
// What has to be done first, said where a refusal would be.
export const refuse = text => say(text);

function say(text, place = refusal()) {
  const box = document.createElement("div");
  box.className = "toast bad";
  box.setAttribute("role", "alert");
  box.textContent = text;
  place?.replaceChildren(box);
}

// The other forms of the page: what was refused before goes with the next try, and a line that is lost is said, too.
const placeOf = source => {
  const place = source?.getAttribute?.("hx-target") ?? "";
  return place.startsWith("#refusal-") ? document.querySelector(place) : null;
};
const sourceOf = event => event.detail?.ctx?.sourceElement;
document.addEventListener("htmx:before:request", event => placeOf(sourceOf(event))?.replaceChildren());
document.addEventListener("htmx:error", event => say(form?.dataset.unsent, placeOf(sourceOf(event))));
document.addEventListener("htmx:before:response", event => {
  const { response } = event.detail.ctx;
  const place = placeOf(sourceOf(event));
  if (!place) return;
  if (response.status >= 500) say(form?.dataset.unsent, place);
  expect(Number(response.headers.get("Yeti-Version") ?? 0));
});

if (form) {
  const mine = event => event.detail?.ctx?.sourceElement === form;
  document.addEventListener("htmx:config:request", event => {
    if (!mine(event)) return;
    event.detail.ctx.request.body.set("key", freshKey());
    event.detail.ctx.fetch = persistent;
    clearRefusal();
  });
  document.addEventListener("htmx:before:request", event => { if (mine(event)) sending(true); });
  document.addEventListener("htmx:finally:request", event => { if (mine(event) && !awaited) sending(false); });
  document.addEventListener("htmx:error", event => { if (mine(event)) say(form.dataset.unsent); });
  document.addEventListener("htmx:before:response", event => {
    if (!mine(event)) return;
    const { response } = event.detail.ctx;
    const version = Number(response.headers.get("Yeti-Version") ?? 0);
    if (response.status >= 500) say(form.dataset.unsent);
    if (version) expect(version);
  });
  // An answer goes through the gate like all news. It is not put in where it is of a later moment than the page shows:
  // who completes a decision sees it with the story, and until then the button stays as it was pressed.
  let awaited = false;
  document.addEventListener("htmx:before:swap", async event => {
    if (!mine(event) || !event.detail.ctx.response?.raw?.ok) return;
    event.preventDefault();
    const { response, text } = event.detail.ctx;
    const version = Number(response.headers.get("Yeti-Version") ?? 0);
    awaited = version > moment.received;
    if (!(await answered(version, text))) return;
    awaited = false;
    sending(false);
    last = performance.now();
    keepFocus();
    document.dispatchEvent(new CustomEvent("choice:changed"));
  });
  document.addEventListener("regions:after", () => {
    if (awaited) sending(false);
    awaited = false;
  });
  // The button that locks in turns into the one that unlocks, under the same finger: the second click of a double
  // click means nothing. A second Enter finds no button: the focus is on the words by then.
  // What counts is when it was clicked, not when a busy page comes to hear of it.
  let last = -Infinity;
  document.addEventListener("click", event => {
    const locked = event.target.closest(".is-locked");
    if (!event.target.closest("#go") || event.detail === 0) return;
    if (event.timeStamp - last > 600 && !(locked && event.detail === 2)) return;
    if (event.detail === 1 && !locked) return; // quick, but meant for the next choice
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("htmx:after:swap", event => {
    if (mine(event)) document.dispatchEvent(new CustomEvent("choice:changed"));
  });
}
