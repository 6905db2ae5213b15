// The sun as a clock: counts down what the server has set. It decides nothing; the server alone knows when time is over.

import { say } from "./say.js";

const root = document.querySelector("[data-table]");
const ahead = Number(root.dataset.now ?? Date.now()) - Date.now();
const hour = 3600;
let warned = "";

// "0:23"; for games by days the time of day at which it ends, with the day where it is not today.
function words(left, end) {
  if (left < hour) return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const day = left > 20 * hour ? { weekday: "short" } : {};
  return new Intl.DateTimeFormat(document.documentElement.lang, {
    ...day,
    hour: "2-digit",
    minute: "2-digit",
  }).format(end);
}

function tick() {
  const sun = document.getElementById("clock");
  const end = Number(sun?.dataset.deadline ?? 0);
  if (!end) return;
  const whole = Number(sun.dataset.seconds);
  const left = Math.max(0, Math.min(whole, Math.round((end - Date.now() - ahead) / 1000)));
  const [number, word] = [sun.querySelector("b"), sun.querySelector("span")];
  const text = words(left, end - ahead);
  if (number.textContent !== text) number.textContent = text;
  word.textContent = left < hour ? sun.dataset.soon : sun.dataset.until;
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
