// In which order news becomes the page's truth: what is old is dropped, what was told is not told again.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { place } from "./page.js";

const root = { dataset: { table: "t1", version: "3" } };
place("[data-table]", root);
place("act", { querySelectorAll: () => [] });
const swapped = [];
globalThis.htmx = { swap: ({ text }) => { swapped.push(text); return Promise.resolve(); } };
const { moment, receive, tellBy } = await import("../../static/js/moment.js");

const told = [];
tellBy({
  worth: message => message.events.length > 0,
  tell: message => Promise.resolve(told.push(...message.events.map(beat => beat.text))),
  untold: () => {},
  mended: () => {},
  more: () => {},
  over: () => {},
});
const news = (version, text, ...events) =>
  ({ table: "t1", version, presence_version: 0, regions: [{ id: "act", html: text }], events });

beforeEach(() => { swapped.length = 0; told.length = 0; });

test("a story is told before its regions are shown", async () => {
  await receive(news(4, "four", { version: 4, text: "skied" }));
  assert.deepEqual([told, swapped], [["skied"], ["four"]]);
  assert.deepEqual([moment.shown, root.dataset.version], [4, 4]);
});

test("older news, and news of another table, change nothing", async () => {
  await receive(news(3, "three"));
  await receive({ ...news(9, "nine"), table: "t2" });
  assert.deepEqual(swapped, []);
  assert.equal(moment.received, 4);
});

test("a beat that was told is not told again, however it comes", async () => {
  await receive(news(5, "five", { version: 4, text: "skied" }, { version: 5, text: "crashed" }));
  assert.deepEqual(told, ["crashed"]);
});

test("the same version counts again when presence is newer", async () => {
  await receive({ ...news(5, "there"), presence_version: 2 });
  await receive({ ...news(5, "gone"), presence_version: 1 });
  assert.deepEqual(swapped, ["there"]);
});

test("what comes without a story is shown at once, in the latest state", async () => {
  receive(news(6, "six"));
  await receive(news(7, "seven"));
  assert.equal(swapped.at(-1), "seven");
  assert.equal(moment.shown, 7);
});
