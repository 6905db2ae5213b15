// The log: its end in sight, and the rounds before the last two on wish, taken from the page of the whole log.

const box = () => document.getElementById("log");
const more = document.getElementById("earlier");
let older = null;

function toEnd() {
  const log = box();
  if (log) log.scrollTop = log.scrollHeight;
}

// The lines of the whole race that come before those the region shows: both end with the same line.
function place() {
  const list = box()?.querySelector(".loglist");
  if (!older || !list || list.querySelector(".old")) return;
  const shown = list.children.length;
  for (const line of older.slice(0, Math.max(0, older.length - shown)).reverse()) {
    const copy = line.cloneNode(true);
    copy.classList.add("old");
    list.prepend(copy);
  }
}

more?.addEventListener("click", async event => {
  event.preventDefault();
  const answer = await fetch(more.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) { location.href = more.href; return; }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  older = [...page.querySelectorAll("#whole-log > li")];
  more.hidden = true;
  place();
  box().scrollTop = 0;
  box().focus();
});

document.addEventListener("regions:after", event => {
  const ids = event.detail.message.regions.map(region => region.id);
  if (!ids.includes("log")) return;
  older = null;
  renew();
});
document.addEventListener("motion:over", toEnd); // a log that is not shown cannot be scrolled

// The region holds the last two rounds of a heat; nothing comes before them at the beginning.
function renew() {
  const { round, heat } = document.getElementById("state").dataset;
  if (more) more.hidden = Number(round) < 3 && Number(heat) < 2;
  toEnd();
}
renew();
