// The rescue worker. When a release is so broken that its pages cannot update themselves, deploy
// this file in place of sw.js (cp sw-kill.js sw.js): browsers fetch sw.js anew at every navigation,
// at the latest after 24 hours. It takes over at once, forgets every stored file of the app, lets
// go, and reloads the open pages from the network. What people entered lives in IndexedDB and is
// not touched. Instead of a deployment, {"serviceWorker": "off"} in sw-flags.json does the same for
// pages that still start.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name);
      await self.registration.unregister();
      for (const page of await self.clients.matchAll({ type: 'window' })) {
        await page.navigate(page.url);
      }
    })(),
  );
});
