/** Shows notices and opens their page; it keeps no files and answers no requests. */
addEventListener('push', (event) => {
  const { title, body, tag, url } = event.data.json();
  event.waitUntil(
    registration.showNotification(title, {
      body,
      tag,
      // It takes the place of an earlier one of its kind, and still makes a sound.
      renotify: true,
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: { url },
    }),
  );
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

/** In the window that is open already, whose page asks before it leaves something unsaved; else in a new one. */
async function open(url) {
  const [window] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (window === undefined) return clients.openWindow(url);
  window.postMessage({ open: url });
  return window.focus();
}
