// The log grows with the story: each beat brings its own line, out of the log that comes with the truth.

const shown = () => document.querySelector("#log .loglist");
const words = line => line.textContent.trim();
let coming = [];

// Where the last of the lines that stand there is in those to come. A round may say the same as the one before, so it is
// where most lines before it are the same, too.
export function seam(then, now) {
  const alike = at => {
    let count = 0;
    while (count < then.length && count <= at && then.at(-1 - count) === now[at - count]) count++;
    return count;
  };
  const counts = now.map((_, at) => alike(at));
  const most = Math.max(0, ...counts);
  return most ? counts.indexOf(most) : -1;
}

// `html`: the log as it will be; null where it is not known. What it has beyond the lines that stand there is to come.
export function expectLines(html) {
  if (!html || !shown()) return;
  const all = [...new DOMParser().parseFromString(html, "text/html").querySelectorAll(".loglist > li")];
  const now = all.map(words);
  const then = [...shown().children].filter(line => !line.matches(".old")).map(words);
  const at = seam(then, now);
  coming = all.slice(at + 1); // on another mountain all of them are new
}

// The line of a beat, with what people did before it.
export function tellLine(sentence) {
  const at = sentence ? coming.findIndex(line => words(line).includes(sentence)) : -1;
  if (at < 0) return;
  shown().append(...coming.splice(0, at + 1));
  const box = document.getElementById("log");
  box.scrollTop = box.scrollHeight;
}
