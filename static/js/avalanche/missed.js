// What happened while nobody looked: one line that names the rounds and plays them on wish, two rounds at most. And what
// was told last, to be watched again.

const box = document.getElementById("missed");
const line = box?.querySelector("span");
const most = 2;
let parts = [];

// Which rounds these beats belong to; `round`: the one the page showed before them.
export function roundsOf(beats, round) {
  const found = new Set();
  let now = round;
  for (const beat of beats) {
    if (beat.kind === "round") now = beat.round;
    else if (beat.ms) found.add(now);
  }
  return [...found];
}

const all = () => [...new Set(parts.flatMap(part => part.rounds))];

// `before`: the regions as they stood before these beats.
export function offer(beats, before) {
  if (!box) return;
  // On another mountain nothing older can be shown.
  const cut = beats.findLastIndex(beat => beat.kind === "heat");
  const round = Number(document.getElementById("state").dataset.round);
  const rounds = roundsOf(beats.slice(cut + 1), round);
  if (cut >= 0) withdraw();
  if (!rounds.length) return;
  if (cut < 0) parts.push({ beats, rounds, before });
  while (all().length > most && parts.length > 1) parts.shift();
  tell();
}

function tell() {
  const rounds = all();
  box.hidden = !rounds.length;
  const words = rounds.length > 1 ? box.dataset.more : box.dataset.one;
  const text = words.replace("#1", rounds.at(-2) ?? "").replace("#2", rounds.at(-1) ?? "");
  if (line.textContent !== text) line.textContent = text; // it is a status: written again it is spoken again
}

// A choice in the middle of a round parts its story. These beats begin anew: a round's cards, another mountain.
const anew = beats => beats.some(beat => ["reveal", "heat"].includes(beat.kind));

// The round told last, from its cards on, on the mountain it happened on.
let last = null;
export function remember(beats, before, mountain) {
  if (last?.mountain === mountain && !anew(beats)) last.beats = [...last.beats, ...beats];
  else last = { beats, before, mountain };
}
export const latest = () => last;

// A story begins. The rest of a round whose beginning was missed is added to what is offered, for afterwards; a new
// round or another mountain takes the offer away.
export function goOn(beats) {
  if (!parts.length || anew(beats)) { withdraw(); return; }
  parts.at(-1).beats = [...parts.at(-1).beats, ...beats];
  box.hidden = true;
}
document.addEventListener("motion:over", () => { if (parts.length) tell(); });

function withdraw() {
  parts = [];
  if (box) box.hidden = true;
}

box?.addEventListener("click", event => {
  const wanted = event.target.closest("[data-missed]")?.dataset.missed;
  if (!wanted) return;
  const [first] = parts;
  const beats = parts.flatMap(part => part.beats);
  withdraw();
  if (wanted === "watch" && first) {
    document.dispatchEvent(new CustomEvent("missed:watch", { detail: { before: first.before, beats } }));
  }
});
