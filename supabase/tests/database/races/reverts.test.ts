import pg from 'pg';
import { expect, test } from 'vitest';
import { newId, put, rpc, signedIn } from '../setup.ts';
import { makeSalon, type Salon } from '../salon.ts';
import { mutation, statusOf, useStage } from './stage.ts';

/**
 * The locks that everything stands on, taken away on purpose: each time somebody has to notice. What
 * the tests beside this one prove, they prove because of these. (Policies: permissions/policy-mutants.)
 */
const theatre = useStage(4);
let salons = 0;

/** Runs something with parts of functions replaced; as it was afterwards. */
const withChanged = async <T>(
  changes: [signature: string, from: string, to: string][],
  run: () => Promise<T>,
): Promise<T> => {
  const { db } = theatre.stage;
  const originals: string[] = [];
  for (const [signature, from, to] of changes) {
    const [row] = await db.sql<{ text: string }>(
      'select pg_get_functiondef($1::regprocedure) as text',
      [signature],
    );
    expect(row!.text).toContain(from);
    originals.push(row!.text);
    await db.exec(row!.text.replace(from, to));
  }
  try {
    return await run();
  } finally {
    for (const text of originals) await db.exec(text);
  }
};

/**
 * Of two that write at the same time the first one ends last, and a device pulls in between. Answers
 * the names of the rows that it has seen in the end.
 */
const seenOfTwo = async (salon: Salon): Promise<string[]> => {
  const { db, server } = theatre.stage;
  const pull = async (cursor: number, epoch: string | null) => {
    const args = { business_id: salon.id, client_id: newId(), cursor, epoch };
    const page = await rpc(db, signedIn(salon.users.owner), 'sync_pull', args);
    expect(page).toMatchObject({ ok: true });
    return page;
  };
  const start = await pull(0, null);
  const [slow, fast] = [new pg.Client(server.url), new pg.Client(server.url)];
  await Promise.all([slow.connect(), fast.connect()]);
  const write = (client: pg.Client, name: string) =>
    client.query('insert into public.clients (id, business_id, first_name) values ($1, $2, $3)', [
      newId(),
      salon.id,
      name,
    ]);
  await slow.query('begin');
  await write(slow, 'slow');
  let isDone = false;
  const other = write(fast, 'fast').then(() => (isDone = true));
  const pid = (fast as unknown as { processID: number }).processID;
  for (let waits = false; !waits && !isDone;) {
    const [row] = await db.sql<{ waits: boolean }>(
      `select wait_event_type = 'Lock' as waits from pg_stat_activity where pid = $1`,
      [pid],
    );
    waits = row!.waits;
  }
  const between = await pull(start['cursor'] as number, start['epoch'] as string);
  await slow.query('commit');
  await other;
  const after = await pull(between['cursor'] as number, start['epoch'] as string);
  await Promise.all([slow.end(), fast.end()]);
  return [between, after]
    .flatMap((page) => (page['tables'].clients ?? []) as { first_name: string }[])
    .map((row) => row.first_name)
    .toSorted();
};

test('a transaction that began first and ends last is pulled; numbers from a sequence lose it', async () => {
  const salon = await makeSalon(theatre.stage.db, `revert-${(salons += 1)}`);
  expect(await seenOfTwo(salon)).toEqual(['fast', 'slow']);
  await theatre.stage.db.exec(
    `create sequence private.unlocked; select setval('private.unlocked', 1000)`,
  );
  const lost = await withChanged(
    [
      [
        'private.next_rev(uuid)',
        'update private.business_clock c set rev = c.rev + 1\n    where c.business_id = business\n    returning c.rev into taken;',
        `perform 1; taken := nextval('private.unlocked');`,
      ],
      [
        'private.sync_head(uuid,uuid)',
        'select c.rev,',
        'select (select last_value from private.unlocked),',
      ],
    ],
    () => seenOfTwo(salon),
  );
  expect(lost).toEqual(['fast']);
});

const note = (salon: Salon, tag: string) => {
  const { stage } = theatre;
  const sent = mutation(1, [put('clients', newId(), { first_name: tag })]);
  return {
    once: () => stage.push(salon, [sent]),
    made: () =>
      stage.db.sql<{ n: number }>(
        'select count(*)::int as n from public.clients where business_id = $1 and first_name = $2',
        [salon.id, tag],
      ),
    sent,
  };
};

test('a mutation under a second name takes effect once; without the look into the log it does not', async () => {
  const salon = await makeSalon(theatre.stage.db, `revert-${(salons += 1)}`);
  const known = note(salon, 'Known');
  expect(statusOf(await known.once())).toBe('applied');
  expect((await known.once())['results']).toMatchObject([{ status: 'duplicate' }]);

  const forgotten = note(salon, 'Forgotten');
  await forgotten.once();
  const again = await withChanged(
    [
      [
        'private.logged_mutation(uuid,uuid,uuid,bigint,boolean)',
        'l.mutation_id = mutation;',
        'false;',
      ],
    ],
    forgotten.once,
  );
  // The key of the log is the floor: it is a fault then, never a second effect.
  expect(again['code'] ?? again['results']?.[0].status).not.toBe('duplicate');
  expect(await forgotten.made()).toEqual([{ n: 1 }]);
});

test('a row cannot point into another business; with a key that forgets the business it can', async () => {
  const { db } = theatre.stage;
  const [mine, theirs] = [
    await makeSalon(db, `revert-${(salons += 1)}`),
    await makeSalon(db, `revert-${(salons += 1)}`),
  ];
  // (An appointment's client has a second lock behind this one: private.client_staff.)
  const category = theirs.rows.service_categories;
  const point = () =>
    db
      .sql('update public.services set category_id = $1 where id = $2', [category, mine.service])
      .then(() => 'stored')
      .catch((error: { code?: string }) => error.code);
  expect(await point()).toBe('23503');
  const [key] = await db.sql<{ name: string; text: string }>(
    `select conname::text as name, pg_get_constraintdef(oid) as text from pg_constraint
     where conrelid = 'public.services'::regclass
       and confrelid = 'public.service_categories'::regclass`,
  );
  const replaceKey = (text: string) =>
    db.exec(`alter table public.services drop constraint ${key!.name};
      alter table public.services add constraint ${key!.name} ${text}`);
  await replaceKey('foreign key (category_id) references public.service_categories (id)');
  expect(await point()).toBe('stored');
  await db.sql('update public.services set category_id = null where id = $1', [mine.service]);
  await replaceKey(key!.text);
  expect(await point()).toBe('23503');
});
