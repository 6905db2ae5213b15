// The moment the page shows. Everything that changes a region comes in here: the socket's messages, answers to a post,
// regions that were fetched. A message with a story is held: the page keeps the old moment, the beats of the story
// take it forward one by one, and in the end the held regions make it the truth, whatever happened on the way.

import { keepFocus, mend } from "./regions.js";

const root = document.querySelector("[data-table]");

// `shown` is the version of the page's regions; `received` the newest in hand, shown or held; `presence` goes with it.
const first = Number(root?.dataset.version ?? 0);
export const moment = { shown: first, received: first, presence: -1 };

// Who tells stories (motion.js); the text view has none.
//   worth(message)   whether it has a story to tell here and now
//   tell(message, queue)   tells it; resolves when it is over or has been cut short
//   untold(message)  its beats are not told; called while the page still shows the moment before
//   mended()         regions have been mended, whoever waits
//   more(queue)      another message has come while one is told
//   over()           nothing waits any more, the page is the truth
let teller = null;
export const tellBy = one => {
  teller = one;
};

const queue = [];
let busy = false;
let truth = Promise.resolve();

const announce = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
const newer = message =>
  message.version > moment.received ||
  (message.version === moment.received && message.presence_version >= moment.presence);

// Takes a message in. Resolves when the page shows what it says.
export function receive(message) {
  if (!root || message.table !== root.dataset.table || !newer(message)) return truth;
  if (message.place && root.dataset.place && message.place !== root.dataset.place) {
    location.reload();
    return truth;
  }
  // What was told once is never told again, however it comes.
  const events = (message.events ?? []).filter(beat => !(beat.version <= moment.received));
  const known = moment.received;
  moment.received = message.version;
  moment.presence = message.presence_version;
  watched(message.watching ?? 0);
  queue.push({ ...message, events, known });
  return go();
}

// The answer to the reader's own choice. It goes in at once where it belongs to the moment shown; the answer that
// completes a decision is of a later moment, and comes with its story.
export async function answered(version, html) {
  const decision = /data-decision="(\d+)"/.exec(html)?.[1];
  const now = document.getElementById("state")?.dataset.decision;
  if (busy || version <= moment.received || decision !== now) return false;
  await mend([{ id: "act", html }]);
  return true;
}

// Tells something once more: `before` are the regions as they stood then.
export function again(before, events) {
  if (busy) return truth;
  const now = before.map(({ id }) => ({ id, html: snapshot(id) }));
  queue.push({ version: moment.shown, known: moment.shown, before, regions: now, events, again: true });
  return go();
}

// A region as it stands. Of the mountain's board only itself: its children are never replaced.
export const snapshot = id => {
  const region = document.getElementById(id);
  return region && (id === "board" ? region.cloneNode(false) : region).outerHTML;
};

function go() {
  if (busy) teller?.more(queue);
  else truth = run();
  return truth;
}

async function run() {
  busy = true;
  const said = { regions: new Map(), events: [], known: moment.shown, told: false };
  try {
    while (queue.length) {
      const batch = [];
      if (teller?.worth(queue[0])) {
        batch.push(queue.shift());
        said.told = true;
        await teller.tell(batch[0], queue).catch(error => console.error(error));
      }
      // What needs no telling goes in with what was told, so that no moment between them is drawn.
      while (queue.length && !teller?.worth(queue[0])) {
        teller?.untold(queue[0]);
        batch.push(queue.shift());
      }
      const regions = new Map(batch.flatMap(message => message.regions).map(region => [region.id, region]));
      // The hand that lies ready already is of the newest message.
      if (queue.some(message => message.regions.some(region => region.id === "hand"))) regions.delete("hand");
      const mended = mend([...regions.values()]);
      moment.shown = batch.at(-1).version;
      root.dataset.version = moment.shown;
      teller?.mended();
      if (!queue.length) teller?.over();
      await mended.catch(error => console.error(error));
      for (const [id, region] of regions) said.regions.set(id, region);
      said.events.push(...batch.flatMap(message => message.events));
      said.last = batch.at(-1);
    }
  } catch (error) {
    console.error(error);
  } finally {
    busy = false;
  }
  keepFocus();
  const regions = [...said.regions.values()];
  announce("regions:after", { message: { ...said.last, regions, events: said.events }, known: said.known });
  if (said.told) announce("motion:over");
}

function watched(by) {
  const pill = document.getElementById("watching");
  if (!pill) return;
  pill.hidden = !by;
  pill.textContent = pill.dataset.words.replace("#", by);
}
