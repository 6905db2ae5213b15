// Every control of the page, brought into view as a keyboard or a thumb would: which of them cannot be seen whole,
// lie under something, or ask for scrolling to the side. One line a fault. What covers a control only until the page
// has noticed that it was scrolled is none.
async () => {
  const rest = () => new Promise(done => setTimeout(done, 150));
  const found = new Set();
  const wide = document.documentElement.clientWidth;
  const words = element => {
    const id = element.id ? `#${element.id}` : "";
    const text = (element.getAttribute("aria-label") || element.textContent || element.value || "").trim().replace(/\s+/g, " ");
    return `${element.localName}${id} "${text.slice(0, 30)}"`;
  };
  const shown = element => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    for (let e = element; e; e = e.parentElement) {
      if (e.matches(".sr, .skip") || getComputedStyle(e).clipPath.startsWith("inset(50%")) return false;
    }
    const box = element.getBoundingClientRect();
    return box.width >= 2 && box.height >= 2;
  };
  const scrolled = () => [...document.querySelectorAll("*")].filter(e => e.scrollLeft > 0);

  for (const element of document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=button], h1, .nm, .pv, .sign, #limit h2")) {
    if (element.closest("[inert]")) continue;
    const target = element.matches("input[type=checkbox], input[type=radio]") ? (element.labels?.[0] ?? element) : element;
    if (!shown(target)) continue;
    target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    if (scrolled().length || scrollX > 0) {
      found.add(`to the side: ${words(element)}`);
      for (const e of scrolled()) e.scrollLeft = 0;
      scrollTo(0, scrollY);
    }
    const box = target.getBoundingClientRect();
    const inText = element.localName === "a" && getComputedStyle(element).display === "inline";
    if (box.left < -1 || box.right > wide + 1) found.add(`cut at the side: ${words(element)}: ${Math.round(box.left)} to ${Math.round(box.right)} of ${wide}`);
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (y < 0 || y >= innerHeight) found.add(`out of reach: ${words(element)}: at ${Math.round(y)} of ${innerHeight}`);
    else if (!inText && element.matches("a, button, input, select, textarea, summary")) {
      const cover = () => {
        const top = document.elementFromPoint(x, y);
        const free = top && (target.contains(top) || top === element || element.closest(".tcard")?.contains(top));
        return free ? "" : `covered: ${words(element)}${top ? ` by ${words(top)}` : ""}`;
      };
      if (cover()) await rest();
      if (cover()) found.add(cover());
    }
  }
  const page = document.scrollingElement;
  if (page.scrollWidth > wide + 1) found.add(`page is ${page.scrollWidth} wide of ${wide}`);
  return [...found];
}
