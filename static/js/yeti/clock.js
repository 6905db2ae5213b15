// The sun as a clock: counts down what the server has set. It decides nothing; the server alone knows when time is over.

import { ahead } from "../hour.js";
import { say } from "../say.js";
import { clockWords, dash } from "./figures.js";

let warned = "";

function tick() {
  const sun = document.getElementById("clock");
  const end = Number(sun?.dataset.deadline ?? 0);
  if (!end) return;
  const whole = Number(sun.dataset.seconds);
  const left = Math.max(0, Math.min(whole, Math.round((end - Date.now() - ahead()) / 1000)));
  const [number, word] = [sun.querySelector("b"), sun.querySelector("span")];
  const text = clockWords(left, new Date(end - ahead()), document.documentElement.lang);
  if (number.textContent !== text) number.textContent = text;
  const below = document.querySelector("#act[data-turn]") ? sun.dataset.own : sun.dataset.soon;
  if (word.textContent !== below) word.textContent = below;
  sun.classList.toggle("late", left <= 10);
  sun.querySelector(".left").style.strokeDashoffset = dash(left, whole);
  if (left > 10 || left < 5 || warned === sun.dataset.deadline || !document.querySelector("#act[data-turn]")) return;
  warned = sun.dataset.deadline;
  say(sun.dataset.ten);
}

setInterval(tick, 500);
document.addEventListener("regions:after", tick);
tick();
