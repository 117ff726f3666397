/** The pictures of this device through Dexie. */
import { rowKey } from '#domain/commands/op.ts';
import { readPicturePath } from '#domain/pictures/path.ts';
import { PICTURE_FIELDS } from '#domain/pictures/picture.ts';
import type { PictureTable } from '#domain/pictures/picture.ts';
import type { Instant, TableName, Uuid } from '#domain/rows.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import { isLostConnection, storageCode } from '#db/errors.ts';
import type { DaybookDb } from '#db/open.ts';
import type { BlobEntry } from '#db/schema.ts';
import { StorageError, type PictureName, type PictureShelf } from '../ports.ts';

/** A picture whose row is gone may be wanted back by an undo; after a day nobody does. */
const ORPHAN_MIN = 24 * 60;

export const createPictureShelf = (db: DaybookDb): PictureShelf => {
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

  return {
    next: (now) =>
      guarded(async () => {
        for (const id of [...(await keysOf('trash')), ...(await keysOf('waiting'))]) {
          const entry = await db.blobs.get(id);
          if (!entry || entry.due_at > now || !(await isSettled(db, entry))) continue;
          const row = await rowOf(db, entry);
          const name = nameOf(entry);
          if (entry.state === 'waiting' && entry.data && row) {
            const { data, media_type: mediaType, tries } = entry;
            return { kind: 'upload', ...name, data, mediaType, tries };
          }
          if (entry.state === 'trash' && !row)
            return { kind: 'remove', ...name, tries: entry.tries };
          if (entry.state === 'trash') await takeBack(entry, row?.storedAt ?? null);
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
    keep: ({ id, submission }, picture, now) =>
      guarded(() =>
        db.transaction('rw', ['_blobs', 'client_photos', 'form_submissions'], async () => {
          const isWanted = submission
            ? await db.rows('form_submissions').get(submission)
            : await db.rows('client_photos').get(id);
          if (!isWanted || (await db.blobs.get(id))) return;
          const named_by = submission
            ? ({ table: 'form_submissions', id: submission } as const)
            : undefined;
          await db.blobs.put({ ...entryOf(id, picture, now), ...(named_by && { named_by }) });
        }),
      ),
    sweep: (now) =>
      guarded(() =>
        db.transaction('rw', ['_blobs', ...ROW_TABLES], async () => {
          const ids = [
            ...(await keysOf('here')),
            ...(await keysOf('waiting')),
            ...(await keysOf('failed')),
          ];
          for (const id of await unspokenOf(db, ids)) await letGo(id, now);
        }),
      ),
    makeRoom: () =>
      guarded(async () => (await db.blobs.where('state').equals('here').delete()) > 0),
    countWaiting: () => guarded(() => db.blobs.where('state').equals('waiting').count()),
  };

  async function letGo(id: Uuid, now: Instant): Promise<void> {
    const entry = await db.blobs.get(id);
    if (!entry) return;
    if (entry.state !== 'here') {
      if (addMinutes(entry.created_at, ORPHAN_MIN) < now) await db.blobs.delete(id);
    } else if (entry.named_by && entry.named_by.table !== 'form_submissions') {
      // Somebody else replaced it, and may still take that back.
      await db.blobs.update(id, { state: 'trash', due_at: addMinutes(now, ORPHAN_MIN) });
    } else await db.blobs.delete(id);
  }

  /** The deletion did not come to pass. */
  async function takeBack(entry: BlobEntry, storedAt: Instant | null): Promise<void> {
    if (entry.data === null) await db.blobs.delete(entry.id);
    else await db.blobs.update(entry.id, { state: storedAt === null ? 'waiting' : 'here' });
  }
};

const NAMING = Object.keys(PICTURE_FIELDS) as PictureTable[];
/** Where the rows are that speak of pictures. */
const ROW_TABLES: readonly TableName[] = ['client_photos', 'form_submissions', ...NAMING];

/** Which of these no row speaks of. Asked often: the pictures themselves are not read for it. */
const unspokenOf = async (db: DaybookDb, ids: readonly Uuid[]): Promise<Uuid[]> => {
  if (ids.length === 0) return [];
  const photos = await db.rows('client_photos').bulkGet([...ids]);
  const filed = await filedHere(db);
  const kept = new Set(
    await db
      .rows('form_submissions')
      .where('id')
      .anyOf([...new Set(filed.values())])
      .primaryKeys(),
  );
  const others = ids.filter((id, place) => !photos[place] && !kept.has(filed.get(id) ?? ''));
  if (others.every((id) => filed.has(id))) return others;
  const named = new Set<Uuid | undefined>();
  for (const table of NAMING) {
    await db.table<Record<string, unknown>>(table).each((row) => {
      const path = row[PICTURE_FIELDS[table]];
      if (typeof path === 'string') named.add(readPicturePath(path)?.id);
    });
  }
  return others.filter((id) => !named.has(id));
};

/** The files of filled-in forms that are here, each with the submission that names it. */
const filedHere = async (db: DaybookDb): Promise<Map<Uuid, Uuid>> => {
  const filed = new Map<Uuid, Uuid>();
  await db.blobs
    .where('[named_by.table+named_by.id]')
    .between(['form_submissions', ''], ['form_submissions', '\uffff'])
    .eachPrimaryKey((id, { key }) => {
      filed.set(id, (key as [string, Uuid])[1]);
    });
  return filed;
};

/** What it is to the server. */
const nameOf = ({ id, named_by }: BlobEntry): PictureName => {
  if (!named_by) return { id, path: null };
  if (named_by.table === 'form_submissions') return { id, path: null, submission: named_by.id };
  return { id, path: named_by.path };
};

/** The server has seen the row as it is here: only then does it judge the picture rightly. */
const isSettled = async (db: DaybookDb, { id, named_by }: BlobEntry): Promise<boolean> => {
  const key = named_by ? rowKey(named_by.table, named_by.id) : rowKey('client_photos', id);
  return (await db.shadows.get(key)) === undefined;
};

/** What the row says that speaks of a picture; null = none does (any more). */
const rowOf = async (
  db: DaybookDb,
  { id, named_by }: BlobEntry,
): Promise<{ storedAt: Instant | null } | null> => {
  if (!named_by) {
    const photo = await db.rows('client_photos').get(id);
    return photo ? { storedAt: photo.stored_at } : null;
  }
  if (named_by.table === 'form_submissions') {
    // What it names is sealed: as long as it is there, it names this file.
    return (await db.rows('form_submissions').get(named_by.id)) ? { storedAt: null } : null;
  }
  const { table, id: rowId, path } = named_by;
  const row: Record<string, unknown> | undefined = await db.table(table).get(rowId);
  // Whether it is stored is not written down: it goes up once more, and is there already.
  return row?.[PICTURE_FIELDS[table]] === path ? { storedAt: null } : null;
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
