// The panel of log and chat: which of the two is shown. On phones both are one sheet that comes and goes.

const panel = document.getElementById("talk");
const tabs = [...(panel?.querySelectorAll("[data-talk]") ?? [])];

export function showTalk(which) {
  if (!tabs.some(tab => tab.dataset.talk === which)) return;
  panel.dataset.shows = which;
  for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.talk === which));
  document.dispatchEvent(new CustomEvent("talk:shown", { detail: which }));
}

panel?.addEventListener("click", event => {
  const tab = event.target.closest("[data-talk]");
  if (tab) showTalk(tab.dataset.talk);
});
// A phone's reader who opens the sheet sees what is in it.
addEventListener("hashchange", () => { if (location.hash === "#talk") showTalk(panel.dataset.shows); });
