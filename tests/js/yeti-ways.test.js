// Where a tap, an arrow and a fixed distance take the yeti, on a path that forks once: a - b - (c or d) - e - f.

import assert from "node:assert/strict";
import { test } from "node:test";
import { across, complete, direction, routeTo, stepped } from "../../static/js/avalanche/yeti-ways.js";

const down = { a: ["b"], b: ["c", "d"], c: ["e"], d: ["e"], e: ["f"] };
const up = { f: ["e"], e: ["c", "d"], c: ["b"], d: ["b"], b: ["a"] };
const graph = { start: "a", reach: 4, exact: false, down, up, skiers: { c: [{ skier: 0, name: "Ruben" }] } };
const middle = { ...graph, start: "e" };
const solo = { ...graph, exact: true };

test("a tap leads the shortest way there, and a tap on the way cuts it short", () => {
  assert.deepEqual(routeTo(graph, [], "e"), ["b", "c", "e"]);
  assert.deepEqual(routeTo(graph, ["b", "d", "e"], "b"), ["b"]);
});

test("the lane that was taken stays taken when the way goes on", () => {
  assert.deepEqual(routeTo(graph, ["b", "d"], "f"), ["b", "d", "e", "f"]);
});

test("a tap on the other lane of a fork changes only that lane", () => {
  assert.deepEqual(routeTo(graph, ["b", "c", "e", "f"], "d"), ["b", "d", "e", "f"]);
});

test("a tap out of reach changes nothing", () => {
  const short = { ...graph, reach: 2 };
  assert.deepEqual(routeTo(short, ["b"], "f"), ["b"]);
});

test("a way is uphill only where its first node is above alone", () => {
  assert.equal(direction(middle, ["c"]), "up");
  assert.equal(direction(middle, ["f"]), "down");
  assert.equal(direction(middle, []), "down");
});

test("a fixed distance is filled in: lanes as last chosen, else those that hit nobody", () => {
  assert.deepEqual(complete(solo, [], []), ["b", "d", "e", "f"]);
  assert.deepEqual(complete(solo, ["b", "c"], ["b"]), ["b", "c", "e", "f"]);
  assert.deepEqual(complete(graph, [], ["b"]), ["b"]);
});

test("a fixed distance stops where the path ends", () => {
  assert.deepEqual(complete({ ...solo, reach: 9 }, [], []), ["b", "d", "e", "f"]);
});

test("an arrow across the path changes the lane of the last step, or, of a fixed distance, of the last fork", () => {
  const height = { a: 0, b: 0, c: -5, d: 5, e: 0, f: 0 };
  const at = node => height[node];
  assert.deepEqual(across(graph, ["b", "c"], 1, at), ["b", "d"]);
  assert.equal(across(graph, ["b", "c"], -1, at), null);
  assert.equal(across(graph, ["b", "c", "e"], 1, at), null);
  assert.deepEqual(across(solo, ["b", "c", "e", "f"], 1, at), ["b", "d"]);
});

test("an arrow along the path goes on, and back by the way he came", () => {
  assert.deepEqual(stepped(graph, [], "down"), ["b"]);
  assert.deepEqual(stepped(graph, ["b", "d"], "up"), ["b"]);
  assert.deepEqual(stepped(middle, ["c"], "down"), []);
  assert.equal(stepped(graph, ["b", "c", "e", "f"], "down"), null);
  assert.equal(stepped(graph, [], "up"), null);
});
