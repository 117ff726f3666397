import type { Locks } from '../ports.ts';

/** Web Locks: held by the browser, freed by it when a tab dies. */
export const createWebLocks = (manager: LockManager | undefined): Locks =>
  // Pages without a secure origin have none. Then every tab leads: slower, not wrong (SYN-51).
  manager === undefined
    ? { request: (_name, _options, hold) => hold(new AbortController().signal) }
    : locksOf(manager);

const locksOf = (manager: LockManager): Locks => ({
  request: async (name, { steal, signal }, hold) => {
    const lost = new AbortController();
    // The browser refuses `steal` together with `signal`; a stealing request never waits anyway.
    const options: LockOptions = steal ? { steal: true } : { signal };
    try {
      await manager.request(name, options, () => hold(lost.signal));
    } catch (error) {
      // AbortError: the waiting was called off, or somebody stole the lock while we held it.
      if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error;
      lost.abort();
    }
  },
});
