import type { Caller } from '#supabase/local/database/caller.ts';
import type { Database } from '#supabase/local/database/database.ts';
import { TABLES, type TableName, type Uuid } from '#domain/rows.ts';
import {
  at,
  CONSENT,
  HANDED_TEXT,
  filledIn,
  FIRST_DAY,
  makeSalon,
  PATCH_TEST,
  PHOTO,
  soldCut,
  wish,
  type Salon,
} from '../salon.ts';
import { anon, insertAll, newId, signedIn } from '../setup.ts';
import { visitRows } from '../visits.ts';
import { PRINCIPALS, type Kind, type Principal } from './read-rights.ts';

/** Everybody who may knock, and a row of every kind for them to reach for. */
export type Cast = {
  salon: Salon;
  other: Salon;
  callers: Record<Principal, Caller>;
  users: Record<Principal, Uuid | null>;
  memberships: Partial<Record<Principal, Uuid>>;
  /** The row of a kind; `m` differs for each of them where everybody makes their own. */
  rowOf(table: TableName, kind: Kind, principal: Principal): Uuid;
  /** Somebody without a contact yet, whose contact the same people may write as this one's. */
  spareOf(staff: Uuid): Uuid;
  /** A variant of the business without a recipe. */
  spareVariantOf(business: Uuid): Uuid;
  /** All rows of the table that the matrix is about, told apart. */
  kindOfRow(table: TableName, id: Uuid, principal: Principal): Kind | null;
};

const MEMBERS = ['owner', 'manager', 'front_desk', 'practitioner', 'assistant'] as const;
const OUTSIDERS = { suspended: 'suspended', former: 'removed', invited: 'invited' } as const;

