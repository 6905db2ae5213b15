// What time it is by the server's clock. The reader's own clock may be wrong, and may be set while the page is open:
// it runs on by the monotonic one then, and the server is asked. A machine that has slept looks the same until it answers.

const told = document.querySelector("[data-now]")?.dataset.now;
// The server wrote its time when it began to answer, long before this runs.
const [visit] = performance.getEntriesByType("navigation");
const arrived = performance.timeOrigin + (visit?.responseStart ?? performance.now());
let skew = Number(told ?? arrived) - arrived;
let wall = Date.now();
let steady = performance.now();

async function ask() {
  try {
    const answer = await fetch("/robots.txt", { method: "HEAD", cache: "no-store" });
    const date = Date.parse(answer.headers.get("date"));
    if (date) skew = date + 500 - Date.now(); // it tells whole seconds
  } catch {
    // Not now: the next look at a clock that has jumped asks again.
  }
}

// How far the server's clock is ahead of the reader's, in milliseconds.
export function ahead() {
  const [now, mark] = [Date.now(), performance.now()];
  const jump = now - wall - (mark - steady);
  wall = now;
  steady = mark;
  if (Math.abs(jump) > 1500) {
    skew -= jump;
    ask();
  }
  return skew;
}
