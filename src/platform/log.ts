import { createStore, get, update } from 'idb-keyval';
import type { UseStore } from 'idb-keyval';
import { redact } from './redact.ts';

/** error = a developer must look; info = the state changed; debug = the rest. */
export type LogLevel = 'error' | 'info' | 'debug';
export type LogLine = { at: string; level: LogLevel; message: string; facts: string };

/** Kept lines: enough for the last hours, small enough to copy into a mail. */
const MAX_LINES = 400;
/** Writing waits this long for more, so that a burst is one write. */
const FLUSH_MS = 1_000;

/** Not written yet, or not writable: then they live as long as the page. */
let unsaved: LogLine[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let store: UseStore | undefined;

/** Writes a line into the ring buffer on this device. Nothing leaves it unless a person copies a report. */
export const log = (level: LogLevel, message: string, facts: object = {}): void => {
  const line = {
    at: new Date().toISOString(),
    level,
    message: redact(message),
    facts: printable(facts),
  };
  unsaved = [...unsaved, line].slice(-MAX_LINES);
  if (import.meta.env.DEV && level !== 'debug') {
    console[level === 'error' ? 'error' : 'info'](`[daybook] ${message}`, facts);
  }
  timer ??= setTimeout(() => void flush(), FLUSH_MS);
};

/** An exception with everything that helps to find it. */
export const logError = (message: string, error: unknown, facts: object = {}): void =>
  log('error', message, { ...facts, ...describeError(error) });

/** The newest lines of all tabs, oldest first, those of earlier visits included. */
export const recentLog = async (): Promise<readonly LogLine[]> => {
  await flush();
  const saved = await read();
  return [...saved, ...unsaved];
};

/** Catches what nobody caught, and writes waiting lines before the page goes. */
export const installLog = (target: Window): void => {
  target.addEventListener('error', ({ error, message }) => {
    logError('Uncaught error', error ?? message);
  });
  target.addEventListener('unhandledrejection', ({ reason }) => {
    logError('Unhandled rejection', reason);
  });
  target.addEventListener('pagehide', () => void flush());
};

const describeError = (error: unknown): object => {
  if (!(error instanceof Error)) return { error };
  const { name, message, stack, cause } = error;
  return {
    name,
    error: message,
    stack: stack?.split('\n').slice(1, 12).join('\n'),
    ...(cause === undefined
      ? {}
      : { cause: cause instanceof Error ? cause.message : 'not an Error' }),
  };
};

const printable = (facts: object): string => {
  try {
    const text = JSON.stringify(facts, (_, value: unknown) =>
      typeof value === 'string' ? redact(value) : value,
    );
    return text === '{}' ? '' : text.slice(0, 4_000);
  } catch {
    return '[not printable]';
  }
};

const logStore = (): UseStore => (store ??= createStore('daybook-log', 'lines'));

const read = async (): Promise<readonly LogLine[]> => {
  try {
    return (await get<LogLine[]>('lines', logStore())) ?? [];
  } catch {
    return [];
  }
};

/** One transaction adds our lines to those of the other tabs. */
const flush = async (): Promise<void> => {
  clearTimeout(timer);
  timer = undefined;
  const batch = unsaved;
  if (batch.length === 0) return;
  unsaved = [];
  try {
    await update<LogLine[]>(
      'lines',
      (kept = []) => [...kept, ...batch].slice(-MAX_LINES),
      logStore(),
    );
  } catch {
    // A log must never be the reason why something fails.
    unsaved = [...batch, ...unsaved].slice(-MAX_LINES);
  }
};
