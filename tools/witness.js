// What a page of a table shows, says and gets, with times: put into a page before its own scripts, by tests and tools.
// It only looks. `witness.drain()` gives what has been noted, `witness.look()` what a person could do now.
(() => {
  if (window.witness || window !== top) return;
  const kept = "witness";
  let notes = [];
  try {
    notes = JSON.parse(sessionStorage.getItem(kept) ?? "[]");
    sessionStorage.removeItem(kept);
    addEventListener("pagehide", () => sessionStorage.setItem(kept, JSON.stringify(notes)));
  } catch { /* about:blank keeps nothing */ }
  const $ = (selector, root = document) => root?.querySelector(selector) ?? null;
  const $$ = (selector, root = document) => [...(root?.querySelectorAll(selector) ?? [])];
  const now = () => performance.timeOrigin + performance.now();
  const note = (kind, what) => notes.push({ t: now(), kind, ...what });
  const tidy = text => text.replace(/\s+/g, " ").trim();
  const seenOnly = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
  const visible = element => Boolean(element?.checkVisibility(seenOnly) && element.getClientRects().length);

  // The text a reader finds in an element, screen readers included; nothing of what is not shown.
  function read(element, except) {
    if (!visible(element)) return null;
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) {
      const at = walk.currentNode.parentElement;
      if (except && at.closest(except)) continue;
      if (tidy(walk.currentNode.data) && at.checkVisibility(seenOnly)) found.push(walk.currentNode.data);
    }
    return tidy(found.join(" "));
  }

  // A point of the element at which a click would reach it, or null.
  function point(element, inside = element) {
    if (!visible(element)) return null;
    const box = element.getBoundingClientRect();
    for (const [x, y] of [[0.5, 0.5], [0.25, 0.4], [0.75, 0.4], [0.5, 0.15], [0.12, 0.5], [0.5, 0.85]]) {
      const at = [box.left + box.width * x, box.top + box.height * y];
      const hit = document.elementFromPoint(...at);
      if (hit && inside.contains(hit)) return at;
    }
    return null;
  }

  const cards = () => $$("#hand .tcard").map(card => {
    const pick = $("input.pick", card);
    const free = pick && !pick.disabled && !card.closest("[inert]");
    return { id: card.dataset.card, at: free ? point(card) : null, checked: Boolean($("input:checked", card)) };
  });
  const kindOf = element => element?.className.match?.(/\bis-(\w+)/)?.[1] ?? "";

  function snapshot() {
    const main = $("main.table[data-table]");
    const state = $("#state");
    const act = $("#act");
    const hand = $("#hand");
    const finish = [$("#result"), $("#finish")].find(visible);
    return {
      version: Number(main.dataset.version),
      decision: state?.dataset.decision ?? "",
      moving: main.hasAttribute("data-moving"),
      motion: visible($("#motion")),
      cap: read($("#cap")) ?? "",
      sun: read($("#sunsay")) ?? "",
      act: read(act, "#motion") ?? "",
      kind: kindOf(act),
      turn: visible(act) && act.hasAttribute("data-turn"),
      where: read($("#where")) ?? "",
      sign: read($("#limit .sign")),
      gauge: ["#shown-gauge", "#limit"].map(one => read($(one)) ?? "").join(" "),
      result: finish ? read(finish).slice(0, 80) : "",
      plate: $$(".plate b").filter(visible).map(one => tidy(one.textContent)).join("/"),
      hand: visible(hand) ? hand.dataset.kind + (hand.classList.contains("locked") ? " locked" : "") : "",
      cards: $$("#hand .tcard").filter(visible).map(one => one.dataset.card).join(" "),
      badges: $$("#hand .rkf, #hand .note").filter(visible).length,
      usable: cards().filter(one => one.at).length,
      ghosts: $$("#ghosts > *").filter(visible).length,
      aim: $$("#aim button").filter(visible).length,
      watch: read($("#watch")) ?? "",
      missed: read($("#missed")) ?? "",
      cabins: $$(".cabin").filter(visible).map(one => [one.id || one.dataset.was || "", kindOf(one), read($(".st", one))].join("|")),
      title: document.title,
      icon: ($("link[rel=icon]")?.getAttribute("href") ?? "").includes("favicon-turn"),
    };
  }

  let last = "";
  let lines = "";
  function look() {
    const found = snapshot();
    const text = JSON.stringify(found);
    if (text !== last) note("shot", { shot: found });
    last = text;
    const log = visible($("#log")) ? $$("#log li").filter(visible).map(one => tidy(one.textContent)) : null;
    const told = JSON.stringify(log);
    if (told !== lines) note("log", { lines: log });
    lines = told;
  }

  const within = (node, selector) => (node.nodeType === 1 ? node : node.parentElement)?.closest(selector);
  function heard(changes) {
    for (const change of changes) {
      if (change.type === "attributes") {
        if (change.attributeName === "data-moving")
          note("moving", { on: change.target.hasAttribute("data-moving") });
        continue;
      }
      const texts = change.type === "characterData" ? [change.target.data] : [...change.addedNodes].map(one => one.textContent);
      const text = tidy(texts.join(" "));
      if (!text) continue;
      const main = $("main.table[data-table]");
      const said = { text, moving: main.hasAttribute("data-moving"), version: Number(main.dataset.version) };
      if (within(change.target, "#cap")) note("cap", said);
      else if (within(change.target, "#say")) note("say", said);
      else if (within(change.target, "[id^=refusal]")) note("refusal", said);
    }
  }

  function start() {
    const main = $("main.table[data-table]");
    note("page", { path: location.pathname, version: Number(main?.dataset.version ?? -1) });
    if (!main) return;
    let dirty = true;
    let at = 0;
    const everything = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(changes => { dirty = true; heard(changes); }).observe(main, everything);
    new MutationObserver(() => { dirty = true; }).observe(document.head, everything);
    let drawn = performance.now();
    const frame = time => {
      const here = performance.now();
      if (here - drawn > 70) note("gap", { ms: here - drawn - 17 }); // a busy machine draws nothing for a while
      drawn = here;
      if (dirty || time - at > 120) { dirty = false; at = time; look(); }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }
  document.addEventListener("readystatechange", () => { if (document.readyState === "interactive") start(); });

  // A touch in the sense of the story: something of the decision or of the story itself, never chat, log or scrolling.
  const wanted = "#hand .tcard, #act :is(button, label, select, input), #aim button, #display .tcard";
  const pressed = "#motion button, #watch"; // these do nothing before the finger has left
  const keys = /^([1-8]|[jJuUsS ]|Enter|Escape|Home|Arrow\w+)$/;
  function touched(event) {
    if (event.type === "click" && !event.detail) return; // of a key
    const target = event.target.closest?.(event.type === "click" ? pressed : wanted);
    const key = event.type === "keydown" ? event.key : "";
    if (key ? !keys.test(key) : !target) return;
    const what = key || target.dataset.card || target.id || target.dataset.do || target.className;
    note("touch", { what: String(what), moving: $("main.table")?.hasAttribute("data-moving") ?? false });
  }
  addEventListener("pointerdown", touched, true);
  addEventListener("click", touched, true);
  addEventListener("keydown", touched, true);

  function news(message, by) {
    if (message.beat || !message.regions) return;
    const beats = (message.events ?? []).map(({ kind, sentence, ms, round, version, skier }) =>
      ({ kind, sentence: tidy(sentence ?? ""), ms: ms ?? 0, round, version, skier }));
    note("news", { by, version: message.version, regions: message.regions.map(one => one.id), beats });
  }
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", event => { try { news(JSON.parse(event.data), "socket"); } catch { /* no JSON */ } });
    }
  };
  const ask = window.fetch;
  window.fetch = async (...given) => {
    const answer = await ask(...given);
    const path = new URL(answer.url || String(given[0]?.url ?? given[0]), location.href).pathname;
    const method = given[1]?.method ?? given[0]?.method ?? "GET";
    if (method !== "GET")
      note("post", { path, status: answer.status, version: Number(answer.headers.get("Yeti-Version") ?? 0) });
    else if (path.endsWith("/regions"))
      answer.clone().json().then(message => news(message, "fetch"), () => {});
    return answer;
  };

  window.witness = {
    drain() { const all = notes; notes = []; return all; },
    look() {
      const main = $("main.table[data-table]");
      if (!main) return null;
      const act = $("#act");
      const hand = $("#hand");
      const go = $("#go");
      return {
        moving: main.hasAttribute("data-moving"),
        version: Number(main.dataset.version),
        heat: $("#state")?.dataset.heat ?? "1",
        over: Boolean([$("#result"), $("#finish")].find(visible)),
        kind: visible(act) ? kindOf(act) : "",
        turn: visible(act) && act.hasAttribute("data-turn"),
        decision: act?.dataset.decision ?? "",
        ours: act?.dataset.decision === $("#state")?.dataset.decision,
        hand: hand && visible(hand) ? hand.dataset.kind : "",
        handDecision: hand?.dataset.decision ?? "",
        locked: hand?.classList.contains("locked") ?? false,
        cards: cards(),
        go: { at: point(go), text: read(go) ?? "", off: go?.getAttribute("aria-disabled") === "true", owed: Number(go?.dataset.owed ?? 0) },
        slots: $$("#act .slots label[for^=slot-]").map(one => point(one)),
        jump: point($("#act label.switch[data-jump]:not([hidden])")),
        aim: $$("#aim button").map(one => point(one)).filter(Boolean),
        display: $$("#display .tcard").map(one => point(one)).filter(Boolean),
        skip: point($('[data-do="skip"]')),
        watch: point($('[data-missed="watch"]')),
        refusal: $$("[id^=refusal]").map(one => read(one)).filter(Boolean).join(" "),
      };
    },
  };
})();
