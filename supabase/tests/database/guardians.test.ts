import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import { Device, insert, newId, op, patch, put, rowOf, useDatabase } from './setup.ts';
import { addVisit, visitOps, visitRows } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let owner: Device;
let tim: Uuid;
let slugs = 0;

/** Stands in every way to reach the guardian. */
const MARK = 'planted-guardian';

const deviceOf = (role: keyof Salon['users']) =>
  new Device(database.db, salon.users[role], salon.id);
const person = async (first_name: string, more: object = {}): Promise<Uuid> => {
  const id = newId();
  await insert(database.db, 'clients', { id, business_id: salon.id, first_name, ...more });
  return id;
};
const set = (id: Uuid, change: object) =>
  owner.push([patch('clients', id, { ...change })]).then(({ result }) => result);
const linkOf = async (id: Uuid) => {
  const row = await rowOf(database.db, 'clients', id);
  return [row['guardian_id'], row['guardian_receives']];
};
const mailTo = () =>
  database.db.sql<{ to_email: string; to_name: string; client: object }>(
    `select to_email, to_name, data -> 'client' as client from private.mail_outbox
     where business_id = $1 order by created_at, id`,
    [salon.id],
  );
const visitOf = async (client: Uuid, hour = 14): Promise<Uuid> => {
  const visit = visitRows(salon, salon.ann, at(FIRST_DAY, hour), {
    appointment: { client_id: client },
  });
  const { result } = await owner.push(visitOps(visit));
  expect(result['status']).toBe('applied');
  return visit.id;
};

beforeEach(async () => {
  salon = await makeSalon(database.db, `family-${(slugs += 1)}`);
  owner = deviceOf('owner');
  await owner.pull();
  tim = await person('Tim', { last_name: 'Okafor' });
});

describe('a link', () => {
  const refused = { status: 'refused', code: 'invalid', field: 'guardian_id' };

  test('is made and ended like any other field', async () => {
    expect(await set(tim, { guardian_id: salon.client })).toMatchObject({ status: 'applied' });
    expect(await linkOf(tim)).toEqual([salon.client, false]);
    await set(tim, { guardian_id: null });
    expect(await linkOf(tim)).toEqual([null, false]);
  });

  test('makes no chain and no circle, whichever side comes second', async () => {
    const ana = await person('Ana');
    await set(tim, { guardian_id: salon.client });
    expect(await set(ana, { guardian_id: tim })).toMatchObject(refused);
    expect(await set(salon.client, { guardian_id: ana })).toMatchObject(refused);
    expect(await set(salon.client, { guardian_id: tim })).toMatchObject(refused);
    expect(await set(ana, { guardian_id: ana })).toMatchObject(refused);
    expect(await set(ana, { guardian_id: newId() })).toMatchObject({ status: 'refused' });
    expect(await linkOf(tim)).toEqual([salon.client, false]);
  });

  test('is not made to somebody archived; one who was merged means the one who is left', async () => {
    const old = await person('Old', { status: 'archived' });
    expect(await set(tim, { guardian_id: old })).toMatchObject(refused);
    const twin = await person('Twin', { status: 'archived', merged_into: salon.client });
    expect(await set(tim, { guardian_id: twin })).toMatchObject({ status: 'applied' });
    expect(await linkOf(tim)).toEqual([salon.client, false]);
  });

  test('ends when the guardian is archived, erased or deleted', async () => {
    const ends: ((id: Uuid) => Promise<unknown>)[] = [
      (id) => set(id, { status: 'archived' }),
      (id) => set(id, { status: 'anonymised' }),
    ];
    for (const end of ends) {
      const guardian = await person('Grace');
      await set(tim, { guardian_id: guardian, guardian_receives: true });
      expect(await linkOf(tim)).toEqual([guardian, true]);
      await end(guardian);
      expect(await linkOf(tim)).toEqual([null, false]);
    }
    const guardian = await person('Grace');
    await set(tim, { guardian_id: guardian });
    await owner.push([op('clients', guardian, 'delete', null)]);
    expect((await linkOf(tim))[0]).toBeNull();
  });

  test('goes to the one who is left when the guardian is merged, from devices that did not know it', async () => {
    const twin = await person('Twin');
    await set(tim, { guardian_id: twin, guardian_receives: true });
    await set(twin, { status: 'archived', merged_into: salon.client });
    expect(await linkOf(tim)).toEqual([salon.client, true]);
    // … unless that one has a guardian.
    const other = await person('Other');
    const ana = await person('Ana', { guardian_id: other });
    await set(other, { status: 'archived', merged_into: tim });
    expect(await linkOf(ana)).toEqual([null, false]);
  });

  test('is erased with the dependant', async () => {
    await set(tim, { guardian_id: salon.client, guardian_receives: true });
    await set(tim, { status: 'anonymised' });
    expect(await linkOf(tim)).toEqual([null, false]);
    await set(tim, { guardian_id: salon.client });
    expect(await linkOf(tim)).toEqual([null, false]);
  });

  test('keeps a guardian who does not come themselves', async () => {
    const guardian = await person('Grace');
    const absent = async () => {
      const rows = await database.db.sql<{ client_id: Uuid }>(
        `select client_id from private.absent_clients($1, now() + interval '1 minute', null)`,
        [salon.id],
      );
      return rows.map(({ client_id }) => client_id).includes(guardian);
    };
    expect(await absent()).toBe(true);
    await set(tim, { guardian_id: guardian });
    expect(await absent()).toBe(false);
  });
});

