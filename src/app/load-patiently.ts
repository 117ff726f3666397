/**
 * A part of the app that must come, however bad the signal: where loading fails, it is tried again
 * each time the network comes back. Never rejects.
 */
export const loadPatiently = async <T>(load: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((done) => addEventListener('online', done, { once: true }));
    }
  }
};
