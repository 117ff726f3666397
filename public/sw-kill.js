// The rescue worker. When a release is so broken that its pages cannot update themselves, deploy
// this file in place of sw.js (cp sw-kill.js sw.js): browsers fetch sw.js anew at every navigation,
// at the latest after 24 hours. It takes over at once, forgets every stored file of the app, lets
// go, and reloads the open pages from the network. What people entered lives in IndexedDB and is
// not touched. Instead of a deployment, {"serviceWorker": "off"} in sw-flags.json does the same for
// pages that still start.
const forgetFiles = async (kept) => {
  for (const name of await caches.keys()) if (name !== kept) await caches.delete(name);
};
// A browser lets the old worker finish what it is at, which may take minutes: without stored files
// it answers from the network as well, so that nobody waits for the takeover. The empty cache tells
// it to bring nothing back meanwhile (sw/caches.ts).
const RESCUE = 'daybook-rescue';
self.addEventListener('install', (event) => {
  void self.skipWaiting();
  event.waitUntil(caches.open(RESCUE).then(() => forgetFiles(RESCUE)));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await forgetFiles();
      await self.registration.unregister();
      for (const page of await self.clients.matchAll({ type: 'window' })) {
        await page.navigate(page.url);
      }
    })(),
  );
});
