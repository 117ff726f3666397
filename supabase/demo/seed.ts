import { hash } from 'bcryptjs';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import { must } from '#domain/errors/assert.ts';
import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import type { Day, TableName, Uuid } from '#domain/rows.ts';
import { addDays, dayNumber, dayRange, weekdayOf } from '#domain/time/day.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { toInstant } from '#domain/time/instant.ts';
import { dayNumberAt, wallToEpoch } from '#domain/time/wall.ts';
import { dayOf } from '#domain/time/day.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { addCatalogue } from './catalogue.ts';
import { addAbsences } from './absences.ts';
import { addDiary } from './diary.ts';
import { makeClient, PASSWORD, STAFF, USERS } from './people.ts';
import { createRandom } from './random.ts';
import { createRows } from './rows.ts';
import type { DemoRows } from './rows.ts';
import { addCommission, addShelf } from './shelf.ts';
import { addSettings } from './settings.ts';
import { addTill } from './till.ts';

export type Sql = <Row extends Record<string, unknown>>(
  text: string,
  params?: unknown[],
) => Promise<Row[]>;

export type DemoSize = {
  clients: number;
  daysBack: number;
  daysAhead: number;
  /** Days of which there are sales, with products, stock and commission; absent = none, as before any of it. */
  soldDays?: number;
};
/** Two years back and three months ahead: what a salon that moved to us would have. */
export const FULL: DemoSize = { clients: 2_000, daysBack: 730, daysAhead: 92, soldDays: 120 };
/** Enough for tests: every kind of row, a few hundred appointments. */
export const SMALL: DemoSize = { clients: 80, daysBack: 10, daysAhead: 35 };

const DEMO_ZONE = 'America/New_York';
export const DEMO_SLUG = 'studio-lumen';
const SEED = 20_261_101;
/** Rows of one transaction, and so of one rev: what a device pulls as one step. */
const ROWS_PER_TRANSACTION = 2_000;
/** With their parts about that. */
const OWNERS_PER_TRANSACTION = 800;

