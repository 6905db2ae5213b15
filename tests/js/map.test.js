// Lines on the picture: they begin and end where things stand, in both orientations.

import assert from "node:assert/strict";
import { test } from "node:test";
import { place } from "./page.js";

place("mountain", { dataset: { key: "k", map: JSON.stringify({ height: 900, banks: [[1, 2, 3, 4, 5, 6]] }) } });
const { arc, front, lane, pos } = await import("../../static/js/avalanche/map.js");

const from = [100, 200, 30, 40];
const to = [300, 260, 60, 140];
const ends = path => {
  const found = path.match(/-?[\d.]+(?:e-?\d+)?/g).map(Number);
  return [found.slice(0, 2), found.slice(-2)];
};

test("a lane joins its two points", () => {
  assert.deepEqual(ends(lane(from, to, false)), [[100, 200], [300, 260]]);
  assert.deepEqual(ends(lane(from, to, true)), [[30, 40], [60, 140]]);
});

test("an arc of a jump rises above both points, or beside them on a tall picture", () => {
  const [, , wide] = arc(from, to, false).match(/C\S+ (\S+) \S+ (\S+) /);
  assert.ok(Number(wide) < 200);
  assert.ok(Number(arc(from, to, true).match(/C(\S+)/)[1]) > 60);
});

test("a point and an avalanche front are what the stylesheet calls them", () => {
  assert.deepEqual(pos(from), { "--wx": 100, "--wy": 200, "--tx": 30, "--ty": 40 });
  assert.deepEqual(front(0), { "--wf": 1, "--tf": 2, "--fwx": 3, "--fwy": 4, "--fty": 6 });
});
