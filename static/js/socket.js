// Listens to a table. The socket only brings news; what is said to the server is a POST. Nothing is queued here, so
// nothing stale is ever sent after a pause. The bar #conn says at once when the line is lost.

import { moment, receive } from "./moment.js";

const root = document.querySelector("[data-table]");
const bar = document.getElementById("conn") ?? newBar();
const final = { 4401: "gone", 4403: "refused", 4404: "closed" };
const silence = 5000;

let socket = null;
let heard = performance.now();
let asked = 0;
let probes = 0;
let tries = 0;
let timer = 0;
let over = false;
let behind = 0;
let reached = 0; // fetches answered since the socket was heard last
let slow = false; // no socket gets through here: the page lives on by fetching
let fetched = 0;

function newBar() {
  const made = Object.assign(document.createElement("div"), { id: "conn", hidden: true });
  made.setAttribute("role", "status");
  document.body.append(made);
  return made;
}

const words = {
  lost: bar.dataset.lost ?? "Connection lost. Reconnecting…",
  back: bar.dataset.back ?? "You are back.",
  gone: bar.dataset.gone ?? "This seat is no longer yours.",
  refused: bar.dataset.refused ?? "This page came from another address. Open the table again.",
  slow: bar.dataset.slow ?? "This network lets no live line through. News comes every two seconds.",
  closed: bar.dataset.closed ?? "This table has closed.",
};

function show(kind) {
  const css = { lost: "warn", back: "ok" }[kind] ?? "off";
  bar.className = `conn connbar ${css}`;
  bar.textContent = words[kind];
  bar.dataset.kind = kind;
  bar.hidden = false;
  slow = kind === "slow";
  root.toggleAttribute("data-lost", kind !== "back" && !slow);
  if (kind === "back")
    setTimeout(() => {
      if (bar.dataset.kind === "back") bar.hidden = true;
    }, 4000);
}

function lost() {
  if (!over && root && !slow && !root.hasAttribute("data-lost")) show("lost");
}

function alive() {
  heard = performance.now();
  tries = reached = 0;
  if (slow || root.hasAttribute("data-lost")) show("back");
}

function open() {
  clearTimeout(timer);
  if (over) return;
  socket?.abandon();
  const url = new URL(`/t/${root.dataset.code}/socket`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("since", moment.received);
  const mine = new WebSocket(url);
  let mute = false;
  let late = socket !== null; // what comes first on a line that was lost has been missed
  moment.presence = -1; // a server that has started anew counts presence from the beginning
  mine.abandon = () => {
    mute = true;
    mine.close();
  };
  mine.onmessage = event => {
    if (mute) return;
    alive();
    const message = JSON.parse(event.data);
    root.dataset.may = (message.may ?? []).join(" ");
    if (message.beat) compare(message.version);
    else {
      receive({ ...message, late });
      document.dispatchEvent(new CustomEvent("chat:news", { detail: message.chat_version }));
    }
    late = false;
  };
  mine.onclose = event => {
    if (mute) return;
    if (event.code in final) {
      over = true;
      show(final[event.code]);
      return;
    }
    lost();
    again();
  };
  asked = performance.now();
  if (!root.hasAttribute("data-lost")) heard = asked;
  socket = mine;
}

function again() {
  clearTimeout(timer);
  const longest = document.hidden || slow ? 15000 : 2000;
  const wait = Math.min(longest, 200 * 2 ** tries++) * (0.5 + Math.random() / 2);
  timer = setTimeout(open, wait);
}

// A heartbeat names the version; if the page still lacks it at the next one, it fetches what it missed. A message that is
// held until its story is told is not missed.
function compare(version) {
  if (version > moment.received && behind === version) fetchRegions().catch(lost);
  behind = version > moment.received ? version : 0;
}

export async function fetchRegions(signal) {
  const late = root.hasAttribute("data-lost"); // what is fetched over a line that was lost has been missed
  const answer = await fetch(`/t/${root.dataset.code}/regions?since=${moment.received}`, {
    headers: { Accept: "application/json" },
    signal,
  });
  if (answer.ok) receive({ ...(await answer.json()), late });
}

// Browsers let a new socket wait for one that gets no answer, and hold it back after many attempts. So it is a fetch
// that finds out, every second, whether the network is back.
async function probe() {
  if (probes > 2 || document.hidden || (slow && performance.now() - fetched < 2000)) return;
  probes++;
  fetched = performance.now();
  try {
    await fetchRegions(AbortSignal.timeout(slow ? 4000 : 2000));
    if (performance.now() - heard <= silence) return;
    if (++reached >= 3 && !slow) show("slow");
    if (!slow) open();
  } catch {
    reached = 0;
    if (slow) show("lost");
  } finally {
    probes--;
  }
}

// After an answer that names a version: if the socket has not brought it within two seconds, fetch it.
export function expect(version) {
  setTimeout(() => {
    if (moment.received < version) fetchRegions().catch(lost);
  }, 2000);
}

if (root && !root.hasAttribute("data-alone")) {
  open();
  setInterval(() => {
    if (over || performance.now() - heard < silence) return;
    lost();
    probe();
    if (performance.now() - asked > (slow ? 15000 : silence)) open();
  }, 1000);
  addEventListener("offline", () => {
    slow = false;
    lost();
  });
  addEventListener("online", () => {
    tries = 0;
    open();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && (socket?.readyState !== WebSocket.OPEN || performance.now() - heard > silence)) {
      tries = 0;
      open();
    }
  });
}
