const TOO_LONG_MS = 15_000;

/**
 * A release that does not start must not leave people before a ring: offer a reload, and a repair
 * that throws away the cached app, never the data.
 */
export const watchStart = (): void => {
  setTimeout(() => {
    if (document.documentElement.dataset['ready'] !== undefined) return;
    const note = document.createElement('div');
    note.className = 'boot-note';
    note.setAttribute('role', 'alert');
    note.textContent = 'This is taking longer than it should. ';
    note.append(
      button('Reload', () => location.reload()),
      button('Repair the app (your data stays)', () => void repair()),
    );
    document.body.prepend(note);
  }, TOO_LONG_MS);
};

const button = (label: string, press: () => void): HTMLElement => {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = label;
  element.onclick = press;
  return element;
};

const repair = async (): Promise<void> => {
  try {
    const workers = await navigator.serviceWorker.getRegistrations();
    await Promise.all(workers.map((worker) => worker.unregister()));
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
  } finally {
    location.reload();
  }
};
