import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * One session, many callers: whoever holds the turn has the session for itself until it is done.
 * PGlite is a single PostgreSQL session, so that two interleaved transactions would be one, and
 * the second caller's statements would run under the first caller's role.
 *
 * Work started by the holder (also indirectly) is let through at once; it would otherwise wait
 * for a turn that ends only when it has finished.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve();
  readonly #holder = new AsyncLocalStorage<{ over: boolean }>();

  isMine(): boolean {
    return this.#holder.getStore()?.over === false;
  }

  /** Waits for the turn and answers how to end it. */
  async take(): Promise<() => void> {
    let end: () => void = () => {};
    const before = this.#last;
    this.#last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }

  /** Runs with the turn held, so that everything below it counts as the holder. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isMine()) return work();
    const end = await this.take();
    const mark = { over: false };
    try {
      return await this.#holder.run(mark, work);
    } finally {
      mark.over = true;
      end();
    }
  }
}
