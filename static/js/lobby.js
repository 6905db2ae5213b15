// The lobby's comfort: copying the link. Live news come through the shared socket.
const copy = document.getElementById("copy");
const link = document.getElementById("link");

if (copy && link) {
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
