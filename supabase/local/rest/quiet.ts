import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '#supabase/local/log.ts';

const current = new AsyncLocalStorage<Log>();
let installed = false;

/**
 * @supabase/lite prints every error that a caller caused (a taken slot, a missing right) on the
 * console, where they bury the ones that somebody must look at. Inside `work` they go to our log
 * at debug level; what the rest of the process prints is untouched.
 */
export function quietly<T>(log: Log, work: () => Promise<T>): Promise<T> {
  install();
  return current.run(log, work);
}

function install(): void {
  if (installed) return;
  installed = true;
  for (const method of ['error', 'warn', 'info', 'log'] as const) {
    const print = console[method].bind(console);
    console[method] = (...args: unknown[]) => {
      const log = current.getStore();
      if (log) log('debug', args.map((arg) => describe(arg)).join(' '));
      else print(...args);
    };
  }
}

function describe(value: unknown): string {
  if (value instanceof Error) return value.stack ?? value.message;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
