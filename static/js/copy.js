// Buttons that copy what stands in a field or in an output: `data-copies` names it, `data-copied` is said when it is done.
// They are hidden without script.

for (const button of document.querySelectorAll("[data-copies]")) {
  const source = document.getElementById(button.dataset.copies);
  const words = button.querySelector("span");
  const usual = words.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.value || source.textContent.trim());
    } catch {
      mark(source); // plain http in a home network has no clipboard
      document.execCommand("copy");
    }
    words.textContent = button.dataset.copied;
    setTimeout(() => {
      words.textContent = usual;
    }, 2500);
  });
}

function mark(source) {
  if (source.select) source.select();
  else getSelection().selectAllChildren(source);
}
