import { beforeEach, describe, expect, test } from 'vitest';
import { TABLES, type Uuid } from '#domain/rows.ts';
import { MONEY_COLUMNS } from './permissions/rights.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import {
  Device,
  newId,
  op,
  patch,
  rowOf,
  rpc,
  signedIn,
  useDatabase,
  type Answer,
} from './setup.ts';
import { addVisit, visitOps, visitRows } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let slugs = 0;
/** Ann's visit with everything that can be said about money. */
let visit: { id: Uuid; segment: Uuid };

/** What the menu, the agreement and the fee come to; no other number of the salon is one of these. */
const SUMS = {
  menu: 77_777,
  own: 66_666,
  extra: 33_333,
  together: 22_222,
  agreed: 55_555,
  fee: 44_444,
  pack: 88_888,
};
/** As a value: ids may hold the same digits. */
const sumsIn = (value: unknown): string[] =>
  Object.entries(SUMS)
    .filter(([, cents]) => new RegExp(`[:[,]${cents}\\b`).test(JSON.stringify(value)))
    .map(([name]) => name);

beforeEach(async () => {
  salon = await makeSalon(database.db, `prices-${(slugs += 1)}`);
  const { sql } = database.db;
  await sql('update public.service_variants set price_cents = $2 where id = $1', [
    salon.cut,
    SUMS.menu,
  ]);
  await sql(
    'update public.staff_service_overrides set price_cents = $2, staff_id = $3 where id = $1',
    [salon.rows.staff_service_overrides, SUMS.own, salon.ann],
  );
  await sql('update public.add_ons set price_cents = $2 where id = $1', [
    salon.rows.add_ons,
    SUMS.extra,
  ]);
  await sql('update public.packages set price_cents = $2 where id = $1', [
    salon.rows.packages,
    SUMS.pack,
  ]);
  await sql("update public.bundles set price_mode = 'fixed', price_cents = $2 where id = $1", [
    salon.rows.bundles,
    SUMS.together,
  ]);
  visit = await addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 15), {
    appointment: {
      client_id: salon.client,
      fee_terms: {
        late_cancel: { cents: SUMS.fee },
        no_show: null,
        grace_min: 0,
        notice_min: 20_160,
      },
    },
    segment: { price_cents: SUMS.agreed },
  });
  // The client cancels late: the fee is proposed by the server.
  const owner = deviceOf('owner');
  await owner.pull();
  await owner.push([patch('appointments', visit.id, { status: 'cancelled', cancel_by: 'client' })]);
});

const deviceOf = (role: keyof Salon['users']): Device =>
  new Device(database.db, salon.users[role], salon.id);

/** The right is taken away as the screen of the team does it. */
const takePricesFrom = async (user: Uuid): Promise<unknown> => {
  const [member] = await database.db.sql<{ id: Uuid; role: string }>(
    'select id, role from public.memberships where business_id = $1 and user_id = $2',
    [salon.id, user],
  );
  const answer = await rpc(database.db, signedIn(salon.users.owner), 'set_member_role', {
    business_id: salon.id,
    membership_id: member!.id,
    role: member!.role,
    custom_permissions: { prices: 'none' },
  });
  expect(answer).toEqual({ ok: true });
  const [after] = await database.db.sql<{ custom_permissions: unknown }>(
    'select custom_permissions from public.memberships where id = $1',
    [member!.id],
  );
  return after!.custom_permissions;
};

const windowOf = (user: Uuid): Promise<Answer> =>
  rpc(database.db, signedIn(user), 'sync_window', { business_id: salon.id, window: {} });

const historyOf = (user: Uuid): Promise<Answer> =>
  rpc(database.db, signedIn(user), 'appointment_history', {
    business_id: salon.id,
    appointment_id: visit.id,
  });

test('the list of what says a sum is one, and is what goes out instead', async () => {
  const [row] = await database.db.sql<{ none: object }>('select private.no_money() as none');
  expect(row?.none).toEqual(MONEY_COLUMNS);
});

