// Notices of this browser: asked for by a press, shown once for each decision, by the service worker where there is
// one, since phones give them to workers only. Loaded when it is needed: a table's first page does not carry it.

import { wanted, wish } from "./wishes.js";

const store = "yeti-told";
// A picture of points, since notices of some systems draw no others; under any hash the file is found.
const icon = "/static/-/icons/icon-192.png";

const asked = async () =>
  "Notification" in window && (await Notification.requestPermission()) === "granted";

// The worker is registered here and nowhere else: only who asks gets one.
export async function worker() {
  try {
    await navigator.serviceWorker.register("/worker.js");
    return await navigator.serviceWorker.ready;
  } catch {
    return null; // an insecure address, or a private window
  }
}

export const allowed = () => "Notification" in window && Notification.permission === "granted";
export const on = () => wanted("notices") === "on" && allowed();

// Switches notices of open pages on or off; says which it is now. The wish is kept before the worker is there, which
// takes its time: a page that is left meanwhile forgets nothing.
export async function switchTo(wished) {
  const granted = wished && (await asked());
  wish("notices", granted ? "on" : "off");
  if (granted) await worker();
  return granted;
}

export async function notify(title, body, code, decision) {
  if (!on() || toldAlready(code, decision)) return;
  const tag = `yeti-${code}`;
  const data = { code, decision: Number(decision) };
  const registration = await navigator.serviceWorker?.getRegistration("/");
  if (registration?.active) {
    try {
      const shown = await registration.getNotifications({ tag });
      if (!shown.some(one => one.data?.decision === data.decision))
        await registration.showNotification(title, { body, tag, data, icon });
      return;
    } catch (error) {
      console.warn(error); // the page itself may still be able to
    }
  }
  try {
    const notice = new Notification(title, { body, tag, icon });
    notice.onclick = () => {
      focus();
      notice.close();
    };
  } catch {
    /* a phone without a worker: nothing can be shown */
  }
}

// Several pages of one browser see the same decision: the first one says it.
function toldAlready(code, decision) {
  try {
    const told = JSON.parse(localStorage.getItem(store) ?? "{}");
    if (told[code] === String(decision)) return true;
    const kept = Object.entries(told).filter(([one]) => one !== code).slice(-50);
    localStorage.setItem(store, JSON.stringify(Object.fromEntries([...kept, [code, String(decision)]])));
  } catch {
    /* a private window remembers nothing; the tag still replaces */
  }
  return false;
}
