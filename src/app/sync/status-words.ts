import { DATE_SHORT, formatDate, formatTime } from '#domain/time/format.ts';
import type { SyncStatus } from '#sync/protocol.ts';

export type StatusTone = 'calm' | 'busy' | 'waiting' | 'attention' | 'trouble';

export type StatusWords = {
  tone: StatusTone;
  /** The chip. */
  short: string;
  /** A sentence that explains it, for the sheet. */
  long: string;
};

/** The device's clock and zone. */
export type Here = { nowMs: number; timeZone: string };

/** After so long a time of day alone would mislead. */
const DAY_MS = 20 * 3_600_000;

/**
 * The truth about sync in words. What a person has to do comes before what the machine is doing,
 * and nothing is called synced that is not.
 */
export const statusWords = (status: SyncStatus, { nowMs, timeZone }: Here): StatusWords => {
  const { pendingCount, attentionCount } = status;
  const waiting = pendingCount > 0 ? changes(pendingCount) : '';
  const words = (tone: StatusTone, short: string, long: string): StatusWords => ({
    tone,
    short,
    long,
  });
  switch (status.kind) {
    case 'needs-auth':
      return words('trouble', 'Sign in again', 'The server needs to know that it is you.');
    case 'access-lost':
      return words('trouble', 'No access', 'You no longer have access to this business.');
    case 'storage-broken':
      return words(
        'trouble',
        'Device storage fails',
        'The database on this device does not answer. Reload the page; if it stays, restart the browser.',
      );
    case 'upgrade-needed':
      return words(
        'trouble',
        'Reload to update',
        `This version is too old to sync. Reload to get the new one${waiting ? `; ${waiting} and will be sent then` : ''}.`,
      );
    case 'storage-full':
      return words(
        'attention',
        'Device is full',
        'Older months were removed from this device to make room. Nothing unsent was lost.',
      );
    default:
  }
  if (attentionCount > 0) {
    return words(
      'attention',
      `Needs attention (${attentionCount})`,
      attentionCount === 1 ? 'One thing needs your decision.' : 'Some things need your decision.',
    );
  }
  switch (status.kind) {
    case 'offline': {
      const isLong = nowMs - Date.parse(status.since) > DAY_MS;
      const since = isLong
        ? formatDate(status.since, { timeZone, parts: DATE_SHORT })
        : formatTime(status.since, { timeZone });
      const rest = waiting ? ` ${sentence(waiting)}.` : '';
      return status.portal
        ? words(
            'waiting',
            'Network sign-in needed',
            `This network wants you to sign in to it first. Open any web page, sign in there, and come back.${rest}`,
          )
        : words(
            'waiting',
            `Offline since ${since}`,
            `Everything works; it is sent when the connection is back.${rest}`,
          );
    }
    case 'waiting':
      return words(
        'waiting',
        waiting || 'Server is busy',
        'The server is there but has trouble at the moment. We keep trying.',
      );
    case 'stopped':
    case 'signed-out':
      return words('waiting', 'Sync is off', 'Sync has stopped on this device.');
    default:
  }
  if (status.coverage.kind === 'none') {
    return words('busy', 'Loading', 'Your data is being loaded to this device.');
  }
  if (waiting) return words('busy', waiting, `${sentence(waiting)} to be sent.`);
  return words('calm', 'Synced', 'Everything on this device is on the server too.');
};

const changes = (count: number): string =>
  count === 1 ? '1 change waiting' : `${count} changes waiting`;

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
