// Feeds messages to a table page and notes what it shows after each beat. Animations end at once: only where things are
// matters here.
localStorage.setItem("yeti-speed", "0.001");
Element.prototype.animate = () => ({ finished: Promise.resolve(), finish() {}, play() {}, pause() {}, cancel() {} });

addEventListener("load", async () => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const loaded = performance.getEntriesByType("resource").map(one => one.name);
  const load = name => import(loaded.find(one => one.includes(`js/${name}.`)));
  const [{ receive }, stage] = await Promise.all([load("moment"), load("avalanche/map")]);
  const text = (selector, root) => $(selector, root)?.textContent.replace(/\s+/g, " ").trim() ?? "";
  const same = (a, b) => Math.abs(a[0] - b[0]) < 0.6 && Math.abs(a[1] - b[1]) < 0.6;
  const at = element => {
    const style = getComputedStyle(element);
    return ["--wx", "--wy"].map(name => Number(style.getPropertyValue(name)));
  };
  const number = (css, name) => Number(new RegExp(`\\b${name}-(\\d+)`).exec(css)?.[1] ?? -1);

  function skier(cabin) {
    const id = cabin.id.slice(5);
    const piece = $(`#sk-${id}:not(.buried)`);
    return {
      at: piece && stage.map.spaces.findIndex(space => same(space, at(piece))),
      line: piece ? number(piece.className, "line") : -1,
      state: text(".st", cabin),
      rockets: $(".rk", cabin)?.classList.contains("on") ?? null,
      badge: Boolean(piece && $(".badge", piece)),
      cards: parseInt(text(".cn-hand", cabin), 10),
      place: text(".plc", cabin),
      spoken: $(".nm .sr", cabin)?.textContent ?? "",
      points: $(".pts", cabin) ? Number(text(".pts", cabin)) : null,
      reached: Boolean($(":scope > .snowcap", cabin)),
      ring: Boolean(piece && $(".snowring", piece)),
    };
  }

  function shot() {
    const yeti = $("#yeti-at");
    const front = Number(getComputedStyle($(".piste")).getPropertyValue("--wf"));
    return {
      moving: $("[data-table]").hasAttribute("data-moving"),
      skiers: $$("#roster .cabin[data-seat]").map(skier),
      yeti: yeti ? Object.keys(stage.map.nodes).find(name => same(stage.map.nodes[name], at(yeti))) ?? "?" : "out",
      cam: $("#board").hasAttribute("data-cam"),
      front: stage.map.banks.findIndex(bank => Math.abs(bank[0] - front) < 0.02),
      covered: number($("#board").className, "front"),
      next: number($("#board").className, "next"),
      mark: number($("#pieces .mark:not(.mark2)")?.className, "mark"),
      speed: $("#avalanche").hidden ? 0 : Number(text("#avalanche b")),
      dots: $$("#rail .rdot:not(.ry)").map(dot => `${/\bs(\d)\b/.exec(dot.className)[1]} ${number(dot.className, "dot-s")}`
        .replace(/-1$/, /dot-s(\d+)/.exec(dot.className)[1])),
      log: $$("#log .loglist > li").map(line => line.textContent.trim()),
      round: text("#where .pill"),
      goal: Boolean($("#goal")?.checkVisibility()),
      above: text("#above"),
      around: text("#roster > .sr"),
      private: Object.fromEntries(["act", "limit", "aim"].map(id => [id, $(`#${id}`)?.outerHTML ?? ""])),
      title: document.title,
      icon: $("link[rel=icon]").getAttribute("href"),
      said: [...$$("#say p").map(one => one.textContent), text("#cap")],
    };
  }

  async function bring(message) {
    const before = shot();
    const shots = [];
    let count = 0;
    const note = event => {
      count += event.detail.length;
      shots.push([count, shot()]);
    };
    document.addEventListener("motion:told", note);
    const over = receive(message);
    await over;
    await new Promise(done => setTimeout(done));
    document.removeEventListener("motion:told", note);
    return { before, shots, told: shots.length > 0, after: shot() };
  }
  window.fed = { ready: true, bring };
});
