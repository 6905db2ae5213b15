// Pure parts of the page: what the main button says, which plan is meant, how a clock reads.

// The words of the main button for these chosen dice: `words` = {roll, done, pick}, patterns with #1 kept and #2 left.
export function keepWords(kept, free, words) {
  if (!kept) return words.pick;
  const left = free - kept;
  return (left ? words.roll : words.done).replace("#1", kept).replace("#2", left);
}

// The plan for these choices, and the nearest legal one where there is none: first without the rope, then climbing less.
export function planOf(plans, buy, climb, tent) {
  for (let levels = climb; levels >= 0; levels -= 1) {
    for (const rope of tent ? ["1", "0"] : ["0"]) {
      const key = `${buy}|${levels}|${rope}`;
      if (plans[key]) return { key, levels, tent: rope === "1", ...plans[key] };
    }
  }
  return null;
}

// The levels that can be climbed with this purchase.
export const climbsWith = (plans, buy) =>
  new Set(Object.keys(plans).map(key => key.split("|")).filter(key => key[0] === buy).map(key => Number(key[1])));

// "0:23"; for games by days the time of day at which it ends.
export function clockWords(left, end, language) {
  if (left < 3600) return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(end);
}

export const dash = (left, whole) => 100 - (100 * left) / whole;