export const makeCast = async (db: Database): Promise<Cast> => {
  const salon = await makeSalon(db, 'cast');
  const other = await makeSalon(db, 'rival');
  const users: Cast['users'] = {
    anon: null,
    stranger: newId(),
    suspended: newId(),
    former: newId(),
    invited: newId(),
    rival: other.users.owner,
    service: null,
    ...salon.users,
  };
  const callers = Object.fromEntries(
    PRINCIPALS.map((name) => [name, signedIn(users[name] ?? '', `${name}@cast.example`)]),
  ) as Cast['callers'];
  callers.anon = anon;
  callers.service = { role: 'service_role', claims: { role: 'service_role' } };

  const memberships: Cast['memberships'] = {};
  const rows: Partial<Record<TableName, Partial<Record<Kind, Uuid>>>> = {};
  const madeBy: Record<string, Uuid> = {};
  const notesBy: Record<string, Uuid> = {};
  const spares = new Map<Uuid, Uuid>([[other.ben, other.ann]]);
  const spareVariants = new Map([salon, other].map((one): [Uuid, Uuid] => [one.id, newId()]));
  const people: Partial<Record<Principal, Uuid>> = { practitioner: salon.ann };
  const extra = (table: TableName, kind: Kind, id: Uuid) => {
    rows[table] = { ...rows[table], [kind]: id };
    return id;
  };

  await db.transaction(async (sql) => {
    await insertAll(
      sql,
      'memberships',
      Object.entries(OUTSIDERS).map(([name, status]) => ({
        id: (memberships[name as Principal] = newId()),
        business_id: salon.id,
        user_id: users[name as Principal],
        email: `${name}@cast.example`,
        role: 'manager',
        status,
      })),
    );
    for (const { id, user_id } of await sql<{ id: Uuid; user_id: Uuid }>(
      `select id, user_id from public.memberships where business_id = $1`,
      [salon.id],
    )) {
      const name = MEMBERS.find((member) => users[member] === user_id);
      if (name) memberships[name] = id;
    }

    await insertAll(
      sql,
      'service_variants',
      [salon, other].map((one) => ({
        id: spareVariants.get(one.id),
        business_id: one.id,
        service_id: one.service,
        name: 'Long',
        price_cents: 5000,
        duration_min: 60,
        sort_key: 'a1',
      })),
    );
    // Everybody is somebody in the team; the practitioner is Ann.
    const inTeam = Object.entries(memberships).filter(([name]) => name !== 'practitioner');
    await insertAll(
      sql,
      'staff',
      inTeam.map(([name, membership_id]) => ({
        id: (people[name as Principal] = newId()),
        business_id: salon.id,
        display_name: name,
        colour: 'teal',
        bookable: false,
        membership_id,
      })),
    );
    const own = MEMBERS.map((name) => people[name]!);
    await insertAll(
      sql,
      'staff_contacts',
      Object.values(people).map((id) => ({ id, business_id: salon.id, emergency_contact: null })),
    );
    for (const id of [salon.ben, ...own]) {
      const [{ membership_id }] = (await sql<{ membership_id: Uuid | null }>(
        'select membership_id from public.staff where id = $1',
        [id],
      )) as [{ membership_id: Uuid | null }];
      spares.set(id, newId());
      await insertAll(sql, 'staff', [
        {
          id: spares.get(id),
          business_id: salon.id,
          display_name: 'Spare',
          colour: 'teal',
          bookable: false,
          membership_id,
        },
      ]);
    }
    await insertAll(sql, 'time_off', [
      {
        id: extra('time_off', 'o', newId()),
        business_id: salon.id,
        staff_id: salon.ann,
        starts_at: at(32, 0),
        ends_at: at(33, 0),
        status: 'requested',
      },
    ]);
    const block = { business_id: salon.id, starts_at: at(34, 0), ends_at: at(34, 1) };
    await insertAll(sql, 'time_blocks', [
      { id: extra('time_blocks', 'o', newId()), staff_id: salon.ann, ...block },
      { id: extra('time_blocks', 'e', newId()), staff_id: null, ...block },
    ]);
    await insertAll(sql, 'clients', [
      {
        id: extra('clients', 'p', newId()),
        business_id: salon.id,
        first_name: 'Pia',
        preferred_staff_id: salon.ann,
      },
    ]);
    const shared = visitRows(salon, salon.ben, at(FIRST_DAY + 1, 10));
    const half = visitRows(salon, salon.ann, at(FIRST_DAY + 1, 11));
    await insertAll(sql, 'appointments', [shared.appointment]);
    await insertAll(sql, 'appointment_segments', [
      shared.segment,
      { ...half.segment, appointment_id: shared.id, position: 1 },
    ]);
    extra('appointments', 's', shared.id);
    extra('appointment_segments', 's', shared.segment.id);
    const about = { business_id: salon.id, client_id: salon.client };
    await insertAll(sql, 'client_notes', [
      {
        id: extra('client_notes', 'o', newId()),
        ...about,
        kind: 'formula',
        body: 'o',
        noted_at: at(-1, 9),
      },
      {
        id: extra('client_notes', 'd', newId()),
        ...about,
        kind: 'clinical',
        body: 'd',
        noted_at: at(-1, 9),
      },
      {
        id: extra('client_notes', 'c', newId()),
        ...about,
        client_id: salon.otherClient,
        kind: 'clinical',
        body: 'c',
        noted_at: at(-1, 9),
      },
    ]);
    await insertAll(sql, 'client_notes', [
      { id: extra('client_notes', 'k', newId()), ...about, ...KEPT_NOTE },
    ]);
    await insertAll(sql, 'consent_events', [
      { id: extra('consent_events', 'o', newId()), ...about, ...CONSENT },
    ]);
    await insertAll(sql, 'handed_texts', [
      { id: extra('handed_texts', 'o', newId()), ...about, ...HANDED_TEXT },
    ]);
    await insertAll(sql, 'patch_tests', [
      { id: extra('patch_tests', 'o', newId()), ...about, ...PATCH_TEST },
    ]);
    await insertAll(sql, 'client_photos', [
      { id: extra('client_photos', 'o', newId()), ...about, ...PHOTO },
    ]);
    const session = visitRows(salon, salon.ann, at(FIRST_DAY + 3, 10), {
      appointment: { capacity: 9 },
    });
    await insertAll(sql, 'appointments', [session.appointment]);
    await insertAll(sql, 'appointment_segments', [session.segment]);
    await insertAll(sql, 'attendees', [
      {
        id: extra('attendees', 'o', newId()),
        ...about,
        appointment_id: session.id,
        seats: 1,
        state: 'booked',
        conflict: false,
      },
    ]);
    await insertAll(sql, 'waitlist_entries', [
      { id: extra('waitlist_entries', 'o', newId()), ...about, ...wish(salon.cut) },
    ]);
    await insertAll(sql, 'form_submissions', [
      {
        id: extra('form_submissions', 'o', newId()),
        ...about,
        form_id: salon.rows.forms,
        version_id: salon.rows.form_versions,
        ...filledIn({ q1: 'Nuts' }),
      },
    ]);
    await insertAll(sql, 'form_requests', [
      {
        id: extra('form_requests', 'o', newId()),
        ...about,
        form_id: salon.rows.forms,
        channel: 'phone',
        asked_at: at(-1, 9),
      },
    ]);
    // One with a refund, and one that was taken back: a void leaves nothing to refund.
    const [paid, taken] = [soldCut(salon.ann), soldCut(salon.ann)];
    const sales = [paid, taken].map(({ sale }) => ({
      id: newId(),
      business_id: salon.id,
      ...sale,
    }));
    await insertAll(sql, 'sales', sales);
    extra('sales', 'o', sales[0]!.id);
    const partOf = (n: number) => ({
      id: newId(),
      business_id: salon.id,
      sale_id: sales[n]!.id,
    });
    for (const [n, { line, tip, payment }] of [paid, taken].entries()) {
      const parts = { line: partOf(n), tip: partOf(n), payment: partOf(n) };
      await insertAll(sql, 'sale_lines', [{ ...parts.line, ...line }]);
      await insertAll(sql, 'tips', [{ ...parts.tip, ...tip }]);
      await insertAll(sql, 'payments', [{ ...parts.payment, ...payment }]);
      if (n > 0) continue;
      extra('sale_lines', 'o', parts.line.id);
      const movement = { id: extra('stock_movements', 'o', newId()), business_id: salon.id };
      await insertAll(sql, 'stock_movements', [
        {
          ...movement,
          product_id: salon.rows.products,
          occurred_at: line.occurred_at,
          kind: 'sale',
          qty_milli: -1000,
          sale_id: parts.line.sale_id,
          sale_line_id: parts.line.id,
        },
      ]);
      extra('tips', 'o', parts.tip.id);
      extra('payments', 'o', parts.payment.id);
    }
    await insertAll(sql, 'refunds', [
      { ...partOf(0), ...paid.refund, id: extra('refunds', 'o', newId()) },
      {
        ...partOf(1),
        ...taken.refund,
        id: extra('refunds', 'v', newId()),
        kind: 'void',
        method: null,
        amount_cents: 5500,
      },
    ]);
    await insertAll(sql, 'gift_activities', [
      {
        id: extra('gift_activities', 'e', newId()),
        business_id: salon.id,
        card_id: salon.rows.gift_cards,
        occurred_at: at(-1, 9),
        kind: 'unblock',
        amount_cents: 0,
      },
    ]);
    for (const [kind, appointment] of [
      ['o', salon.visit],
      ['s', shared.id],
    ] as const) {
      const id = extra('series', kind, newId());
      await insertAll(sql, 'series', [{ id, business_id: salon.id, ...EVERY_WEEK }]);
      await sql('update public.appointments set series_id = $1 where id = $2', [id, appointment]);
    }
    await insertAll(sql, 'attention_items', [
      {
        id: extra('attention_items', 'f', newId()),
        business_id: salon.id,
        entity: 'services',
        entity_id: salon.service,
        kind: 'validation',
      },
      {
        id: extra('attention_items', 'i', newId()),
        business_id: salon.id,
        entity: 'products',
        entity_id: salon.rows.products,
        kind: 'balance',
      },
    ]);
  });
  extra('clients', 'o', salon.client);
  extra('appointments', 'o', salon.visit);
  const [own] = await db.sql<{ id: Uuid }>(
    'select id from public.appointment_segments where appointment_id = $1',
    [salon.visit],
  );
  extra('appointment_segments', 'o', own!.id);

  // Who made a row is stamped from the token of whoever writes it.
  for (const principal of PRINCIPALS) {
    const user = users[principal];
    if (user === null || principal === 'rival') continue;
    await db.transaction(async (sql) => {
      await sql(
        `select set_config('request.jwt.claims', $1, true),
        set_config('request.jwt.claim.sub', $2, true)`,
        [JSON.stringify({ sub: user }), user],
      );
      await insertAll(sql, 'attention_items', [
        {
          id: (madeBy[principal] = newId()),
          business_id: salon.id,
          entity: 'services',
          entity_id: salon.service,
          kind: 'validation',
        },
      ]);
      await insertAll(sql, 'client_notes', [
        {
          id: (notesBy[principal] = newId()),
          business_id: salon.id,
          client_id: salon.client,
          ...KEPT_NOTE,
        },
      ]);
      if (principal !== 'practitioner') return;
      await insertAll(sql, 'clients', [
        { id: extra('clients', 'm', newId()), business_id: salon.id, first_name: 'Mio' },
      ]);
      const { id, appointment } = visitRows(salon, salon.ann, at(FIRST_DAY + 2, 10));
      await insertAll(sql, 'appointments', [appointment]);
      extra('appointments', 'm', id);
      await insertAll(sql, 'series', [
        { id: extra('series', 'm', newId()), business_id: salon.id, ...EVERY_WEEK },
      ]);
    });
  }

  const rowOf: Cast['rowOf'] = (table, kind, principal) => {
    if (kind === 'X') return other.rows[table];
    if (table === 'memberships' && kind === 'm') return memberships[principal] ?? newId();
    if (isPerson(table) && kind === 'm') return people[principal] ?? newId();
    if (table === 'attention_items' && kind === 'm') return madeBy[principal] ?? newId();
    if (table === 'client_notes' && kind === 'm') return notesBy[principal] ?? newId();
    if (kind === 'b') return table === 'memberships' ? ownRow : salon.rows[table];
    return rows[table]![kind]!;
  };
  // A membership of somebody whom none of them is.
  const ownRow = newId();
  await db.transaction((sql) =>
    insertAll(sql, 'memberships', [
      {
        id: ownRow,
        business_id: salon.id,
        user_id: newId(),
        email: 'bystander@cast.example',
        role: 'assistant',
        status: 'active',
      },
    ]),
  );
  const kinds: Kind[] = ['m', 'b', 'o', 'p', 's', 'e', 'f', 'c', 'd', 'k', 'v', 'i', 'X'];
  const isMade = (table: TableName, kind: Kind) =>
    kind === 'b' || kind === 'X' || rows[table]?.[kind] !== undefined || kind === 'm';
  return {
    salon,
    other,
    users,
    callers,
    memberships,
    rowOf,
    spareOf: (staff) => spares.get(staff) ?? newId(),
    spareVariantOf: (business) => spareVariants.get(business) ?? newId(),
    kindOfRow: (table, id, principal) =>
      kinds.find((kind) => {
        if (!isMade(table, kind)) return false;
        if (kind === 'm' && !hasMakers(table) && rows[table]?.m === undefined) return false;
        return rowOf(table, kind, principal) === id;
      }) ?? null,
  };
};

const KEPT_NOTE = { kind: 'clinical', author_only: true, body: 'k', noted_at: at(-1, 9) };

const EVERY_WEEK = {
  rule: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=MO;COUNT=4',
  starts_on: '2027-03-08',
  start_minute: 600,
  time_zone: 'UTC',
};

const isPerson = (table: TableName): boolean => table === 'staff' || table === 'staff_contacts';
const hasMakers = (table: TableName): boolean =>
  table === 'memberships' ||
  isPerson(table) ||
  table === 'attention_items' ||
  table === 'client_notes';

/** The matrix is about every synced table. */
export const MATRIX_TABLES: readonly TableName[] = TABLES;
