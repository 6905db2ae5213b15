// The first lesson: a choice is posted, and the answer is the message that a table's socket would bring. The guide is one
// of its regions, and speaks when the round has been seen.

import { receive } from "../moment.js";

const form = document.getElementById("f-act");
const refusal = document.getElementById("refusal-act");

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
    if (answer.ok) await receive(message);
    else say(message.detail);
  } catch {
    say(form.dataset.unsent);
  }
});
