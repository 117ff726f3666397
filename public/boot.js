// Runs before the first paint, blocking, so it stays tiny and old-fashioned. The content security
// policy forbids inline scripts, hence a file. src/app/theme.ts owns the same keys afterwards.
(function () {
  var root = document.documentElement;
  var read = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  var isPublic = /^\/(book|embed|form|cancel-appointment|unsubscribe)(\/|$)/.test(
    location.pathname,
  );

  var theme = read('daybook-theme');
  var isDark = matchMedia('(prefers-color-scheme: dark)');
  var wear = function () {
    var dark = theme === 'dark' || (theme !== 'light' && isDark.matches);
    root.dataset.theme = dark ? 'dark' : 'light';
  };
  wear();
  // A phone that turns dark in the evening, while a client books.
  if (isPublic) isDark.addEventListener('change', wear);

  // A cold browser takes 150 ms to wake its storage: time to fetch and read the app meanwhile.
  if (!isPublic && window.indexedDB && indexedDB.databases) {
    indexedDB.databases().catch(function () {});
  }

  // What the page will need is asked for together instead of one after the other as each file names
  // the next: for a client who books, and where somebody has worked before. The build has written
  // the names into the page.
  var names = document.currentScript.dataset;
  var files = '';
  if (/^(\/embed)?\/book\/[^/]+\/?$/.test(location.pathname)) files = names.book || '';
  if (!isPublic && read('daybook-accent')) {
    files = names.app || '';
    if (location.pathname === '/calendar') files += ' ' + (names.calendar || '');
  }
  files
    .split(' ')
    .filter(Boolean)
    .forEach(function (file) {
      var link = document.createElement('link');
      var isStyle = file.slice(-4) === '.css';
      link.rel = isStyle ? 'preload' : 'modulepreload';
      if (isStyle) link.as = 'style';
      link.crossOrigin = '';
      link.href = file;
      document.head.append(link);
    });

  // The colour of the business that was open last; a client's page has its own.
  if (!isPublic) {
    try {
      var accent = JSON.parse(read('daybook-accent') || 'null');
      var values = accent && accent[root.dataset.theme];
      for (var name in values) root.style.setProperty(name, values[name]);
    } catch {
      // The default accent is fine too.
    }
    // Only the professional's side can be installed.
    var manifest = document.createElement('link');
    manifest.rel = 'manifest';
    manifest.href = '/manifest.webmanifest';
    var touchIcon = document.createElement('link');
    touchIcon.rel = 'apple-touch-icon';
    touchIcon.href = '/icons/apple-touch-icon.png';
    document.head.append(manifest, touchIcon);
  }

  // A release that does not start must not leave people before a ring: offer a reload, and a repair
  // that throws away the cached app, never the data.
  setTimeout(function () {
    if (root.dataset.ready !== undefined) return;
    var note = document.createElement('div');
    note.className = 'boot-note';
    note.setAttribute('role', 'alert');
    note.textContent = 'This is taking longer than it should. ';
    var button = function (label, press) {
      var element = document.createElement('button');
      element.type = 'button';
      element.textContent = label;
      element.onclick = press;
      note.append(element);
    };
    button('Reload', function () {
      location.reload();
    });
    button('Repair the app (your data stays)', async function () {
      try {
        var workers = await navigator.serviceWorker.getRegistrations();
        await Promise.all(
          workers.map(function (worker) {
            return worker.unregister();
          }),
        );
        var names = await caches.keys();
        await Promise.all(
          names.map(function (name) {
            return caches.delete(name);
          }),
        );
      } finally {
        location.reload();
      }
    });
    document.body.prepend(note);
  }, 15000);
})();
