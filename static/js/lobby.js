// The lobby's comfort: copying the link, and clearing an old refusal when its control is used again. Live news come
// through the shared socket.

const copy = document.getElementById("copy");
const link = document.getElementById("link");

if (copy && link) {
  link.value = new URL(link.value, location.href).href;
  copy.hidden = false;
  const words = copy.querySelector("span");
  const usual = words.textContent;
  copy.addEventListener("click", async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      document.execCommand("copy"); // plain http in a home network has no clipboard
    }
    words.textContent = copy.dataset.copied;
    setTimeout(() => { words.textContent = usual; }, 2500);
  });
}

document.addEventListener("submit", event => {
  const place = event.target.getAttribute("hx-target");
  if (place) document.querySelector(place)?.replaceChildren();
});
