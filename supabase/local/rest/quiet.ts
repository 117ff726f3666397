import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import type { Log } from '#supabase/local/log.ts';

const current = new AsyncLocalStorage<Log>();
const wrappers = new WeakSet<typeof console.error>();

/**
 * @supabase/lite prints every error that a caller caused (a taken slot, a missing right) on the
 * console, where they bury the ones that somebody must look at. Inside `work` they go to our log
 * at debug level; what the rest of the process prints is untouched.
 */
export function quietly<T>(log: Log, work: () => Promise<T>): Promise<T> {
  wrapConsole();
  return current.run(log, work);
}

/** Looks again every time: others (a test's setup) may have put their own functions there. */
function wrapConsole(): void {
  for (const method of ['error', 'warn', 'info', 'log'] as const) {
    const print = console[method];
    if (wrappers.has(print)) continue;
    const wrapper = (...args: unknown[]) => {
      const log = current.getStore();
      if (log) log('debug', args.map((arg) => describe(arg)).join(' '));
      else print.apply(console, args);
    };
    wrappers.add(wrapper);
    console[method] = wrapper;
  }
}

function describe(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value);
}
