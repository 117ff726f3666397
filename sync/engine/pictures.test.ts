import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { fileSubmission } from '#db/commands/form-submissions.ts';
import { createForm, publishForm } from '#db/commands/forms.ts';
import { addPhoto, deletePhoto } from '#db/commands/photos.ts';
import { setPicture } from '#db/commands/pictures.ts';
import { photoPlaces } from '#db/queries/photos.ts';
import { pictureOf } from '#db/queries/pictures.ts';
import { openSalon, TEST_NOW, valueOf } from '#db/test-rows.ts';
import { field, formFile } from '#domain/forms/form-cases.ts';
import { readPicturePath } from '#domain/pictures/path.ts';
import type { Reached } from '#db/crash-point.ts';
import { createDexieStore } from '../adapters/dexie-store.ts';
import { createPictureShelf } from '../adapters/picture-shelf.ts';
import type { RawReply } from '../core/failure.ts';
import { rawReply } from '../fakes/small-world.ts';
import type { PictureFiles } from '../ports.ts';
import type { Session } from '../protocol.ts';
import type { Deps } from './deps.ts';
import { createPictureKeeper } from './pictures.ts';
import { createRequests } from './requests.ts';
import { makeRoom } from './room.ts';

const MINUTE_MS = 60_000;
let db: DaybookDb;
let nowMs: number;
let bucket: Map<string, string>;
/** The next replies, instead of what the bucket would say. */
let replies: RawReply[];
let session: Session | null;
/** The files of filled-in forms that were brought or fetched. */
let named: { id: string; submission: string }[];
let died: Reached;

beforeEach(async () => {
  nowMs = Date.parse(TEST_NOW);
  db = await openSalon(() => nowMs);
  bucket = new Map();
  named = [];
  replies = [];
  session = { token: 'token', userId: db.userId, expiresAtMs: nowMs + 24 * 60 * MINUTE_MS };
  died = () => undefined;
});
afterEach(() => db.close());

const files: PictureFiles = {
  upload: async ({ id, submission, data }) => {
    if (submission) named.push({ id, submission });
    const planned = replies.shift();
    if (planned) return planned;
    if (bucket.has(id)) return rawReply(400, { statusCode: '409', error: 'Duplicate' });
    bucket.set(id, new TextDecoder().decode(data));
    return rawReply(200);
  },
  remove: async ({ id }) => {
    const planned = replies.shift();
    if (planned) return planned;
    bucket.delete(id);
    return rawReply(200, []);
  },
  download: async ({ id, submission }) => {
    if (submission) named.push({ id, submission });
    const planned = replies.shift();
    if (planned) return planned;
    const text = bucket.get(id);
    if (text === undefined) return rawReply(400, { statusCode: '404', error: 'not_found' });
    return { kind: 'file', data: new TextEncoder().encode(text).buffer, mediaType: 'image/webp' };
  },
};

