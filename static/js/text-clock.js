// The clock of the text view, and of a game without drawings: counts down in words and warns in good time. It decides
// nothing; the server alone knows when time is over.

import { ahead } from "./hour.js";
import { say } from "./say.js";

const marks = [60, 30, 10];
const window_s = 5;
const warned = new Set();

function words(left) {
  const [number, unit] = left < 120 ? [left, "second"] : left < 7200 ? [left / 60, "minute"] : [left / 3600, "hour"];
  const how = { style: "unit", unit, unitDisplay: "long" };
  return new Intl.NumberFormat(document.documentElement.lang, how).format(Math.floor(number));
}

function tick() {
  const clock = document.getElementById("clock");
  const end = Number(clock?.dataset.deadline ?? 0);
  if (!end) return;
  const whole = Number(clock.dataset.seconds);
  const left = Math.max(0, Math.min(whole, Math.round((end - Date.now() - ahead()) / 1000)));
  const shown = clock.querySelector("[data-left]");
  const text = words(left);
  if (shown.textContent !== text) shown.textContent = text;
  clock.classList.toggle("late", left <= marks.at(-1));
  if (!document.querySelector("#reading[data-turn], #act[data-turn]")) return;
  for (const mark of marks) {
    if (left > mark || left <= mark - window_s || whole <= mark || warned.has(`${end} ${mark}`)) continue;
    warned.add(`${end} ${mark}`);
    say(clock.dataset.warning.replace("#", words(mark)));
  }
}

setInterval(tick, 500);
tick();
