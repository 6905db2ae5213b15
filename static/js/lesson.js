// The first lesson: a choice is posted, and the answer is the message that a table's socket would bring.

import { moving } from "./motion.js";
import { apply, morph } from "./regions.js";

const form = document.getElementById("f-act");
const refusal = document.getElementById("refusal-act");

// The guide speaks when the round has been seen, not before.
async function tell(message) {
  const coach = message.regions.find(region => region.id === "coach");
  await apply({ ...message, regions: message.regions.filter(region => region !== coach) });
  const speak = () => morph(document.getElementById("coach"), coach.html);
  if (moving()) document.addEventListener("motion:over", speak, { once: true });
  else await speak();
}

function say(text) {
  const box = Object.assign(document.createElement("div"), { className: "toast bad", textContent: text });
  box.setAttribute("role", "alert");
  refusal.replaceChildren(box);
}

form?.addEventListener("submit", async event => {
  event.preventDefault();
  refusal.replaceChildren();
  try {
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const message = await answer.json();
    if (answer.ok) await tell(message);
    else say(message.detail);
  } catch {
    say(form.dataset.unsent);
  }
});
