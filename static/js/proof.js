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
  const heading = proof.querySelector("h2 span");
  if (good !== null) heading.textContent = good ? heading.dataset.ok : heading.dataset.bad;
  return good;
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

document.addEventListener("click", event => {
  const button = event.target.closest("[data-copy]");
  if (button) copy(button.closest("[data-proof]"), button);
});

// The end screen has a link to the proof's own page. Its heading follows the check, and it opens the proof over the poster.
let sheet = null;
export async function prove(link) {
  if (!sheet) link.querySelector("small").textContent = link.dataset.checking;
  sheet ??= fetched(`${link.getAttribute("href")}.html`);
  const { good, fingerprint } = await sheet;
  if (good === undefined) return;
  const { ok, okNote, bad, badNote, noneNote } = link.dataset;
  if (good !== null) link.querySelector("b").textContent = good ? ok : bad;
  const note = good === null ? noneNote : good ? okNote : badNote.replace("#", fingerprint);
  link.querySelector("small").textContent = note;
  link.classList.add(good === null ? "is-none" : good ? "is-ok" : "is-bad");
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) return {};
  const style = document.createElement("link");
  Object.assign(style, { rel: "stylesheet", href: new URL("../css/proof.css", import.meta.url).href });
  document.head.append(style);
  const dialog = Object.assign(document.createElement("dialog"), { className: "sheet" });
  dialog.innerHTML = await answer.text();
  document.querySelector("main").append(dialog);
  dialog.setAttribute("aria-labelledby", "proof-h");
  document.addEventListener("click", event => {
    if (event.target === dialog) dialog.close();
    if (!event.target.closest("#proof") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    dialog.showModal();
  });
  const proof = dialog.querySelector("[data-proof]");
  return { good: await check(proof), fingerprint: proof.dataset.fingerprint };
}

const page = document.querySelector("[data-proof]");
if (page) check(page);