const start = () => {
  const pictures = { shelf: createPictureShelf(db), files };
  const deps: Deps = {
    store: createDexieStore(db),
    remote: {
      call: () => Promise.reject(new Error('rows do not travel here')),
      subscribe: () => ({ setToken: () => undefined, close: () => undefined }),
    },
    sessions: { get: async () => session },
    pictures,
    clock: { nowMs: () => nowMs },
    timers: {
      after: (delayMs, run) => {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
    },
    random: { next: () => 0.5, newId: db.newId },
    log: () => undefined,
    reached: (point) => died(point),
  };
  const lead = { epoch: 0, lost: new AbortController().signal };
  const keeper = createPictureKeeper(deps, pictures, createRequests(deps));
  return { deps, lead, step: () => keeper.step(lead), fetch: keeper.fetch, isDue: keeper.isDue };
};

const add = async (text = 'picture'): Promise<string> => {
  const added = await addPhoto(db, 'cleo', {
    kind: 'before',
    pair_id: null,
    appointment_id: null,
    taken_at: TEST_NOW,
    consent: 'granted',
    media_type: 'image/webp',
    width: 10,
    height: 10,
    data: new TextEncoder().encode(text).buffer,
  });
  if (!added.ok) throw new Error(added.error.code);
  return added.value;
};
/** The server has judged everything that waited. */
const confirm = async (): Promise<void> => {
  await db.outbox.clear();
  await db.shadows.clear();
};
const sent = async (): Promise<string[]> => (await db.outbox.toArray()).map(({ name }) => name);
const stateOf = async (id: string) => (await db.blobs.get(id))?.state ?? null;

describe('a picture that was taken here', () => {
  it('goes up once its row is on the server, and tells the others', async () => {
    const id = await add();
    const { step } = start();
    expect(await step()).toBe('none');
    await confirm();
    expect(await step()).toBe('step');
    expect(bucket.get(id)).toBe('picture');
    expect(await stateOf(id)).toBe('here');
    expect(await sent()).toEqual(['photo.stored']);
    expect(await db.rows('client_photos').get(id)).toMatchObject({ stored_at: TEST_NOW });
    expect(await step()).toBe('none');
  });

  it('CP-20: is stored once when the device dies between upload and row', async () => {
    const id = await add();
    await confirm();
    died = (point) => {
      if (point === 'CP-20') throw new Error('died');
    };
    await expect(start().step()).rejects.toThrow('died');
    expect([bucket.size, await stateOf(id), await sent()]).toEqual([1, 'waiting', []]);
    died = () => undefined;
    expect(await start().step()).toBe('step');
    expect([bucket.size, await stateOf(id), await sent()]).toEqual([1, 'here', ['photo.stored']]);
  });

  it.each([
    ['no network', { kind: 'unreachable' }, { kind: 'failed-network', portal: false }],
    ['an old token', rawReply(401), { kind: 'failed-auth' }],
  ] as const)('%s: the engine waits and the picture stays', async (_, planned, expected) => {
    const id = await add();
    await confirm();
    replies = [planned];
    const { step } = start();
    expect(await step()).toEqual(expected);
    expect(await stateOf(id)).toBe('waiting');
    expect(await step()).toBe('step');
    expect(bucket.size).toBe(1);
  });

  it('a server that cannot take it now is asked later, and takes the others meanwhile', async () => {
    const [first, second] = [await add('one'), await add('two')];
    await confirm();
    replies = [rawReply(503)];
    const { step } = start();
    expect(await step()).toBe('step');
    expect(await step()).toBe('step');
    await confirm();
    expect(await step()).toBe('none');
    expect(bucket.size).toBe(1);
    nowMs += 5 * MINUTE_MS;
    expect(await step()).toBe('step');
    expect(new Set(bucket.keys())).toEqual(new Set([first, second]));
  });

  it('is kept and marked when the server will not have it', async () => {
    const id = await add();
    await confirm();
    replies = [rawReply(400, { statusCode: '403', error: 'Unauthorized' })];
    const { step } = start();
    expect(await step()).toBe('step');
    expect(await step()).toBe('none');
    expect((await photoPlaces(db)).failed).toEqual(new Set([id]));
    expect(await pictureOf(db, id)).not.toBeNull();
  });

  it('writes nothing once another worker leads', async () => {
    await add();
    await confirm();
    await db.meta.put({
      key: 'sync',
      v: 1,
      epoch: 'e',
      cursor: 1,
      whole_rev: 1,
      leader_epoch: 7,
      generation: 0,
      last_sync_at: null,
      last_digest_at: null,
    });
    await expect(start().step()).rejects.toThrow('another worker leads');
    expect(await sent()).toEqual([]);
  });
});

describe('a deleted photo', () => {
  it('leaves the server when undo is over, and not before the deletion is known there', async () => {
    const id = await add();
    await confirm();
    const { step } = start();
    await step();
    await confirm();
    await deletePhoto(db, id);
    nowMs += 10 * MINUTE_MS;
    expect(await step()).toBe('none');
    nowMs += 10 * MINUTE_MS;
    expect(await step()).toBe('none');
    await confirm();
    expect(await step()).toBe('step');
    expect([bucket.size, await stateOf(id)]).toEqual([0, null]);
  });

  it('is here again when the server did not let it be deleted', async () => {
    const id = await add();
    const row = await db.rows('client_photos').get(id);
    await deletePhoto(db, id);
    await confirm();
    await db.rows('client_photos').put(row!);
    nowMs += 20 * MINUTE_MS;
    await start().step();
    expect(await stateOf(id)).toBe('waiting');
  });
});

describe('a picture of another device', () => {
  const other = async (text: string | null): Promise<string> => {
    const id = await add();
    await confirm();
    await db.blobs.delete(id);
    await db.rows('client_photos').update(id, { stored_at: TEST_NOW });
    if (text !== null) bucket.set(id, text);
    return id;
  };

  it('comes when somebody looks at it and stays', async () => {
    const id = await other('theirs');
    const { fetch } = start();
    expect(await fetch(id)).toBe('here');
    const kept = await pictureOf(db, id);
    expect(new TextDecoder().decode(kept?.data)).toBe('theirs');
  });

  it('renews a refused token once', async () => {
    const id = await other('theirs');
    replies = [rawReply(401)];
    expect(await start().fetch(id)).toBe('here');
    replies = [rawReply(401), rawReply(401)];
    expect(await start().fetch(await other('two'))).toBe('failed');
  });

  it.each([
    ['offline', [{ kind: 'unreachable' }], 'offline'],
    ['gone from the server', [], 'missing'],
    ['the server is busy', [rawReply(503)], 'failed'],
  ] as const)('%s', async (_, planned, expected) => {
    const id = await other(null);
    replies = [...planned];
    expect(await start().fetch(id)).toBe(expected);
    expect(await db.blobs.get(id)).toBeUndefined();
  });

  it('leaves the device with its row: whoever may no longer look has nothing', async () => {
    const id = await other('theirs');
    const { fetch, isDue } = start();
    await fetch(id);
    await db.rows('client_photos').delete(id);
    await isDue();
    expect(await db.blobs.get(id)).toBeUndefined();
  });
});

describe('a file of a filled-in form', () => {
  const file = formFile(1, { media_type: 'application/pdf', name: 'X-ray.pdf' });
  /** Filled in on this device; answers the submission. */
  const fill = async (): Promise<string> => {
    const { id } = valueOf(
      await createForm(db, {
        name: 'Health',
        kind: 'intake',
        fields: [field('q1', 'file', { required: true })],
        public_link_on: false,
        wanted: 'manual',
        offset_min: null,
        service_ids: [],
        frequency: 'every_visit',
        every_months: 12,
        enforce: 'none',
        countersign: false,
      }),
    );
    valueOf(await publishForm(db, id));
    const [version] = await db.rows('form_versions').where('form_id').equals(id).toArray();
    return valueOf(
      await fileSubmission(db, {
        versionId: version!.id,
        clientId: 'cleo',
        appointmentId: null,
        answers: { q1: [file] },
        files: new Map([[file.id, new TextEncoder().encode('%PDF-').buffer]]),
      }),
    );
  };

  it('goes up once its submission is on the server; there is nothing more to tell', async () => {
    const submission = await fill();
    const { step } = start();
    expect(await step()).toBe('none');
    await confirm();
    expect(await step()).toBe('step');
    expect(named).toEqual([{ id: file.id, submission }]);
    expect([bucket.get(file.id), await stateOf(file.id), await sent()]).toEqual([
      '%PDF-',
      'here',
      [],
    ]);
    expect(await step()).toBe('none');
  });

  it('comes to another device when somebody looks at it, and goes with its submission', async () => {
    const submission = await fill();
    await confirm();
    await db.blobs.delete(file.id);
    bucket.set(file.id, 'theirs');
    const { fetch, isDue } = start();
    expect(await fetch(file.id, submission)).toBe('here');
    expect(named).toEqual([{ id: file.id, submission }]);
    await isDue();
    expect(await stateOf(file.id)).toBe('here');
    await db.rows('form_submissions').delete(submission);
    await isDue();
    expect(await db.blobs.get(file.id)).toBeUndefined();
  });

  it('waits for a day when its submission is gone before it was stored', async () => {
    const submission = await fill();
    await confirm();
    await db.rows('form_submissions').delete(submission);
    const { isDue, step } = start();
    await isDue();
    expect([await step(), await stateOf(file.id)]).toEqual(['none', 'waiting']);
    nowMs += 25 * 60 * MINUTE_MS;
    await isDue();
    expect(await stateOf(file.id)).toBeNull();
  });
});

describe('a picture that everybody may see', () => {
  const ANA = { table: 'staff', id: 'ana' } as const;
  const set = async (
    text: string | null,
  ): Promise<{ id: string; undo: () => Promise<unknown> }> => {
    const data = text === null ? null : new TextEncoder().encode(text).buffer;
    const done = await setPicture(
      db,
      ANA,
      data && { data, mediaType: 'image/webp', width: 512, height: 512 },
    );
    if (!done.ok) throw new Error(done.error.code);
    const ana = await db.rows('staff').get('ana');
    return { id: readPicturePath(ana?.photo_path ?? null)?.id ?? '', undo: done.value.undo };
  };
  /** Somebody else's change of the row has come. */
  const name = async (path: string | null): Promise<void> =>
    void (await db.rows('staff').update('ana', { photo_path: path }));

  it('goes up once its row is on the server; there is nothing more to tell', async () => {
    const { id } = await set('face');
    const { step } = start();
    expect(await step()).toBe('none');
    await confirm();
    expect(await step()).toBe('step');
    expect([bucket.get(id), await stateOf(id), await sent()]).toEqual(['face', 'here', []]);
    expect(await step()).toBe('none');
  });

  it('leaves the server when another one has taken its place and undo is over', async () => {
    const first = await set('one');
    await confirm();
    const { step } = start();
    await step();
    const second = await set('two');
    await confirm();
    expect(await step()).toBe('step');
    expect([...bucket.keys()]).toEqual([first.id, second.id]);
    nowMs += 20 * MINUTE_MS;
    expect(await step()).toBe('step');
    expect([...bucket.keys()]).toEqual([second.id]);
    expect(await stateOf(first.id)).toBeNull();
  });

  it('stays when its removal is undone, or was not let pass', async () => {
    const { id } = await set('face');
    const path = (await db.rows('staff').get('ana'))!.photo_path;
    await confirm();
    const { step } = start();
    await step();
    await (await set(null)).undo();
    await confirm();
    nowMs += 20 * MINUTE_MS;
    expect(await step()).toBe('none');
    await set(null);
    await confirm();
    await name(path);
    nowMs += 20 * MINUTE_MS;
    await step();
    await step();
    expect([[...bucket.keys()], await stateOf(id)]).toEqual([[id], 'here']);
  });

  it('that a colleague replaced leaves the server a day later, unless they take that back', async () => {
    const { id } = await set('face');
    const path = (await db.rows('staff').get('ana'))!.photo_path;
    await confirm();
    const { step, isDue } = start();
    await step();
    await name(null);
    expect(await isDue()).toBe(false);
    await name(path);
    nowMs += 25 * 60 * MINUTE_MS;
    await isDue();
    await step();
    expect([bucket.has(id), await stateOf(id)]).toEqual([true, 'here']);
    await name(null);
    await isDue();
    nowMs += 25 * 60 * MINUTE_MS;
    expect(await isDue()).toBe(true);
    expect(await step()).toBe('step');
    expect([bucket.has(id), await stateOf(id)]).toEqual([false, null]);
  });

  it('that the server will not have stays here, marked', async () => {
    const { id } = await set('face');
    await confirm();
    replies = [rawReply(400, { statusCode: '403', error: 'Unauthorized' })];
    await start().step();
    expect(await pictureOf(db, id)).toMatchObject({ state: 'failed' });
  });
});

it('a picture that was never stored outlives its row by a day', async () => {
  const id = await add();
  await confirm();
  await db.rows('client_photos').delete(id);
  const { isDue } = start();
  await isDue();
  expect(await stateOf(id)).toBe('waiting');
  nowMs += 25 * 60 * MINUTE_MS;
  await isDue();
  expect(await stateOf(id)).toBeNull();
});

it('[SYN-46] copies go first when room is short, and nothing that waits', async () => {
  const [stored, waiting] = [await add('one'), await add('two')];
  await confirm();
  await db.blobs.update(stored, { state: 'here' });
  const { deps, lead } = start();
  expect(await makeRoom(deps, lead)).toBe(true);
  expect([await stateOf(stored), await stateOf(waiting)]).toEqual([null, 'waiting']);
});
