import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#supabase/local/database/caller.ts';
import type { Row, Sql } from '#supabase/local/database/database.ts';
import { picturePath } from '#domain/pictures/picture.ts';
import type { TableName, Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import { BOOT_TIMEOUT_MS } from '#tests/harness/database-image.ts';
import { Device, insert, newId, patch, put, rowOf, signedIn, useDatabase } from './setup.ts';
import { undone } from './undone.ts';
import { addVisit, sentValue, visitOps, visitRows } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let other: Salon;

beforeAll(async () => {
  salon = await makeSalon(database.db, 'rls-a');
  other = await makeSalon(database.db, 'rls-b');
}, BOOT_TIMEOUT_MS);

/** `1 row`, `0 rows`, or the SQLSTATE of the refusal. Nothing is kept. */
const attempt = async (caller: Caller, run: (sql: Sql) => Promise<Row[]>): Promise<string> => {
  const rows = await undone((work) => database.db.as(caller, work), run).catch(
    (error: Error & { code?: string }) => error.code ?? error.message,
  );
  return typeof rows === 'string' ? rows : rows.length === 1 ? '1 row' : `${rows.length} rows`;
};

const DENIED = '42501';

describe('own things of a practitioner', () => {
  const sees = async (user: string, table: TableName) =>
    (
      await database.db.as(signedIn(user), (sql) =>
        sql<{ id: string }>(`select id from public.${table} order by id`),
      )
    ).map((row) => row.id);

  test('the calendar holds what they do, with the clients they do it for', async () => {
    const user = salon.users.practitioner;
    expect(await sees(user, 'appointments')).toEqual([salon.visit]);
    expect(await sees(user, 'clients')).toEqual([salon.client]);
    expect(await sees(user, 'appointment_segments')).toHaveLength(1);
  });

  test('an appointment shared with a colleague is seen whole', async () => {
    const shared = await addVisit(database.db, salon, salon.ben, at(FIRST_DAY + 1, 14));
    expect(await sees(salon.users.practitioner, 'appointments')).not.toContain(shared.id);
    await insert(database.db, 'appointment_segments', {
      ...(await rowOf(database.db, 'appointment_segments', shared.segment)),
      id: newId(),
      staff_id: salon.ann,
      position: 1,
      starts_at: at(FIRST_DAY + 1, 15),
    });
    expect(await sees(salon.users.practitioner, 'appointments')).toContain(shared.id);
    expect(await sees(salon.users.practitioner, 'appointment_segments')).toHaveLength(3);
    await database.db.sql('delete from public.appointments where id = $1', [shared.id]);
  });

  test('they move their own part, but neither hand it on nor touch a colleague’s', async () => {
    const [own] = await database.db.sql<{ id: string }>(
      'select id from public.appointment_segments where appointment_id = $1',
      [salon.visit],
    );
    const user = signedIn(salon.users.practitioner);
    const set = (change: string, id: string) =>
      attempt(user, (sql) =>
        sql(`update public.appointment_segments set ${change} where id = $1 returning id`, [id]),
      );
    expect(await set('duration_min = 45', own!.id)).toBe('1 row');
    expect(await set(`staff_id = '${salon.ben}'`, own!.id)).toBe(DENIED);
    expect(await set('duration_min = 45', salon.rows.appointment_segments)).toBe('0 rows');
  });

  test('from their device they book for a new client of their own, not for a colleague', async () => {
    const device = new Device(database.db, salon.users.practitioner, salon.id);
    await device.pull();
    const ops = (staff: string, startsAt: string) => {
      const client = newId();
      const visit = visitRows(salon, staff, startsAt, { appointment: { client_id: client } });
      return [put('clients', client, { first_name: 'New' }), ...visitOps(visit)];
    };
    const own = await device.push(ops(salon.ann, at(FIRST_DAY + 3, 9)));
    expect(own.result).toMatchObject({ status: 'applied' });
    expect(Object.keys(own.answer['tables']).toSorted()).toEqual([
      'appointment_segments',
      'appointments',
      'clients',
    ]);
    expect(own.answer['dead']).toEqual([]);
    const foreign = await device.push(ops(salon.ben, at(FIRST_DAY + 3, 9)));
    expect(foreign.result).toMatchObject({ status: 'refused', code: 'not_allowed' });
  });

  test('an id alone opens nothing: no part in a colleague’s appointment, no visit of a client unseen', async () => {
    const device = new Device(database.db, salon.users.practitioner, salon.id);
    const { id, appointment, segment } = visitRows(salon, salon.ann, at(FIRST_DAY + 4, 9));
    const part = { ...sentValue(segment), appointment_id: salon.otherVisit };
    const [own] = await database.db.sql<{ id: string }>(
      'select id from public.appointment_segments where appointment_id = $1',
      [salon.visit],
    );
    for (const ops of [
      [put('appointment_segments', segment.id, part)],
      [patch('appointment_segments', own!.id, { appointment_id: salon.otherVisit })],
      [put('appointments', id, { ...sentValue(appointment), client_id: salon.otherClient })],
      [patch('appointments', salon.visit, { client_id: salon.otherClient })],
    ]) {
      const { result } = await device.push(ops);
      expect(result).toMatchObject({ status: 'refused', code: 'not_allowed' });
    }
    expect(await sees(salon.users.practitioner, 'appointments')).toEqual(
      expect.not.arrayContaining([salon.otherVisit]),
    );
    expect(await sees(salon.users.practitioner, 'clients')).not.toContain(salon.otherClient);
  });

  test('a client who became a colleague’s stays with the appointment that they had', async () => {
    await database.db.sql(
      `update public.memberships set custom_permissions = '{"clients.view":"none"}'
       where business_id = $1 and role = 'practitioner'`,
      [salon.id],
    );
    const device = new Device(database.db, salon.users.practitioner, salon.id);
    const { result } = await device.push([
      patch('appointments', salon.visit, { staff_note: 'on time' }),
    ]);
    expect(result).toMatchObject({ status: 'applied' });
    await database.db.sql(
      `update public.memberships set custom_permissions = '{}' where business_id = $1`,
      [salon.id],
    );
  });

  test('their own picture is theirs to change from their device, and nothing else of a profile', async () => {
    const device = new Device(database.db, salon.users.practitioner, salon.id);
    await device.pull();
    const path = (table: 'staff' | 'services') =>
      picturePath(salon.id, table, { id: newId(), width: 8, height: 8 });
    const [mine, next] = [path('staff'), path('staff')];
    const set = async (id: string, change: object) =>
      (await device.push([patch('staff', id, { ...change })])).result;
    expect(await set(salon.ann, { photo_path: mine })).toMatchObject({ status: 'applied' });
    const refused = { status: 'refused', code: 'not_allowed' };
    expect(await set(salon.ann, { display_name: 'Anna' })).toMatchObject(refused);
    expect(await set(salon.ann, { photo_path: next, online_visible: false })).toMatchObject(
      refused,
    );
    expect(await set(salon.ben, { photo_path: next })).toMatchObject(refused);
    expect(await rowOf(database.db, 'staff', salon.ann)).toMatchObject({ photo_path: mine });
    expect(await set(salon.ann, { photo_path: null })).toMatchObject({ status: 'applied' });
  });

  test('their own time off is a request, approving it is not theirs', async () => {
    const user = signedIn(salon.users.practitioner);
    const ask = (staff: string, status: string) =>
      attempt(user, async (sql) => {
        await sql(
          `insert into public.time_off (id, business_id, staff_id, starts_at, ends_at, status)
           values ($1, $2, $3, $4, $5, $6)`,
          [newId(), salon.id, staff, at(50, 9), at(51, 9), status],
        );
        return [{}];
      });
    expect(await ask(salon.ann, 'requested')).toBe('1 row');
    expect(await ask(salon.ann, 'approved')).toBe(DENIED);
    expect(await ask(salon.ben, 'requested')).toBe(DENIED);
  });
});

describe('custom permissions', () => {
  const withPermissions = async (custom: object, check: () => Promise<void>) => {
    const set = (value: object) =>
      database.db.sql(
        `update public.memberships set custom_permissions = $1::jsonb
         where business_id = $2 and role = 'front_desk'`,
        [JSON.stringify(value), salon.id],
      );
    await set(custom);
    await check();
    await set({});
  };
  const desk = (query: string) =>
    attempt(signedIn(salon.users.front_desk), (sql) => sql(query, [salon.client]));

  test('take away and give', async () => {
    const look = 'select id from public.clients where id = $1';
    const rename = `update public.services set name = name where business_id =
      (select business_id from public.clients where id = $1) returning id`;
    expect([await desk(look), await desk(rename)]).toEqual(['1 row', '0 rows']);
    await withPermissions({ 'clients.view': 'none', services: 'all' }, async () => {
      expect(await desk(look)).toBe('0 rows');
      expect(
        await attempt(signedIn(salon.users.front_desk), (sql) =>
          sql('update public.services set name = name where id = $1 returning id', [salon.service]),
        ),
      ).toBe('1 row');
    });
  });

  test('a row with contact data needs the contact permission', async () => {
    expect(
      await attempt(signedIn(salon.users.assistant), (sql) =>
        sql('select id from public.clients where id = $1', [salon.client]),
      ),
    ).toBe('0 rows');
  });

  test('an owner cannot be narrowed', async () => {
    await database.db.sql(
      `update public.memberships set custom_permissions = '{"settings":"none"}'
       where business_id = $1 and role = 'owner'`,
      [salon.id],
    );
    expect(
      await attempt(signedIn(salon.users.owner), (sql) =>
        sql('update public.businesses set name = name where id = $1 returning id', [salon.id]),
      ),
    ).toBe('1 row');
  });
});

test('no row can point at a row of another business', async () => {
  const keys = await database.db.sql<{
    table_name: string;
    column_name: string;
    target: TableName;
  }>(
    `select f.conrelid::regclass::text as table_name, a.attname::text as column_name,
       f.confrelid::regclass::text as target
     from pg_constraint f
     join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any (f.conkey)
     where f.contype = 'f' and f.connamespace = 'public'::regnamespace
       and a.attname not in ('business_id', 'id')`,
  );
  expect(keys.length).toBeGreaterThan(15);
  // Only a line that sells products may name one: another row would be refused for that.
  await database.db.sql(`update public.sale_lines set kind = 'product' where id = $1`, [
    salon.rows.sale_lines,
  ]);
  const add = async (table: TableName, row: object): Promise<Uuid> => {
    const id = newId();
    await insert(database.db, table, { id, business_id: salon.id, occurred_at: at(-1, 9), ...row });
    return id;
  };
  // The same: what only one kind of row may name.
  const rows: Readonly<Record<string, Uuid>> = {
    ...salon.rows,
    stock_movements: await add('stock_movements', {
      product_id: salon.comb,
      kind: 'sale',
      qty_milli: -1000,
      sale_id: salon.rows.sales,
      sale_line_id: salon.rows.sale_lines,
    }),
    'stock_movements.appointment_id': await add('stock_movements', {
      product_id: salon.comb,
      kind: 'use',
      qty_milli: -1000,
    }),
    'stock_movements.order_id': await add('stock_movements', {
      product_id: salon.comb,
      kind: 'receive',
      qty_milli: 1000,
    }),
    'stock_movements.undoes_id': await add('stock_movements', {
      product_id: salon.comb,
      kind: 'adjust',
      qty_milli: 1000,
      reason: 'Found',
    }),
    'gift_activities.appointment_id': await add('gift_activities', {
      card_id: salon.rows.gift_cards,
      kind: 'lease',
      amount_cents: 0,
      device_id: newId(),
      held_cents: 1,
      held_until: at(1, 9),
      appointment_id: salon.rows.appointments,
    }),
    'payments.appointment_id': await add('payments', {
      method: 'card_online',
      state: 'captured',
      amount_cents: 1000,
      appointment_id: salon.rows.appointments,
    }),
    'refunds.appointment_id': await add('refunds', {
      kind: 'refund',
      method: 'card_online',
      amount_cents: 1000,
      appointment_id: salon.rows.appointments,
    }),
  };
  for (const { table_name, column_name, target } of keys) {
    const outcome = await database.db
      .sql(`update public.${table_name} set ${column_name} = $1 where id = $2`, [
        other.rows[target],
        rows[`${table_name}.${column_name}`] ?? rows[table_name],
      ])
      .then(() => 'stored')
      .catch((error: { code?: string }) => error.code);
    expect(`${table_name}.${column_name} ${outcome}`).toBe(`${table_name}.${column_name} 23503`);
  }
});
