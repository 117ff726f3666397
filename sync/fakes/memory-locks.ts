/** Web Locks in memory: one queue per name, stealing included. */
import type { Locks } from '../ports.ts';

type Waiter = { grant: () => void };

export const createMemoryLocks = (): Locks => {
  const holders = new Map<string, { steal: () => void }>();
  const queues = new Map<string, Waiter[]>();

  const next = (name: string): void => {
    const waiter = queues.get(name)?.shift();
    if (waiter !== undefined) waiter.grant();
  };

  const take = async (name: string, hold: (lost: AbortSignal) => Promise<void>): Promise<void> => {
    const lost = new AbortController();
    const holder = { steal: () => lost.abort() };
    holders.set(name, holder);
    const stolen = new Promise<void>((resolve) => {
      lost.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    // A stolen lock is gone for its holder, whatever the holder still does.
    await Promise.race([hold(lost.signal), stolen]);
    if (holders.get(name) !== holder) return;
    holders.delete(name);
    next(name);
  };

  return {
    request: async (name, { steal, signal }, hold) => {
      if (signal.aborted) return;
      if (steal) {
        holders.get(name)?.steal();
        await take(name, hold);
        return;
      }
      if (holders.has(name)) {
        const queue = queues.get(name) ?? [];
        queues.set(name, queue);
        const granted = await new Promise<boolean>((resolve) => {
          const waiter = { grant: () => resolve(true) };
          queue.push(waiter);
          signal.addEventListener('abort', () => {
            const index = queue.indexOf(waiter);
            if (index >= 0) queue.splice(index, 1);
            resolve(false);
          });
        });
        if (!granted) return;
      }
      await take(name, hold);
    },
  };
};
