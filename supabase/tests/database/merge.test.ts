import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import { Device, newId, op, patch, put, rowOf, useDatabase } from './setup.ts';

const database = useDatabase();
let salon: Salon;
/** Two devices that have both seen everything. */
let here: Device;
let there: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `merge-${(slugs += 1)}`);
  here = new Device(database.db, salon.users.owner, salon.id);
  there = new Device(database.db, salon.users.front_desk, salon.id);
  await here.pull();
  await there.pull();
});

const minutesAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString();
const client = () => rowOf(database.db, 'clients', salon.client);
const openItems = (entityId: Uuid) =>
  database.db.sql<{ kind: string; mine: object; theirs: object }>(
    `select kind, mine, theirs from public.attention_items
     where entity_id = $1 and state = 'open' order by id`,
    [entityId],
  );

describe('the same field, changed by two', () => {
  test('an edit made long before it arrives steps back, and both values are kept', async () => {
    await there.push([patch('clients', salon.client, { note: 'theirs' })]);
    const { result } = await here.push([patch('clients', salon.client, { note: 'mine' })], {
      at: minutesAgo(20),
    });
    expect(result).toMatchObject({ status: 'conflict', code: 'stale_field' });
    expect(await client()).toMatchObject({ note: 'theirs' });
    expect(await openItems(salon.client)).toEqual([
      { kind: 'stale_field', mine: { note: 'mine' }, theirs: { note: 'theirs' } },
    ]);
  });

  test('a fresh edit wins by server order, and what it overwrote is kept', async () => {
    await there.push([patch('clients', salon.client, { note: 'theirs' })]);
    const { result, answer } = await here.push([patch('clients', salon.client, { note: 'mine' })]);
    expect(result).toMatchObject({ status: 'conflict', code: 'stale_field' });
    expect(await client()).toMatchObject({ note: 'mine' });
    expect(answer['tables'].attention_items).toMatchObject([
      {
        id: result['attention_id'],
        entity: 'clients',
        entity_id: salon.client,
        mine: { note: 'mine' },
        theirs: { note: 'theirs' },
        mutation_name: 'test.change',
        device_id: here.clientId,
        created_by: salon.users.owner,
        state: 'open',
      },
    ]);
  });

  test('fourteen minutes are fresh, sixteen are stale', async () => {
    await there.push([patch('clients', salon.client, { note: 'theirs' })]);
    await here.push([patch('clients', salon.client, { note: 'mine' })], { at: minutesAgo(14) });
    expect(await client()).toMatchObject({ note: 'mine' });
    await there.pull();
    await there.push([patch('clients', salon.client, { note: 'theirs again' })]);
    await here.push([patch('clients', salon.client, { note: 'mine again' })], {
      at: minutesAgo(16),
    });
    expect(await client()).toMatchObject({ note: 'theirs again' });
  });

  test('only the contested field of a stale edit steps back', async () => {
    await there.push([patch('clients', salon.client, { note: 'theirs' })]);
    await here.push([patch('clients', salon.client, { note: 'mine', pronouns: 'they' })], {
      at: minutesAgo(60),
    });
    expect(await client()).toMatchObject({ note: 'theirs', pronouns: 'they' });
  });

  test('a put over an existing row follows the same rule, field by field', async () => {
    await there.push([patch('clients', salon.client, { note: 'theirs' })]);
    await here.push(
      [put('clients', salon.client, { first_name: 'Clio', last_name: 'Reyes', note: 'mine' })],
      { at: minutesAgo(60) },
    );
    expect(await client()).toMatchObject({ first_name: 'Clio', note: 'theirs' });
  });

  test('nobody is asked about equal values, different fields, or one’s own earlier edits', async () => {
    await there.push([patch('clients', salon.client, { note: 'same' })]);
    const equal = await here.push([patch('clients', salon.client, { note: 'same' })]);
    const different = await here.push([patch('clients', salon.client, { pronouns: 'she' })]);
    const own = [
      await here.push([patch('clients', salon.client, { pronouns: 'they' })]),
      await here.push([patch('clients', salon.client, { pronouns: 'he' })], { at: minutesAgo(60) }),
    ];
    for (const { result } of [equal, different, ...own]) {
      expect(result).toMatchObject({ status: 'applied' });
    }
    expect(await client()).toMatchObject({ note: 'same', pronouns: 'he' });
    expect(await openItems(salon.client)).toEqual([]);
  });

  test('nobody is asked about what the device had seen', async () => {
    await there.push([patch('clients', salon.client, { note: 'theirs' })]);
    await here.pull();
    const { result } = await here.push([patch('clients', salon.client, { note: 'mine' })], {
      at: minutesAgo(60),
    });
    expect(result).toMatchObject({ status: 'applied' });
    expect(await client()).toMatchObject({ note: 'mine' });
  });

  test('a clock far ahead is taken for five minutes ahead', async () => {
    await here.push([patch('clients', salon.client, { note: 'x' })], {
      at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    const [logged] = await database.db.sql<{ ahead: number }>(
      `select extract(epoch from at - applied_at)::int as ahead from private.mutation_log
       where client_id = $1`,
      [here.clientId],
    );
    expect(logged!.ahead).toBeGreaterThan(290);
    expect(logged!.ahead).toBeLessThanOrEqual(300);
  });

  test('sets merge whatever the order', async () => {
    await there.push([op('clients', salon.client, 'add', { tags: 'theirs' })]);
    const { result } = await here.push([op('clients', salon.client, 'add', { tags: 'mine' })], {
      at: minutesAgo(60),
    });
    expect(result).toMatchObject({ status: 'applied' });
    expect(await client()).toMatchObject({ tags: ['theirs', 'mine'] });
  });
});

describe('edits of what is gone', () => {
  test('the edit is refused and kept for a person', async () => {
    const id = newId();
    await there.push([put('clients', id, { first_name: 'Brief' })]);
    await here.pull();
    await there.push([op('clients', id, 'delete', null)]);
    const { result, answer } = await here.push([patch('clients', id, { note: 'late' })]);
    expect(result).toMatchObject({ status: 'refused', code: 'deleted' });
    expect(answer['dead']).toMatchObject([['clients', id, expect.any(Number)]]);
    expect(await openItems(id)).toMatchObject([
      { kind: 'deleted', mine: { ops: [patch('clients', id, { note: 'late' })] } },
    ]);
  });

  test('a row the person may not reach is not called gone', async () => {
    const practitioner = new Device(database.db, salon.users.practitioner, salon.id);
    const { result } = await practitioner.push([
      patch('clients', salon.otherClient, { note: 'mine now' }),
    ]);
    expect(result).toMatchObject({ status: 'refused', code: 'not_allowed' });
  });
});

describe('two devices, one appointment', () => {
  const segmentOf = async (appointment: Uuid) => {
    const [row] = await database.db.sql<{ id: Uuid }>(
      'select id from public.appointment_segments where appointment_id = $1',
      [appointment],
    );
    return row!.id;
  };

  test('moved to different times offline: one time, the other one kept', async () => {
    const segment = await segmentOf(salon.visit);
    const [noon, two] = [at(FIRST_DAY, 12), at(FIRST_DAY, 14)];
    await there.push([patch('appointment_segments', segment, { starts_at: noon })], {
      at: minutesAgo(90),
    });
    const { result } = await here.push(
      [patch('appointment_segments', segment, { starts_at: two })],
      {
        at: minutesAgo(60),
      },
    );
    expect(result).toMatchObject({ status: 'conflict', code: 'stale_field' });
    expect(await rowOf(database.db, 'appointments', salon.visit)).toMatchObject({
      starts_at: noon,
      conflict: false,
    });
    expect(await openItems(segment)).toEqual([
      { kind: 'stale_field', mine: { starts_at: two }, theirs: { starts_at: noon } },
    ]);
  });

  test('a visit that happened outranks its cancellation and goes to review', async () => {
    await there.push([patch('appointments', salon.visit, { status: 'cancelled' })]);
    const { result } = await here.push(
      [patch('appointments', salon.visit, { status: 'completed' })],
      {
        at: minutesAgo(120),
      },
    );
    expect(result['status']).toBe('conflict');
    expect(await rowOf(database.db, 'appointments', salon.visit)).toMatchObject({
      status: 'completed',
    });
    expect((await openItems(salon.visit))[0]).toMatchObject({
      mine: { status: 'completed' },
      theirs: { status: 'cancelled' },
    });
  });

  test('an arrival at a cancelled appointment is refused with the row as it is', async () => {
    await there.push([patch('appointments', salon.visit, { status: 'cancelled' })]);
    const { result, answer } = await here.push([
      patch('appointments', salon.visit, { status: 'arrived' }),
    ]);
    expect(result).toMatchObject({
      status: 'refused',
      code: 'illegal_transition',
      field: 'status',
    });
    expect(answer['tables'].appointments).toMatchObject([{ status: 'cancelled' }]);
  });
});
