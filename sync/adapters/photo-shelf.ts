/** The pictures of this device through Dexie. */
import { rowKey } from '#domain/commands/op.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import { isLostConnection, storageCode } from '#db/errors.ts';
import type { DaybookDb } from '#db/open.ts';
import type { BlobEntry } from '#db/schema.ts';
import { StorageError, type PhotoShelf } from '../ports.ts';

/** A picture whose row is gone may be wanted back by an undo; after a day nobody does. */
const ORPHAN_MIN = 24 * 60;

export const createPhotoShelf = (db: DaybookDb): PhotoShelf => {
  const guarded = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (storageCode(error) === 'storage_full') throw new StorageError('full', error);
      if (isLostConnection(error)) throw new StorageError('lost', error);
      throw error;
    }
  };
  const keysOf = (state: BlobEntry['state']): Promise<Uuid[]> =>
    db.blobs.where('state').equals(state).primaryKeys();

  /** The server has seen the row as it is here: only then does it judge the picture rightly. */
  const isSettled = async (id: Uuid): Promise<boolean> =>
    (await db.shadows.get(rowKey('client_photos', id))) === undefined;

  return {
    next: (now) =>
      guarded(async () => {
        for (const id of [...(await keysOf('trash')), ...(await keysOf('waiting'))]) {
          const entry = await db.blobs.get(id);
          if (!entry || entry.due_at > now || !(await isSettled(id))) continue;
          const row = await db.rows('client_photos').get(id);
          if (entry.state === 'waiting' && entry.data && row) {
            const { data, media_type: mediaType, tries } = entry;
            return { kind: 'upload', id, data, mediaType, tries };
          }
          if (entry.state === 'trash' && !row) return { kind: 'remove', id, tries: entry.tries };
          if (entry.state === 'trash') await takeBack(entry, row?.stored_at ?? null);
        }
        return null;
      }),
    settle: (id) =>
      guarded(async () => void (await db.blobs.update(id, { state: 'here', error: null }))),
    postpone: (id, dueAt, tries) =>
      guarded(async () => void (await db.blobs.update(id, { due_at: dueAt, tries }))),
    fail: (id, code) =>
      guarded(async () => void (await db.blobs.update(id, { state: 'failed', error: code }))),
    drop: (id) =>
      guarded(() =>
        db.transaction('rw', db.blobs, async () => {
          const entry = await db.blobs.get(id);
          // Taken back while it was being removed: it goes up again.
          if (entry?.data && entry.state !== 'trash')
            await db.blobs.update(id, { state: 'waiting' });
          else await db.blobs.delete(id);
        }),
      ),
    keep: (id, picture, now) =>
      guarded(() =>
        db.transaction('rw', [db.blobs, db.rows('client_photos')], async () => {
          if (!(await db.rows('client_photos').get(id)) || (await db.blobs.get(id))) return;
          await db.blobs.put(entryOf(id, picture, now));
        }),
      ),
    sweep: (now) =>
      guarded(() =>
        db.transaction('rw', [db.blobs, db.rows('client_photos')], async () => {
          const ids = [
            ...(await keysOf('here')),
            ...(await keysOf('waiting')),
            ...(await keysOf('failed')),
          ];
          if (ids.length === 0) return;
          const rows = await db.rows('client_photos').bulkGet(ids);
          for (const id of ids.filter((_, place) => !rows[place])) {
            const entry = await db.blobs.get(id);
            const isOurs = entry?.state !== 'here' && entry !== undefined;
            if (!isOurs || addMinutes(entry.created_at, ORPHAN_MIN) < now)
              await db.blobs.delete(id);
          }
        }),
      ),
    makeRoom: () =>
      guarded(async () => (await db.blobs.where('state').equals('here').delete()) > 0),
    countWaiting: () => guarded(() => db.blobs.where('state').equals('waiting').count()),
  };

  /** The deletion did not come to pass. */
  async function takeBack(entry: BlobEntry, storedAt: Instant | null): Promise<void> {
    if (entry.data === null) await db.blobs.delete(entry.id);
    else await db.blobs.update(entry.id, { state: storedAt === null ? 'waiting' : 'here' });
  }
};

const entryOf = (
  id: Uuid,
  { data, mediaType }: { data: ArrayBuffer; mediaType: string },
  now: Instant,
): BlobEntry => ({
  v: 1,
  id,
  state: 'here',
  media_type: mediaType,
  data,
  created_at: now,
  due_at: now,
  tries: 0,
  error: null,
});
