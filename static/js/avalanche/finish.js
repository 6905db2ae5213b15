// The end of a race in a page that was there: once its last beat is over the scene takes the table's place, in 2.5 s that
// any key, click or touch cuts short. A page loaded anew shows it complete. Fetched only when a race is over.

import "../kept.js";
import { moving } from "./motion.js";
import { say } from "../say.js";
import { wanted } from "../wishes.js";

const $ = selector => document.querySelector(selector);
const root = $("[data-table]");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const after_last_beat = 400;
const cut_short = 200;
let begun = false;

const pause = ms => new Promise(done => setTimeout(done, ms));

// The stylesheet and the drawings, so that nothing is shown half. A line that is lost shows what there is.
function ready() {
  const { finishStyle: href, finishArt: art } = root.dataset;
  const drawn = fetch(art).then(answer => answer.text(), () => {});
  if ($(`link[href="${href}"]`)) return drawn;
  const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const styled = new Promise(done => { style.onload = style.onerror = done; });
  document.head.append(style);
  return Promise.all([drawn, styled]);
}

// What the last beat has said already is not said again.
function unsaid(words) {
  const line = $("#finish h1").textContent.replace(/\s+/g, " ").trim();
  const again = words.startsWith(line) && $("#say").textContent.includes(line);
  return again ? words.slice(line.length).replace(/^\W+/, "") : words;
}

export async function arrive() {
  if (begun || root.hasAttribute("data-alone") || moving() || !$("#finish[data-outcome]")) return;
  begun = true;
  if (root.hasAttribute("data-finished")) {
    edge();
    if (document.activeElement === document.body && !location.hash) $("#finish h1").focus({ preventScroll: true });
    return;
  }
  const speed = Number(wanted("speed"));
  const plays = speed > 0 && !still.matches && !document.hidden;
  await Promise.all([ready(), pause(plays ? after_last_beat * speed : 0)]);
  const lost = document.activeElement?.closest(".dock, .board, .lift, .hud, .shown");
  root.style.setProperty("--tempo", speed || 1);
  root.dataset.finished = plays ? "plays" : "";
  scrollTo(0, 0);
  say(unsaid($("#finish").dataset.says));
  if (lost && !lost.closest(".talk:target")) ($("#rematch #go") ?? $("#finish h1")).focus({ preventScroll: true });
  edge();
  if (plays) await play();
}

// Whatever the reader does ends it, and is then carried out: nothing is held back here.
async function play() {
  const parts = $("#end").getAnimations({ subtree: true });
  const hasten = () => {
    for (const part of parts) {
      const left = part.effect.getComputedTiming().endTime - (part.currentTime ?? 0);
      if (left > cut_short) part.updatePlaybackRate(left / cut_short);
    }
  };
  for (const name of ["pointerdown", "keydown", "wheel"]) addEventListener(name, hasten, { once: true, passive: true });
  await Promise.all(parts.map(part => part.finished.catch(() => {})));
  for (const name of ["pointerdown", "keydown", "wheel"]) removeEventListener(name, hasten);
  if (root.dataset.finished === "plays") root.dataset.finished = "";
  document.dispatchEvent(new CustomEvent("finish:over"));
}

// Phones have a copy of "Race again" at the edge until the first scroll. Once somebody asks for another race it is at the
// edge of every screen, as long as the button itself is out of sight.
function edge() {
  if (scrollY > 8) root.setAttribute("data-scrolled", "");
  const button = $("#rematch:has(.stick.calls) > #go")?.getBoundingClientRect();
  root.toggleAttribute("data-calls", Boolean(button?.height) && (button.top < 0 || button.bottom > innerHeight));
}
for (const change of ["scroll", "resize"]) addEventListener(change, edge, { passive: true });
for (const change of ["regions:after", "finish:over"]) document.addEventListener(change, edge);

// W watches the replay, G shares.
addEventListener("keydown", event => {
  if (wanted("letters") !== "on" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (!root.hasAttribute("data-finished") || $("dialog[open]")) return;
  if (event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select")) return;
  const link = { w: "#to-replay", g: "#share" }[event.key.toLowerCase()];
  if (link) $(link)?.click();
});

// The result to be shared opens over the poster; without script its page is a page of its own.
document.addEventListener("click", async event => {
  const link = event.target.closest("#share");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const shown = await import("./share.js").then(({ open }) => open(link.getAttribute("href"))).catch(() => false);
  if (!shown) location.href = link.href;
});
