// The result to be shared. The picture stands in the page as a drawing; here it becomes a file of 1200 by 630: all it uses
// is put into it, drawings and colours, then it is painted on a canvas and the words are written over it. Nothing leaves
// the page before the reader says so.

const width = 1200;
const height = 630;
const hats = ["s1", "s2", "s3", "s4", "s5"];
const $ = (selector, root = document) => root.querySelector(selector);

let sheet = null;
export async function open(address) {
  sheet ??= await fetched(`${address}.html`);
  sheet?.showModal();
  return Boolean(sheet);
}

async function fetched(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return null;
  const style = Object.assign(document.createElement("link"), {
    rel: "stylesheet", href: new URL("../../css/avalanche/share.css", import.meta.url).href,
  });
  const styled = new Promise(done => { style.onload = style.onerror = done; });
  document.head.append(style);
  await styled;
  const dialog = Object.assign(document.createElement("dialog"), { className: "sheet shares" });
  dialog.innerHTML = await answer.text();
  dialog.setAttribute("aria-labelledby", "share-h");
  dialog.dataset.shares = "";
  $("main").append(dialog);
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
  prepare(dialog);
  return dialog;
}

function prepare(place) {
  const able = Boolean(navigator.share);
  $('[data-share="share"]', place).hidden = !able;
  $('[data-share="copy"]', place).classList.toggle("sun", !able);
  place.addEventListener("click", async event => {
    const button = event.target.closest("[data-share]");
    if (!button) return;
    await { share, copy, save }[button.dataset.share](place, button).catch(() => tell(place, button, "failed"));
  });
}

function tell(place, button, word = "done") {
  const text = button.dataset[word];
  if (!text) return;
  const label = $("span", button);
  label.dataset.usual ??= label.textContent;
  label.textContent = text;
  $("[data-share-says]", place).textContent = text;
  setTimeout(() => { label.textContent = label.dataset.usual; }, 2500);
}

const text = place => $("#share-text", place).value;

async function share(place) {
  const picture = await file(place).catch(() => null);
  const all = picture && { files: [picture], text: text(place) };
  try {
    await navigator.share(all && navigator.canShare?.(all) ? all : { text: text(place) });
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

// Pages without https have no clipboard: then the text is shown and selected, to be copied by hand.
async function copy(place, button) {
  try {
    await navigator.clipboard.writeText(text(place));
  } catch {
    const field = $("#share-text", place);
    field.hidden = false;
    field.select();
    if (!document.execCommand("copy")) return;
  }
  tell(place, button);
}

async function save(place, button) {
  const link = document.createElement("a");
  const picture = await file(place);
  link.href = URL.createObjectURL(picture);
  link.download = picture.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  tell(place, button);
}

async function file(place) {
  const image = new Image(width, height);
  const bare = (await source(place)).replace(/<text.*?<\/text>/gs, "");
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(bare)}`;
  const texts = [...place.querySelectorAll(".shpic text")];
  await Promise.all([image.decode(), ...texts.map(text => document.fonts.load(letters(text), text.textContent))]);
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0, width, height);
  for (const text of texts) write(pen, text);
  const blob = await new Promise(done => canvas.toBlob(done, "image/png"));
  return new File([blob], $("[data-name]", place).dataset.name, { type: "image/png" });
}

function letters(text) {
  const style = getComputedStyle(text);
  return `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
}

// Words are written with the letters of the page: those inside of a picture may come too late to be painted.
function write(pen, text) {
  const style = getComputedStyle(text);
  const shown = $(".shpic", text.closest("[data-shares]")).getBoundingClientRect().width;
  const { a, b, c, d, e, f } = text.getCTM();
  const larger = width / shown;
  pen.setTransform(a * larger, b * larger, c * larger, d * larger, e * larger, f * larger);
  pen.font = letters(text);
  pen.textAlign = style.textAnchor === "middle" ? "center" : "start";
  pen.lineJoin = "round";
  const at = [Number(text.getAttribute("x")), Number(text.getAttribute("y"))];
  if (style.stroke !== "none") {
    pen.strokeStyle = style.stroke;
    pen.lineWidth = Number.parseFloat(style.strokeWidth);
    pen.strokeText(text.textContent, ...at);
  }
  pen.fillStyle = style.fill;
  pen.fillText(text.textContent, ...at);
}

// The drawing as a text that needs nothing beside it but letters.
export async function source(place) {
  const drawn = $(".shpic", place);
  const copied = drawn.cloneNode(true);
  const files = new Map();
  const parts = new Map();
  for (const use of copied.querySelectorAll("use")) await gather(use, "", files, parts);
  const inside = [...parts.values()].map(part => new XMLSerializer().serializeToString(part)).join("");
  copied.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copied.setAttribute("width", width);
  copied.setAttribute("height", height);
  for (const name of ["class", "role", "aria-label"]) copied.removeAttribute(name);
  const whole = new XMLSerializer().serializeToString(copied);
  return whole.replace(">", `><style>${colours(drawn, whole + inside)}</style><defs>${inside}</defs>`);
}

// One drawing out of its file, and those it uses itself. The same name in two files means two drawings.
async function gather(use, from, files, parts) {
  const [path, id] = use.getAttribute("href").split("#");
  const home = path || from;
  if (!files.has(home)) {
    const answer = await fetch(home);
    files.set(home, new DOMParser().parseFromString(await answer.text(), "image/svg+xml"));
  }
  const name = `${[...files.keys()].indexOf(home)}-${id}`;
  use.setAttribute("href", `#d${name}`);
  if (parts.has(name)) return;
  const part = files.get(home).getElementById(id).cloneNode(true);
  part.setAttribute("id", `d${name}`);
  parts.set(name, part);
  for (const inner of part.querySelectorAll("use")) await gather(inner, home, files, parts);
}

function colours(drawn, markup) {
  const names = [...new Set([...markup.matchAll(/var\((--[\w-]+)/g)].map(found => found[1]))];
  const rules = (element, wanted) => {
    const style = getComputedStyle(element);
    return wanted.map(name => `${name}:${style.getPropertyValue(name)}`).filter(rule => !rule.endsWith(":")).join(";");
  };
  const skiers = hats.map(hat => {
    const probe = Object.assign(document.createElement("i"), { className: hat, hidden: true });
    drawn.after(probe);
    const rule = `.${hat}{${rules(probe, ["--c", "--c2", "--cp"])}}`;
    probe.remove();
    return rule;
  });
  const suns = ".fsun{fill:var(--fsun)}.fsun2{fill:var(--fsun2)}";
  const own = rules(drawn, [...names.filter(name => !["--c", "--c2", "--cp"].includes(name)), "--fsun", "--fsun2"]);
  return `svg{${own}}${suns}${skiers.join("")}`;
}

const page = $("main[data-shares]");
if (page) prepare(page);
