// Applies a message of the server to the page: one message holds all regions of one version. Regions are morphed
// by htmx, so what is typed, checked and focused stays. Only the server says what is true.

const root = document.querySelector("[data-table]");
// `version` is what the page shows; `coming` the newest it has begun to show.
export const shown = { version: Number(root?.dataset.version ?? 0), coming: 0, presence: -1 };

// What must be over before a message is applied: only the end of a heat, whose mountain is about to go.
export const gates = [];

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const fresh = message =>
  message.version > shown.version ||
  (message.version === shown.version && message.presence_version >= shown.presence);

let last = Promise.resolve();

// Messages are applied one after the other, in the order they came.
export function apply(message) {
  last = last.then(() => applyNow(message)).catch(error => console.error(error));
  return last;
}

async function applyNow(message) {
  if (!root || message.table !== root.dataset.table || !fresh(message)) return;
  if (message.place && root.dataset.place && message.place !== root.dataset.place) {
    location.reload();
    return;
  }
  for (const gate of gates) await gate(message);
  const known = shown.version;
  shown.coming = message.version;
  tell("regions:before", { message, known });
  for (const { id, html } of message.regions) {
    const old = document.getElementById(id);
    if (old) await morph(old, html);
  }
  shown.version = message.version;
  shown.presence = message.presence_version;
  root.dataset.version = message.version;
  watched(message.watching ?? 0);
  keepFocus();
  tell("regions:after", { message, known });
}

function watched(by) {
  const pill = document.getElementById("watching");
  if (!pill) return;
  pill.hidden = !by;
  pill.textContent = pill.dataset.words.replace("#", by);
}

export async function morph(element, html) {
  await htmx.swap({ target: element, text: html, swap: "outerMorph", sourceElement: element });
}

// Where the focus goes when the thing that had it is gone or can no longer have it: the first control of the decision.
let focused = null;
document.addEventListener("focusin", event => {
  focused = event.target;
});
function keepFocus() {
  if (!focused || (focused.isConnected && !focused.disabled)) return;
  if (document.activeElement === document.body) {
    document
      .querySelector("#act :is(button, a, select, input:not([type=hidden])):not([disabled])")
      ?.focus({ preventScroll: true });
  }
  if (!focused?.isConnected) focused = null;
}