/** All rows of the demo business and its people; the same arguments give the same rows. */
export const makeDemo = (
  now: Date,
  size: DemoSize,
): { rows: DemoRows; userIds: { id: Uuid; email: string }[] } => {
  const random = createRandom(SEED);
  const newId = createUuidV7Source({
    nowMs: () => Date.UTC(2026, 0, 1),
    randomBytes: (count) => random.bytes(count),
  });
  const zone = zoneOf(DEMO_ZONE);
  const nowMin = epochMinOf(toInstant(now));
  const today: Day = dayOf(dayNumberAt(zone, nowMin));
  const rows = createRows(newId());
  const userIds = USERS.map(({ email }) => ({ id: newId(), email }));

  const { membershipIds } = addSettings(rows, { newId, today, userIds });
  const staffIds = STAFF.map((staff, index) => {
    const id = newId();
    const user = USERS.findIndex(({ staffIndex }) => staffIndex === index);
    rows.add('staff', {
      id,
      membership_id: membershipIds[user] ?? null,
      display_name: staff.name,
      title: staff.title,
      bio: staff.bio,
      photo_path: null,
      colour: staff.colour,
      bookable: true,
      online_visible: true,
      works_at: staff.mobile ? 'client' : 'both',
      travel: [],
      employed_from: null,
      employed_until: null,
      rank: index,
      status: 'active',
    });
    rows.add('work_patterns', {
      id: newId(),
      staff_id: id,
      // A Monday, so that rotating weeks begin with it.
      valid_from: mondayOf(addDays(today, -size.daysBack)),
      weeks: staff.weeks,
    });
    return id;
  });

  const bookable = addCatalogue(rows, newId);
  for (const item of bookable) {
    STAFF.forEach((staff, index) => {
      if (staff.skills.includes(item.skill)) return;
      rows.add('staff_service_overrides', {
        id: newId(),
        staff_id: must(staffIds[index], 'a staff id'),
        variant_id: item.variantId,
        offered: false,
        price_cents: null,
        duration_min: null,
      });
    });
  }

  const clientIds = Array.from({ length: size.clients }, (_, index) => {
    const id = newId();
    const client = makeClient(random, index);
    rows.add('clients', {
      ...NEW_CLIENT,
      id,
      preferred_staff_id: staffIds[index % staffIds.length] ?? null,
      ...client,
    });
    return { id, address: client.address };
  });
  const addresses = new Map(clientIds.map(({ id, address }) => [id, address]));

  const reasons = rows.of('block_off_reasons');
  const reasonId = (name: string): Uuid =>
    String(
      must(
        reasons.find((reason) => reason['name'] === name),
        name,
      )['id'],
    );
  const absences = addAbsences(rows, { newId, zone, today, staffIds, reasonId });
  const members = STAFF.map((staff, index) => ({
    id: must(staffIds[index], 'a staff id'),
    staff,
    bookable: bookable.filter(({ skill }) => staff.skills.includes(skill)),
    regulars: clientIds.filter((_, client) => client % STAFF.length === index).map(({ id }) => id),
    away: new Set(
      absences
        .filter((absence) => absence.staffIndex === index)
        .flatMap(({ from, days }) =>
          Array.from({ length: days }, (_, day) => dayNumber(from) + day),
        ),
    ),
  }));
  addDiary(members, {
    rows,
    random,
    newId,
    zone,
    now: nowMin,
    today,
    daysBack: size.daysBack,
    daysAhead: size.daysAhead,
    addressOf: (id) => addresses.get(id) ?? { line1: '88 Atlantic Ave', city: 'Brooklyn' },
    lunchReasonId: reasonId('Lunch'),
  });

  if (size.soldDays !== undefined) {
    const since = wallToEpoch(zone, dayNumber(addDays(today, -size.soldDays)), 0);
    addCommission(rows, staffIds);
    const shelf = addShelf(rows, { newId, countedAt: instantOfMin(since) });
    addTill({ rows, random, newId, now: nowMin, since, shelf });
  }

  const admin = must(staffIds[0], 'the owner');
  const lastPaperwork = addDays(today, 28);
  const paperworkId = newId();
  for (const day of dayRange(addDays(today, -7), lastPaperwork)) {
    // Weekly paperwork of the owner, before the salon opens.
    if (weekdayOf(dayNumber(day)) !== 3) continue;
    rows.add('time_blocks', {
      id: newId(),
      staff_id: admin,
      starts_at: instantOfMin(wallToEpoch(zone, dayNumber(day), 9 * 60)),
      ends_at: instantOfMin(wallToEpoch(zone, dayNumber(day), 10 * 60)),
      all_day: false,
      reason_id: reasonId('Admin'),
      note: 'Orders and rota',
      blocks_online: true,
      repeat_id: paperworkId,
      repeat_rule: `FREQ=WEEKLY;INTERVAL=1;BYDAY=TH;UNTIL=${lastPaperwork.replaceAll('-', '')}`,
      repeat_detached: false,
    });
  }
  const away = addDays(today, size.daysAhead - 8);
  rows.add('time_off', {
    id: newId(),
    staff_id: must(staffIds[4], 'the skin therapist'),
    starts_at: instantOfMin(wallToEpoch(zone, dayNumber(away), 0)),
    ends_at: instantOfMin(wallToEpoch(zone, dayNumber(away) + 5, 0)),
    reason_id: reasonId('Holiday'),
    note: null,
    status: 'requested',
  });
  return { rows, userIds };
};

const mondayOf = (day: Day): Day => addDays(day, -weekdayOf(dayNumber(day)));

/**
 * Fills an empty database with the demo business "Studio Lumen" and its three people. Every row
 * goes through the same triggers as real ones. The people come last: who can sign in finds a whole
 * business, and a seed that was interrupted begins again.
 */