describe('mails about somebody with a guardian', () => {
  let grace: Uuid;
  beforeEach(async () => {
    grace = await person('Grace', { last_name: 'Hopper', email: 'grace@mail.example' });
    await set(tim, { guardian_id: grace });
  });
  const own = 'tim@mail.example';

  test('go to the guardian, with a word whom they are about', async () => {
    await visitOf(tim);
    expect(await mailTo()).toMatchObject([
      {
        to_email: 'grace@mail.example',
        to_name: 'Grace Hopper',
        client: { first_name: 'Grace', dependant: 'Tim Okafor' },
      },
    ]);
  });

  test('go to their own address when they have one, unless the guardian is marked', async () => {
    await set(tim, { email: own });
    await visitOf(tim);
    const [mine] = await mailTo();
    expect(mine).toMatchObject({ to_email: own, to_name: 'Tim Okafor' });
    expect(mine?.client).not.toHaveProperty('dependant');
    await set(tim, { guardian_receives: true });
    await visitOf(tim, 16);
    expect((await mailTo()).at(-1)).toMatchObject({ to_email: 'grace@mail.example' });
  });

  test('go to their own address when the guardian has none, and nowhere when nobody has', async () => {
    await set(grace, { email: null });
    await visitOf(tim);
    expect(await mailTo()).toEqual([]);
    await set(tim, { email: own, guardian_receives: true });
    await visitOf(tim, 16);
    expect(await mailTo()).toMatchObject([{ to_email: own }]);
  });

  test('are gone with the guardian who is erased', async () => {
    await visitOf(tim);
    await set(grace, { status: 'anonymised' });
    expect(await mailTo()).toEqual([]);
  });

  test('are gone with the dependant who is erased', async () => {
    await visitOf(tim);
    await set(tim, { status: 'anonymised' });
    expect(await mailTo()).toEqual([]);
  });

  test('about a place on the waitlist go to the guardian as well', async () => {
    const [row] = await database.db.sql<{ client: object }>(
      `select private.client_mail_data(c, null) as client from public.clients c where c.id = $1`,
      [tim],
    );
    expect(row?.client).toEqual({
      id: grace,
      first_name: 'Grace',
      last_name: 'Hopper',
      email: 'grace@mail.example',
      dependant: 'Tim Okafor',
    });
  });

  test('about what was booked online go where the visitor says, and tell them nothing of a guardian', async () => {
    await set(tim, { email: own, guardian_receives: true });
    const typed = { first_name: 'T', last_name: 'O', email: own };
    const dataFor = async (person: object) => {
      const [row] = await database.db.sql<{ client: object }>(
        `select private.client_mail_data(c, $2::jsonb) as client from public.clients c
         where c.id = $1`,
        [tim, JSON.stringify(person)],
      );
      return row?.client;
    };
    expect(await dataFor(typed)).toEqual({ id: tim, ...typed });
    // Known by the phone alone: the mail goes to who answers for them, and no answer shows whom.
    expect(await dataFor({ first_name: 'T', last_name: 'O', email: null })).toMatchObject({
      email: 'grace@mail.example',
      dependant: 'T O',
    });
  });
});

describe('a practitioner', () => {
  let grace: Uuid;
  beforeEach(async () => {
    grace = await person(MARK, {
      email: `${MARK}@mail.example`,
      phone: '+17185559988',
      phone_raw: MARK,
    });
    await set(tim, { guardian_id: grace });
    await addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 15), {
      appointment: { client_id: tim },
    });
  });

  test('sees the dependant whom they serve, and nothing of the guardian but the id', async () => {
    const ann = deviceOf('practitioner');
    const told = await ann.pull();
    const clients = told['tables'].clients as { id: Uuid; guardian_id: Uuid }[];
    expect(clients.find(({ id }) => id === tim)?.guardian_id).toBe(grace);
    expect(clients.map(({ id }) => id)).not.toContain(grace);
    expect(JSON.stringify(told)).not.toContain(MARK);
  });

  test('links nobody to a client whom they do not see, whether there is one or not', async () => {
    const ann = deviceOf('practitioner');
    await ann.pull();
    const refused = { status: 'refused', code: 'not_allowed', field: 'guardian_id' };
    const fresh = newId();
    for (const guardian_id of [grace, newId()]) {
      const { result, answer } = await ann.push([
        put('clients', fresh, { first_name: 'New', guardian_id }),
      ]);
      expect(result).toMatchObject(refused);
      expect(JSON.stringify(answer)).not.toContain(MARK);
      const second = await ann.push([patch('clients', salon.client, { guardian_id })]);
      expect(second.result).toMatchObject(refused);
    }
    // What they do see they may link, and other fields of a linked client they may change.
    const linked = await ann.push([
      put('clients', fresh, { first_name: 'New', guardian_id: salon.client }),
    ]);
    expect(linked.result).toMatchObject({ status: 'applied' });
    const noted = await ann.push([patch('clients', tim, { note: 'Tea' })]);
    expect(noted.result).toMatchObject({ status: 'applied' });
    expect(await linkOf(tim)).toEqual([grace, false]);
  });
});
