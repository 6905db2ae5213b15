// Measures the page as it stands; gives one line a fault. Links inside a sentence may be small (WCAG 2.5.8).
() => {
  const found = new Set();
  const wide = document.documentElement.clientWidth;
  const high = innerHeight;
  const least = 43.5;

  const shown = element => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return false;
    for (let e = element; e; e = e.parentElement) {
      if (e.matches(".sr, .skip")) return false;
      const style = getComputedStyle(e);
      if (style.clipPath.startsWith("inset(50%")) return false;
    }
    return true;
  };
  const named = element => {
    const id = element.id ? `#${element.id}` : "";
    const css = typeof element.className === "string" && element.className ? `.${element.className.trim().split(/\s+/).join(".")}` : "";
    const parent = element.closest("[id]");
    const inside = !id && parent ? `#${parent.id} ` : "";
    const words = (element.getAttribute("aria-label") || element.textContent || element.value || "").trim().replace(/\s+/g, " ");
    return `${inside}${element.localName}${id}${css} "${words.slice(0, 30)}"`;
  };
  const say = (kind, element, figures) => found.add(`${kind}: ${named(element)}${figures ? `: ${figures}` : ""}`);

  // What clips an element, or lets it be scrolled to.
  const scrolls = value => value === "auto" || value === "scroll";
  const clipped = (element, box) => {
    const own = { x: false, y: false };
    for (let e = element; e && e !== document.documentElement; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (style.position === "fixed") { own.x = own.y = false; }
      const edge = e.getBoundingClientRect();
      const beyond = { x: box.right > edge.right + 2 || box.left < edge.left - 2, y: box.bottom > edge.bottom + 2 || box.top < edge.top - 2 };
      for (const axis of ["x", "y"]) {
        const overflow = axis === "x" ? style.overflowX : style.overflowY;
        if (!beyond[axis] || own[axis]) continue;
        if (scrolls(overflow)) own[axis] = true;
        else if (overflow === "hidden" || overflow === "clip") return `${axis === "x" ? "sideways" : "in height"} by ${e === element ? "itself" : named(e).split(' "')[0]}`;
      }
    }
    const page = document.scrollingElement;
    const still = axis => !own[axis] && ["hidden", "clip"].includes(getComputedStyle(document.body)[axis === "x" ? "overflowX" : "overflowY"]);
    if (!own.x && (box.right > Math.max(wide, page.scrollWidth) + 2 || box.left < -2)) return "sideways by the screen";
    if (still("y") && box.bottom > high + 2) return "in height by the screen";
    return "";
  };

  if (document.scrollingElement.scrollWidth > wide + 1) found.add(`sideways: page scrolls to ${document.scrollingElement.scrollWidth} of ${wide}`);

  for (const element of document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=button]")) {
    if (element.closest("[inert]")) continue;
    let target = element;
    if (element.matches("input[type=checkbox], input[type=radio]")) {
      target = element.labels?.[0] ?? element;
      const box = target.getBoundingClientRect();
      const own = element.getBoundingClientRect();
      if (own.width >= box.width) target = element;
    }
    if (!shown(target)) continue;
    const box = target.getBoundingClientRect();
    const style = getComputedStyle(target);
    const inText = element.localName === "a" && style.display === "inline" && element.parentElement.textContent.trim().length > element.textContent.trim().length;
    if (!inText && (box.width < least || box.height < least)) say("small", target, `${Math.round(box.width)}x${Math.round(box.height)}`);
    if (!(element.textContent.trim() || element.getAttribute("aria-label") || element.getAttribute("aria-labelledby") || element.labels?.length || element.title)) say("no name", element, "");
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x < 0 || y < 0 || x >= wide || y >= high || clipped(target, { left: x, right: x, top: y, bottom: y })) continue;
    let scrolledAway = false;
    for (let e = target.parentElement; e; e = e.parentElement) {
      const edge = e.getBoundingClientRect();
      const overflow = getComputedStyle(e);
      if ((scrolls(overflow.overflowY) && (y < edge.top || y > edge.bottom)) || (scrolls(overflow.overflowX) && (x < edge.left || x > edge.right))) scrolledAway = true;
    }
    const top = document.elementFromPoint(x, y);
    if (!scrolledAway && top && !target.contains(top) && !top.contains(target) && top.closest("label")?.control !== element && top !== element) say("covered", target, `by ${named(top).split(' "')[0]}`);
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || element.closest("svg, script, style, noscript, template, option") || !shown(element)) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    if (size === 0) continue;
    if (size < 12.4) say("tiny", element, `${size.toFixed(1)} px`);
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    // Letters sit inside their line: what a line box loses above and below is air.
    const air = Math.min(8, size * 0.25);
    const letters = { left: box.left, right: box.right, top: box.top + air, bottom: box.bottom - air };
    const cut = clipped(element, letters);
    if (cut) say("cut", element, cut);
    if (style.textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth + 1) say("cut", element, "ends in …");
  }

  const ids = {};
  for (const element of document.querySelectorAll("[id]")) ids[element.id] = (ids[element.id] ?? 0) + 1;
  for (const [id, count] of Object.entries(ids)) if (count > 1) found.add(`id given ${count} times: ${id}`);
  return [...found];
}
