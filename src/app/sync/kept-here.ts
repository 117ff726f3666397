import { liveQuery } from 'dexie';
import type { DaybookDb } from '#db/open.ts';
import { showToast } from '#ui/toast.ts';
import { forgetKept, readKept, writeKept, type Kept } from './kept-mark.ts';

/**
 * Notices that the browser threw the database of this device away, before this start or under the open
 * page, and says what went with it. `begin` opens everything anew: what is on the screen is of the old one.
 */
export const watchKept = (db: DaybookDb, begin: () => void, until: AbortSignal): void => {
  if (until.aborted || db.isTrial) return;
  let mine: string | null = null;
  let isTaken = false;
  const compare = (now: Kept | null): void => {
    if (!now || isTaken || until.aborted) return;
    const before = readKept(db.name);
    writeKept(db.name, now);
    if (before && before.born !== now.born) tellLost(before.unsent);
    if (mine !== null && mine !== now.born) begin();
    mine = now.born;
  };
  const watching = liveQuery(async () => keptIn(db)).subscribe({
    next: compare,
    // Writes say it themselves when the storage fails.
    error: () => undefined,
  });
  const stopListening = db.onTrouble((trouble) => {
    if (trouble === 'closed') void keptIn(db).then(compare, () => undefined);
    // Another tab deletes it, because its person leaves, or changes it, and remembers it by itself.
    if (trouble === 'superseded') {
      isTaken = true;
      forgetKept((database) => database === db.name);
    }
  });
  until.addEventListener('abort', () => {
    watching.unsubscribe();
    stopListening();
  });
};

const keptIn = (db: DaybookDb): Promise<Kept | null> =>
  db.transaction('r', [db.meta, db.outbox, db.blobs], async () => {
    const born = await db.meta.get('born');
    if (born?.key !== 'born') return null;
    const changes = await db.outbox.count();
    const pictures = await db.blobs.where('state').equals('waiting').count();
    return { born: born.id, unsent: changes + pictures };
  });

const tellLost = (unsent: number): void => {
  const title = 'The browser deleted the data on this device';
  if (unsent === 0) {
    showToast({
      type: 'warning',
      title,
      description: 'Nothing is lost: all of it had been sent, and is being loaded again.',
    });
    return;
  }
  const lost =
    unsent === 1
      ? '1 change was not sent and is lost'
      : `${unsent} changes were not sent and are lost`;
  showToast({
    // Errors stay in the list of recent messages.
    type: 'error',
    title,
    description: `${lost}. All the rest is being loaded again.`,
  });
};
