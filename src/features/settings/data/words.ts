import { messageFor } from '#app/messages.ts';
import type { AppError } from '#domain/errors/result.ts';
import type { NotHere } from '#domain/export/manifest.ts';
import { formatDate } from '#domain/time/format.ts';

const numbers = new Intl.NumberFormat('en-US');

export const rowsText = (count: number): string =>
  count === 1 ? '1 row' : `${numbers.format(count)} rows`;

export const progressText = (done: number, total: number): string =>
  `${numbers.format(Math.min(done, total))} of ${rowsText(total)}`;

/** As the downloads list of a browser says it. */
export const fileSize = (bytes: number): string =>
  bytes < 100_000
    ? `${numbers.format(Math.max(1, Math.round(bytes / 1000)))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** What only the server has, in a sentence; null = nothing. */
export const missingText = (notHere: NotHere, timeZone: string): string | null => {
  if (notHere.isComplete) return null;
  const from = notHere.loaded && formatDate(notHere.loaded.from, { timeZone });
  const parts = [
    from ? `appointments before ${from}` : null,
    notHere.clients ? `${numbers.format(notHere.clients)} clients` : null,
  ].filter(Boolean);
  if (parts.length === 0) return 'The first sync is not finished.';
  return `Only on the server so far: ${parts.join(' and ')}.`;
};

/** Pictures come to a device when somebody looks at them there. */
export const elsewhereText = (pictures: number): string =>
  pictures === 1
    ? 'One picture is not in it: this device does not have it. Look at it here once, then export again.'
    : `${numbers.format(pictures)} pictures are not in it: this device does not have them. README.txt names them. Look at them here once, then export again.`;

export const unsentText = (count: number): string | null => {
  if (count === 0) return null;
  return count === 1
    ? 'One change has not reached the server yet. It is in the file all the same.'
    : `${numbers.format(count)} changes have not reached the server yet. They are in the file all the same.`;
};

/** Why there is no file. */
export const failureText = (error: AppError): string => {
  if (error.code === 'storage_full') {
    return 'There is not enough room or memory for the file on this device. Free some space, close other apps and try again. Your data is unharmed.';
  }
  if (error.code === 'storage_failed') {
    return 'The data on this device could not be read to the end. Reload the app and try again; nothing is lost.';
  }
  return messageFor(error);
};
