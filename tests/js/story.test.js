// What a story's scripts compute: rounds that were missed, lines that are new, the newest region, the time of a beat.

import assert from "node:assert/strict";
import { test } from "node:test";
import { wishes } from "./page.js";

const { roundsOf } = await import("../../static/js/avalanche/missed.js");
const { seam } = await import("../../static/js/avalanche/lines.js");
const { latest } = await import("../../static/js/avalanche/early.js");
const { begin, endBeat, scale, stand, time, travels, wait } = await import("../../static/js/avalanche/clockwork.js");

test("beats without motion belong to no missed round", () => {
  const beats = [{ kind: "ski", ms: 600 }, { kind: "round", round: 4 }, { kind: "restore", ms: 0 }];
  assert.deepEqual(roundsOf(beats, 3), [3]);
  assert.deepEqual(roundsOf([...beats, { kind: "ski", ms: 600 }], 3), [3, 4]);
});

test("new lines begin after the last one that is known, even where rounds repeat each other", () => {
  assert.equal(seam(["a", "b"], ["a", "b", "c"]), 1);
  assert.equal(seam(["b", "c", "b", "c"], ["b", "c", "b", "c", "b", "c"]), 3);
  assert.equal(seam([], ["a"]), -1);
  assert.equal(seam(["old"], ["a", "b"]), -1);
});

test("a region's newest HTML is that of the last message that has it", () => {
  const messages = [
    { regions: [{ id: "act", html: "1" }, { id: "hand", html: "2" }] },
    { regions: [{ id: "act", html: "3" }] },
  ];
  assert.equal(latest(messages, "act"), "3");
  assert.equal(latest(messages, "hand"), "2");
  assert.equal(latest(messages, "log"), undefined);
});

test("the speed of a motion is the reader's wish, faster in a hurry, nothing when skipped", () => {
  assert.equal(scale(), 1);
  wishes.set("yeti-speed", "1.6");
  time.haste = 0.5;
  assert.equal(scale(), 0.8);
  time.skipping = true;
  assert.equal(scale(), 0);
  assert.equal(travels(), false);
  time.skipping = false;
  time.haste = 1;
  wishes.clear();
});

test("a beat that is ended, and one that is skipped, wait for nothing; a paused one stands until it goes on", async t => {
  begin();
  const hour = wait(3_600_000);
  endBeat();
  await hour;
  time.skipping = true;
  await wait(3_600_000);
  time.skipping = false;
  begin();
  stand(true);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let over = false;
  const short = wait(50).then(() => { over = true; });
  t.mock.timers.tick(1000);
  await Promise.resolve();
  assert.equal(over, false);
  stand(false);
  t.mock.timers.tick(50);
  await short;
});
