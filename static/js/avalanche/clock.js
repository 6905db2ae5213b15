// The sun as a clock: counts down what the server has set. It decides nothing; the server alone knows when time is over.

import { ahead } from "../hour.js";
import { isTall } from "../portrait.js";
import { say } from "../say.js";

const hour = 3600;
let warned = "";

const language = document.documentElement.lang;
const written = (end, options) => new Intl.DateTimeFormat(language, options).format(end);

// "0:23"; for games by days the time of day at which it ends.
function words(left, end) {
  if (left < hour) return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return written(end, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

// Midnights until then: 0 = today.
function nights(end) {
  const midnight = new Date();
  midnight.setHours(24, 0, 0, 0);
  return Math.ceil((end - midnight) / (24 * hour * 1000));
}

// Under it: "until", "until tomorrow", "until Friday".
function until(sun, end) {
  const days = nights(end);
  if (days < 1) return sun.dataset.until;
  const name = days > 1
    ? written(end, { weekday: "long" })
    : new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(1, "day");
  return sun.dataset.day.replace("#", name);
}

// On phones there is room for the day alone.
function day(sun, end) {
  if (!isTall()) return until(sun, end);
  return nights(end) < 1 ? "" : written(end, { weekday: "short" });
}

function tick() {
  const sun = document.getElementById("clock");
  const end = Number(sun?.dataset.deadline ?? 0);
  if (!end) return;
  const whole = Number(sun.dataset.seconds);
  const left = Math.max(0, Math.min(whole, Math.round((end - Date.now() - ahead()) / 1000)));
  const [number, word] = [sun.querySelector("b"), sun.querySelector("span")];
  const text = words(left, end - ahead());
  if (number.textContent !== text) number.textContent = text;
  const below = left < hour ? sun.dataset.soon : day(sun, end - ahead());
  if (word.textContent !== below) word.textContent = below;
  if (left < hour) sun.removeAttribute("aria-label");
  else sun.setAttribute("aria-label", `${until(sun, end - ahead())} ${text}`);
  sun.classList.toggle("long", left >= hour);
  sun.classList.toggle("late", left <= 10);
  sun.querySelector(".left").style.strokeDashoffset = 100 - (100 * left) / whole;
  if (left > 10 || left < 5 || warned === sun.dataset.deadline || !document.querySelector("#act[data-turn]"))
    return;
  warned = sun.dataset.deadline;
  say(sun.dataset.ten);
}

setInterval(tick, 500);
document.addEventListener("regions:after", tick);
tick();
