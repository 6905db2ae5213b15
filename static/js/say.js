// The polite voice for screen readers: two paragraphs in turn, so that the same text is spoken again.

const voices = document.querySelectorAll("#say p");
let turn = 0;

export function say(text) {
  if (!voices.length || !text) return;
  voices[turn].textContent = "";
  turn = 1 - turn;
  voices[turn].textContent = text;
}
