// The proof of a shuffle in the browser: the same numbers as the server's own check.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import "./page.js";

const { holds } = await import("../../static/js/proof.js");

const secret = "00".repeat(16) + "ff".repeat(16);
const contributions = "0a0b0c";
const raw = Buffer.from(secret, "hex");
const proof = {
  secret,
  contributions,
  fingerprint: createHash("sha256").update(raw).digest("hex"),
  seed: createHmac("sha256", raw).update(Buffer.from(contributions, "hex")).digest("hex"),
};

test("a fair shuffle holds", async () => {
  assert.equal(await holds(proof), true);
});

test("another fingerprint, seed or contribution does not", async () => {
  assert.equal(await holds({ ...proof, fingerprint: "00".repeat(32) }), false);
  assert.equal(await holds({ ...proof, seed: "00".repeat(32) }), false);
  assert.equal(await holds({ ...proof, contributions: "0a0b0d" }), false);
});
