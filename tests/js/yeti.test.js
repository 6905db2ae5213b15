import assert from "node:assert/strict";
import { test } from "node:test";
import { climbsWith, clockWords, keepWords, planOf } from "../../static/js/yeti/figures.js";

const words = { roll: "Keep #1, roll #2", done: "Keep #1, done", pick: "Pick a kind" };

test("the main button counts what is kept and what is left", () => {
  assert.equal(keepWords(3, 6, words), "Keep 3, roll 3");
  assert.equal(keepWords(2, 2, words), "Keep 2, done");
  assert.equal(keepWords(0, 6, words), "Pick a kind");
});

const plans = {
  "none|0|0": { p: 1 },
  "none|1|0": { p: 2 },
  "photo-1|0|0": { p: 2 },
  "photo-1|0|1": { p: 2 },
  "tile-yak|2|0": { p: 6 },
  "tile-yak|0|0": { p: 1 },
};

test("a plan there is not becomes the nearest one: without the rope, then climbing less", () => {
  assert.deepEqual(planOf(plans, "none", 1, false), { key: "none|1|0", levels: 1, tent: false, p: 2 });
  assert.equal(planOf(plans, "photo-1", 1, true).key, "photo-1|0|1");
  assert.equal(planOf(plans, "none", 1, true).key, "none|1|0");
  assert.equal(planOf(plans, "tile-yak", 1, false).key, "tile-yak|0|0");
  assert.equal(planOf(plans, "tile-rope", 0, false), null);
});

test("levels that go with a purchase", () => {
  assert.deepEqual([...climbsWith(plans, "tile-yak")].sort(), [0, 2]);
});

test("seconds are counted, days are an hour", () => {
  assert.equal(clockWords(83, new Date(), "en"), "1:23");
  assert.match(clockWords(90_000, new Date(2026, 0, 1, 18, 5), "de"), /18:05/);
});