test('everybody who sees prices is told all of them', async () => {
  const pulled = await deviceOf('practitioner').pull();
  expect(sumsIn(pulled)).toEqual(Object.keys(SUMS));
});

describe('a practitioner without prices', () => {
  test('is told none of them, on any way', async () => {
    await takePricesFrom(salon.users.practitioner);
    const mine = deviceOf('practitioner');
    const pulled = await mine.pull();
    const told: unknown[] = [
      pulled,
      await windowOf(salon.users.practitioner),
      await historyOf(salon.users.practitioner),
    ];
    const owner = deviceOf('owner');
    await owner.pull();
    await owner.push([patch('appointments', visit.id, { fee_state: 'owed' })]);
    told.push(await mine.pull());
    const { answer } = await mine.push([
      patch('appointments', visit.id, { staff_note: 'Rang twice' }),
      patch('appointment_segments', visit.segment, { service_name: 'Trim' }),
    ]);
    told.push(answer);
    expect(told.map(sumsIn)).toEqual(told.map(() => []));
    // The rows themselves are there, with what says that there is something.
    const { appointments, appointment_segments: segments } = pulled['tables'];
    expect(appointments.find(({ id }: { id: Uuid }) => id === visit.id)).toMatchObject({
      ...MONEY_COLUMNS.appointments,
      fee_kind: 'late_cancel',
      fee_state: 'proposed',
    });
    expect(segments.find(({ id }: { id: Uuid }) => id === visit.segment)).toMatchObject(
      MONEY_COLUMNS.appointment_segments,
    );
    for (const variant of pulled['tables'].service_variants) {
      expect(variant).toMatchObject(MONEY_COLUMNS.service_variants);
    }
    expect(pulled['tables'].sales ?? []).toEqual([]);
  });

  test('reads no row with a sum past sync', async () => {
    await takePricesFrom(salon.users.practitioner);
    const read = await database.db.as(signedIn(salon.users.practitioner), async (sql) => {
      const found: unknown[] = [];
      for (const table of TABLES) {
        found.push(await sql(`select to_jsonb(t) as body from public.${table} t`));
      }
      return found;
    });
    expect(sumsIn(read)).toEqual([]);
  });

  test('loses what the device has when the right goes, with everything that shows prices', async () => {
    const mine = deviceOf('practitioner');
    expect(sumsIn(await mine.pull())).toContain('agreed');
    expect(await takePricesFrom(salon.users.practitioner)).toEqual({
      prices: 'none',
      checkout: 'none',
      transactions: 'none',
    });
    expect(await mine.pull()).toMatchObject({ ok: false, code: 'reset' });
    Object.assign(mine, { cursor: 0, epoch: null });
    const again = await mine.pull();
    expect(again['ok']).toBe(true);
    expect(sumsIn(again)).toEqual([]);
  });

  test('counts the same rows that it is told', async () => {
    await takePricesFrom(salon.users.practitioner);
    const pulled = await deviceOf('practitioner').pull();
    const digest = await rpc(database.db, signedIn(salon.users.practitioner), 'sync_digest', {
      business_id: salon.id,
    });
    for (const table of ['appointments', 'appointment_segments', 'service_variants'] as const) {
      const parts = digest['tables'][table] as [string, number, string][];
      expect([table, parts.reduce((sum, [, count]) => sum + count, 0)]).toEqual([
        table,
        pulled['tables'][table].length,
      ]);
    }
  });

  test('books what costs as much as the menu says', async () => {
    await takePricesFrom(salon.users.practitioner);
    const mine = deviceOf('practitioner');
    await mine.pull();
    const rows = visitRows(salon, salon.ann, at(FIRST_DAY + 1, 9), {
      segment: {
        variant_id: salon.cut,
        add_on_ids: [salon.rows.add_ons],
        price_kind: 'hidden',
        price_cents: 1,
      },
    });
    const { result, answer } = await mine.push(visitOps(rows));
    expect(result['status']).toBe('applied');
    expect(answer['tables'].appointment_segments).toContainEqual(
      expect.objectContaining({ id: rows.segment.id, ...MONEY_COLUMNS.appointment_segments }),
    );
    expect(await rowOf(database.db, 'appointment_segments', rows.segment.id)).toMatchObject({
      price_kind: 'fixed',
      price_cents: SUMS.own + SUMS.extra,
    });
  });

  test('changes no price, and keeps what was agreed', async () => {
    await takePricesFrom(salon.users.practitioner);
    const mine = deviceOf('practitioner');
    await mine.pull();
    const { result } = await mine.push([
      patch('appointment_segments', visit.segment, {
        price_kind: 'free',
        price_cents: 0,
        duration_min: 45,
      }),
    ]);
    expect(result['status']).toBe('applied');
    expect(await rowOf(database.db, 'appointment_segments', visit.segment)).toMatchObject({
      duration_min: 45,
      price_kind: 'fixed',
      price_cents: SUMS.agreed,
    });
  });

  test('brings a deleted visit back at the price that was agreed', async () => {
    const rows = visitRows(salon, salon.ann, at(FIRST_DAY + 2, 9));
    const owner = deviceOf('owner');
    await owner.pull();
    await owner.push(visitOps(rows));
    await owner.push([
      patch('appointment_segments', rows.segment.id, { price_cents: SUMS.agreed }),
    ]);
    await takePricesFrom(salon.users.practitioner);
    const mine = deviceOf('practitioner');
    await mine.pull();
    expect((await mine.push([op('appointments', rows.id, 'delete', null)])).result['status']).toBe(
      'applied',
    );
    expect((await mine.push(visitOps(rows))).result['status']).toBe('applied');
    expect(await rowOf(database.db, 'appointment_segments', rows.segment.id)).toMatchObject({
      price_cents: SUMS.agreed,
    });
  });
});

