/**
 * The browser's LockManager as its specification describes it, as far as sync uses it: Node 20 has
 * none. It is as strict as browsers are, so that the adapter is held to their rules.
 */
type Callback = (lock: Lock | null) => Promise<unknown>;
type Request = { run: () => void };

export const createLockManager = (): LockManager => {
  const held = new Map<string, { breakIt: () => void }>();
  const queues = new Map<string, Request[]>();
  const abortError = () => new DOMException('The lock request was aborted', 'AbortError');

  const request = (name: string, options: LockOptions, callback: Callback): Promise<unknown> => {
    const { steal = false, signal } = options;
    if (steal && signal !== undefined) {
      return Promise.reject(new DOMException('steal with signal', 'NotSupportedError'));
    }
    if (signal?.aborted === true) return Promise.reject(abortError());
    return new Promise((resolve, reject) => {
      const run = () => {
        const holder = { breakIt: () => reject(abortError()) };
        held.set(name, holder);
        const end = (settle: () => void) => {
          settle();
          if (held.get(name) !== holder) return;
          held.delete(name);
          queues.get(name)?.shift()?.run();
        };
        void callback({ name, mode: 'exclusive' }).then(
          (value) => end(() => resolve(value)),
          (error: unknown) => end(() => reject(error as Error)),
        );
      };
      if (steal) {
        held.get(name)?.breakIt();
        run();
      } else if (held.has(name)) {
        const queue = queues.get(name) ?? [];
        queues.set(name, queue);
        const waiting = { run };
        queue.push(waiting);
        signal?.addEventListener('abort', () => {
          const index = queue.indexOf(waiting);
          if (index < 0) return;
          queue.splice(index, 1);
          reject(abortError());
        });
      } else run();
    });
  };
  return { request } as unknown as LockManager;
};
