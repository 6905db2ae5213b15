// The service worker: shows notices and leads back to the table. It keeps no page for later and answers no request:
// a table as it was an hour ago would be a lie, and the app's own words for a lost connection are better.

addEventListener("install", () => skipWaiting());

addEventListener("push", event => event.waitUntil(show(event.data)));

async function show(message) {
  let said;
  try {
    said = message.json();
  } catch {
    return;
  }
  if (await passed(said)) return;
  await registration.showNotification(said.title, {
    body: said.body,
    tag: `yeti-${said.code}`,
    data: { code: said.code, decision: said.decision },
    icon: "/static/-/icons/icon-192.png",
  });
}

// A push may have waited for hours while its reader moved somewhere else. Who cannot be asked is told.
async function passed({ code, decision }) {
  try {
    const answer = await fetch("/tables/waiting", { cache: "no-store", credentials: "same-origin" });
    const { known, waiting } = await answer.json();
    return answer.ok && known && !waiting.some(one => one.code === code && one.decision === decision);
  } catch {
    return false;
  }
}

addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(lead(`/t/${encodeURIComponent(event.notification.data?.code ?? "")}`));
});

async function lead(path) {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find(one => new URL(one.url).pathname.startsWith(path));
  await (there ? there.focus() : clients.openWindow(path));
}

// Push services change addresses now and then: the new one is told at once.
addEventListener("pushsubscriptionchange", event => {
  const options = event.oldSubscription?.options;
  if (!options) return;
  event.waitUntil(
    registration.pushManager.subscribe(options).then(fresh =>
      fetch("/notices/push", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(fresh),
        credentials: "same-origin",
      }),
    ),
  );
});
