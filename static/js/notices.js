// The page of the ways to be told: switches that show what is, not what was wished.

import { on, switchTo, worker } from "./notify.js";

const $ = selector => document.querySelector(selector);
const open = $("#open-on");
const push = $("#push-on");

for (const hidden of document.querySelectorAll("[data-needs-script]")) hidden.hidden = false;

open.checked = on();
open.addEventListener("change", async () => {
  const wished = open.checked;
  open.checked = await switchTo(wished);
  $("#open-denied").hidden = !wished || open.checked;
});

const able = "serviceWorker" in navigator && "PushManager" in window;
if (push && !able) {
  push.closest("label").hidden = true;
  $("#push-unable").hidden = false;
} else if (push) {
  push.checked = push.hasAttribute("data-known") && Boolean(await subscription());
  push.addEventListener("change", async () => {
    push.disabled = true;
    const wished = push.checked;
    push.checked = wished ? await subscribe() : !(await unsubscribe());
    $("#push-failed").hidden = !wished || push.checked;
    push.disabled = false;
    push.focus();
  });
}

async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return registration?.pushManager.getSubscription();
}

const post = (path, body) =>
  fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

// True if this device is subscribed and the server knows.
async function subscribe() {
  try {
    if ((await Notification.requestPermission()) !== "granted") return false;
    const registration = await worker();
    const key = Uint8Array.from(atob(push.dataset.key.replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0));
    // With a key that has changed an old subscription must go first.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const fresh = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    return (await post("/notices/push", fresh)).ok;
  } catch {
    return false;
  }
}

// True if nothing is sent to this device any more.
async function unsubscribe() {
  try {
    const { ok } = await post("/notices/push/stop", {});
    await (await subscription())?.unsubscribe();
    return ok;
  } catch {
    return false;
  }
}