export const seedDemo = async (
  sql: Sql,
  options: { now: Date; size?: DemoSize },
): Promise<void> => {
  const known = await sql(`select id from auth.users where email = $1`, [USERS[0]?.email]);
  if (known.length > 0) return;
  await sql(`delete from public.businesses where slug = $1`, [DEMO_SLUG]);
  const { rows, userIds } = makeDemo(options.now, options.size ?? FULL);
  for (const table of rows.tables()) {
    if (table === 'appointments') await insertWhole(sql, rows, 'appointments', VISIT_PARTS);
    else if (table === 'sales') await insertWhole(sql, rows, 'sales', SALE_PARTS);
    else if (!isPart(table)) await insertTable(sql, table, rows.of(table));
  }
  // One hash for all three: the demo's password is public anyway.
  const passwordHash = await hash(PASSWORD, 10);
  await sql(INSERT_USERS, [JSON.stringify(userIds), passwordHash]);
};

const INSERT_USERS = `
  with person as (
    insert into auth.users
      (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
       raw_user_meta_data, created_at, updated_at)
    select p.id, 'authenticated', 'authenticated', p.email, $2::text, now(),
      '{"provider": "email", "providers": ["email"]}', '{}', now(), now()
    from jsonb_to_recordset($1::jsonb) p (id uuid, email text)
    returning id, email
  )
  insert into auth.identities (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
  select gen_random_uuid(), id::text, id,
    jsonb_build_object('sub', id, 'email', email, 'email_verified', true), 'email', now(), now()
  from person`;

/** What belongs to a visit, and to a sale, by the column that names it. */
const VISIT_PARTS = { appointment_segments: 'appointment_id' } as const;
const SALE_PARTS = { sale_lines: 'sale_id', tips: 'sale_id', payments: 'sale_id' } as const;
const isPart = (table: TableName): boolean => table in VISIT_PARTS || table in SALE_PARTS;

const insertTable = async (
  sql: Sql,
  table: TableName,
  all: readonly Record<string, unknown>[],
): Promise<void> => {
  for (let from = 0; from < all.length; from += ROWS_PER_TRANSACTION) {
    await insertRows(sql, [[table, all.slice(from, from + ROWS_PER_TRANSACTION)]]);
  }
};

/**
 * Rows with all that belongs to them, in one transaction: the server works out the places of a visit once
 * (apart, it would look at each twice, and the seed would take three times as long), and looks whether the
 * parts of a sale add up.
 */
const insertWhole = async (
  sql: Sql,
  rows: DemoRows,
  table: TableName,
  parts: Partial<Record<TableName, string>>,
): Promise<void> => {
  const owned = Object.entries(parts).map(
    ([part, column]) => [part as TableName, byOwner(rows.of(part as TableName), column)] as const,
  );
  const all = rows.of(table);
  for (let from = 0; from < all.length; from += OWNERS_PER_TRANSACTION) {
    const some = all.slice(from, from + OWNERS_PER_TRANSACTION);
    const theirs = owned.map(
      ([part, lists]) => [part, some.flatMap(({ id }) => lists.get(id) ?? [])] as const,
    );
    await insertRows(sql, [[table, some], ...theirs.filter(([, list]) => list.length > 0)]);
  }
};

const byOwner = (
  rows: readonly Record<string, unknown>[],
  column: string,
): Map<unknown, Record<string, unknown>[]> => {
  const lists = new Map<unknown, Record<string, unknown>[]>();
  for (const row of rows) {
    const list = lists.get(row[column]);
    if (list) list.push(row);
    else lists.set(row[column], [row]);
  }
  return lists;
};

/** Inserts rows of several tables in one statement, parents first. */
const insertRows = async (
  sql: Sql,
  tables: (readonly [TableName, readonly Record<string, unknown>[]])[],
): Promise<void> => {
  const inserts = tables.map(([table, rows], index) => {
    const columns = Object.keys(must(rows[0], 'at least one row'))
      .map((name) => `"${name}"`)
      .join(', ');
    return `insert into public.${table} (${columns})
      select ${columns} from jsonb_populate_recordset(null::public.${table}, $${index + 1}::jsonb)`;
  });
  const last = must(inserts.at(-1), 'a table');
  const before = inserts.slice(0, -1).map((insert, index) => `step_${index} as (${insert})`);
  await sql(
    before.length > 0 ? `with ${before.join(', ')} ${last}` : last,
    tables.map(([, rows]) => JSON.stringify(rows)),
  );
};