test('who manages the team without seeing prices is told no pay, which says what everybody sold', async () => {
  const runs = () =>
    database.db.as(signedIn(salon.users.manager), (sql) => sql('select id from public.pay_runs'));
  expect(await runs()).toHaveLength(1);
  await takePricesFrom(salon.users.manager);
  expect(await runs()).toEqual([]);
  expect(JSON.stringify(await deviceOf('manager').pull())).not.toContain('services_cents');
});

test('questions about money are for who sees it', async () => {
  await database.db.sql(
    `insert into public.attention_items (id, business_id, entity, entity_id, kind, mine)
     values ($1, $2, 'appointments', $3, 'balance', '{"deposit": 88888}')`,
    [newId(), salon.id, visit.id],
  );
  const told = async (): Promise<string> => JSON.stringify(await windowOf(salon.users.front_desk));
  expect(await told()).toContain('88888');
  await takePricesFrom(salon.users.front_desk);
  expect(await told()).not.toMatch(/"deposit":/);
});

test('a question that a person answers is asked without its sums', async () => {
  const [row] = await database.db.sql<{ told: unknown }>(
    'select private.without_money($1, $2::json) as told',
    [
      'attention_items',
      JSON.stringify([
        {
          id: newId(),
          mine: { ops: [{ table: 'sales', value: { total_cents: 1, note: 'Kept' } }] },
          theirs: { price_kind: 'free', fee_terms: {}, staff_note: 'Kept' },
        },
      ]),
    ],
  );
  expect(row?.told).toMatchObject([
    {
      mine: { ops: [{ table: 'sales', value: { note: 'Kept' } }] },
      theirs: { staff_note: 'Kept' },
    },
  ]);
  expect(JSON.stringify(row?.told)).not.toMatch(/_cents|price_kind|price_label|fee_terms/);
});
