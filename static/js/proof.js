// The proof of a shuffle, checked in this browser: fingerprint = SHA-256(secret), seed = HMAC-SHA-256(secret, what the
// players added). Fetched only when a race is over.

const bytes = hex => Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
const hex = buffer => [...new Uint8Array(buffer)].map(byte => byte.toString(16).padStart(2, "0")).join("");

// true, false, or null where the browser has no means: pages without https.
export async function holds({ fingerprint, secret, seed, contributions }) {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return null;
  const key = await subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const found = [
    hex(await subtle.digest("SHA-256", bytes(secret))),
    hex(await subtle.sign("HMAC", key, bytes(contributions))),
  ];
  return found[0] === fingerprint && found[1] === seed;
}

async function check(proof) {
  const line = proof.querySelector("[data-check]");
  const good = await holds(proof.dataset);
  const word = good === null ? "none" : good ? "ok" : "bad";
  line.textContent = line.dataset[word];
  line.classList.add(`is-${word}`);
}

// Pages without https have no clipboard either: then the text is opened and selected, to be copied by hand.
async function copy(proof, button) {
  const text = proof.querySelector("pre");
  try {
    await navigator.clipboard.writeText(text.textContent);
    button.querySelector("span").textContent = button.dataset.copied;
  } catch {
    proof.querySelector("details").open = true;
    getSelection().selectAllChildren(text);
    text.focus();
  }
}

function wake(proof) {
  if (!proof || proof.dataset.awake !== undefined) return;
  proof.dataset.awake = "";
  proof.querySelector("[data-copy]").addEventListener("click", event => copy(proof, event.currentTarget));
  check(proof);
}

// The end screen has a place for it; what is missing there can be read on a page of its own.
export async function show(place) {
  const answer = await fetch(place.dataset.address);
  if (!answer.ok) return;
  place.innerHTML = await answer.text();
  wake(place.querySelector("[data-proof]"));
}

wake(document.querySelector("main > [data-proof]"));
