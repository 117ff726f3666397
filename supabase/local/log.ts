import { inspect } from 'node:util';

/** error: a developer must look. info: the state changed. debug: the rest. */
export type LogLevel = 'error' | 'info' | 'debug';
export type Log = (level: LogLevel, message: string, detail?: unknown) => void;

/** Errors and news to stderr, so that stdout stays what a person reads. */
export function stderrLog(level: LogLevel, message: string, detail?: unknown): void {
  if (level === 'debug' && !process.env['DAYBOOK_DEBUG']) return;
  const text = detail === undefined ? message : `${message}: ${inspect(detail)}`;
  process.stderr.write(`${level === 'error' ? 'error ' : ''}${text}\n`);
}
