// The table of the dice game: the line to the server, what is sent, the chat, the dice that are chosen, and whose turn it is.

import "../socket.js";
import "../act.js";
import "../talk.js";
import "../kept.js";
import "../settings.js";
import "./choice.js";
import "./keys.js";
import { tellBy } from "../moment.js";
import { say } from "../say.js";
import { mine } from "../turn.js";
import { wanted } from "../wishes.js";

const $ = selector => document.querySelector(selector);
document.documentElement.classList.add("has-script");

// Nothing is held back: dice fall, markers glide and climbers hop by style alone, when their regions come. What has
// happened is said.
tellBy({
  worth: () => false,
  tell: async () => {},
  untold: message => say((message.events ?? []).map(beat => beat.sentence).slice(-6).join(" ")),
  mended: () => {},
  more: () => {},
  over: () => {},
});

// Dice and markers move as fast as the reader likes.
const pace = () => document.documentElement.style.setProperty("--speed", wanted("speed"));
document.addEventListener("wish:changed", pace);
pace();

// The sun counts down only where a clock runs.
let counts = false;
function countDown() {
  if (counts || !$("#clock[data-deadline]")) return;
  counts = true;
  import("./clock.js").catch(() => { counts = false; }); // tried again with the next news
}

// Fetched when the game is over: the check of its dice.
const prove = () => $("#proof") && import("../proof.js").then(proof => proof.prove($("#proof")));

// The newest line of the log is seen, unless somebody reads farther up.
let reads = false;
$("#log")?.addEventListener("scroll", () => {
  const log = $("#log");
  reads = log.scrollTop + log.clientHeight < log.scrollHeight - 40;
}, { passive: true });
function newest() {
  const log = $("#log");
  if (log && !reads) log.scrollTop = log.scrollHeight;
}

// A phone's log is a sheet: where it is opened, the reader goes with it.
addEventListener("hashchange", () => { if (location.hash === "#talk") $("#log")?.focus(); });
addEventListener("keydown", event => { if (event.key === "Escape" && location.hash === "#talk") location.hash = "#main"; });

for (const each of [mine, countDown, prove, newest]) {
  document.addEventListener("regions:after", each);
  each();
}
