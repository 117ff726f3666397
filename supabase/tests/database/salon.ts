import type { Database } from '#supabase/local/database/database.ts';
import type { Role, TableName, Uuid } from '#domain/rows.ts';
import { insert, newId } from './setup.ts';

/** Everybody works every day from nine to five, by the clock of UTC. */
const NINE_TO_FIVE = [Array.from({ length: 7 }, () => [[540, 1020]])];

export type Salon = {
  id: Uuid;
  slug: string;
  users: Record<Role, Uuid>;
  /** Ann is the practitioner's own column, Ben somebody else's. */
  ann: Uuid;
  ben: Uuid;
  service: Uuid;
  /** 60 minutes, 50.00, no buffers. */
  cut: Uuid;
  client: Uuid;
  /** Ann's appointment with `client`, ten to eleven on the first day. */
  visit: Uuid;
  /** Ben's appointment with a client that Ann has never seen. */
  otherVisit: Uuid;
  otherClient: Uuid;
  /** One row of every synced table. */
  rows: Record<TableName, Uuid>;
};

/** An instant `days` from today at a UTC hour; far enough ahead for every booking rule. */
export const at = (days: number, hour: number, minute = 0): string => {
  const day = new Date(Date.now() + days * 86_400_000);
  day.setUTCHours(hour, minute, 0, 0);
  return day.toISOString().replace('.000Z', '+00:00');
};

/** Days from today on which the salon's own appointments lie. */
export const FIRST_DAY = 5;

export const visitRows = (
  salon: { id: Uuid },
  staff: Uuid,
  startsAt: string,
  more: { appointment?: object; segment?: object; minutes?: number } = {},
) => {
  const appointment = newId();
  const minutes = more.minutes ?? 60;
  const endsAt = new Date(Date.parse(startsAt) + minutes * 60_000).toISOString();
  return {
    id: appointment,
    appointment: {
      id: appointment,
      business_id: salon.id,
      time_zone: 'UTC',
      starts_at: startsAt,
      ends_at: endsAt,
      status: 'booked',
      ical_uid: appointment,
      ...more.appointment,
    },
    segment: {
      id: newId(),
      business_id: salon.id,
      appointment_id: appointment,
      service_name: 'Cut',
      staff_id: staff,
      starts_at: startsAt,
      ends_at: endsAt,
      duration_min: minutes,
      ...more.segment,
    },
  };
};

/** Stores an appointment with one segment in one transaction, as a seed or an import does. */
export const addVisit = async (
  db: Database,
  salon: { id: Uuid },
  staff: Uuid,
  startsAt: string,
  more: Parameters<typeof visitRows>[3] = {},
): Promise<{ id: Uuid; segment: Uuid }> => {
  const rows = visitRows(salon, staff, startsAt, more);
  await db.transaction(async (sql) => {
    for (const [table, row] of [
      ['appointments', rows.appointment],
      ['appointment_segments', rows.segment],
    ] as const) {
      const columns = Object.keys(row).join(', ');
      await sql(
        `insert into public.${table} (${columns})
         select ${columns} from jsonb_populate_record(null::public.${table}, $1::jsonb)`,
        [JSON.stringify(row)],
      );
    }
  });
  return { id: rows.id, segment: rows.segment.id };
};

/** A small business with people in every role and at least one row of every table. */
export const makeSalon = async (db: Database, slug: string): Promise<Salon> => {
  const id = newId();
  const own = { business_id: id };
  const users = {
    owner: newId(),
    manager: newId(),
    front_desk: newId(),
    practitioner: newId(),
    assistant: newId(),
  };
  await insert(db, 'businesses', { id, ...own, name: slug, slug, time_zone: 'UTC' });
  await insert(db, 'booking_rules', { id, ...own, approval_mode: 'auto' });
  const membership: Record<string, Uuid> = {};
  for (const [role, user] of Object.entries(users)) {
    membership[role] = newId();
    await insert(db, 'memberships', {
      id: membership[role],
      ...own,
      user_id: user,
      email: `${role}@${slug}.example`,
      role,
      status: 'active',
    });
  }
  const [ann, ben] = [newId(), newId()];
  await insert(
    db,
    'staff',
    {
      id: ann,
      ...own,
      display_name: 'Ann',
      colour: 'teal',
      rank: 1,
      membership_id: membership['practitioner'],
    },
    { id: ben, ...own, display_name: 'Ben', colour: 'rose', rank: 2 },
  );
  const pattern = newId();
  const weeks = NINE_TO_FIVE;
  await insert(
    db,
    'work_patterns',
    { id: pattern, ...own, staff_id: ann, valid_from: '2020-01-06', weeks },
    { id: newId(), ...own, staff_id: ben, valid_from: '2020-01-06', weeks },
  );

  const rows = Object.fromEntries(
    [
      'policy_texts',
      'date_exceptions',
      'time_off',
      'block_off_reasons',
      'time_blocks',
      'service_categories',
      'staff_service_overrides',
      'add_on_groups',
      'add_ons',
      'attention_items',
    ].map((table) => [table, newId()]),
  ) as Salon['rows'];
  const [service, cut, client, otherClient] = [newId(), newId(), newId(), newId()];
  const sort_key = 'a0';
  await insert(db, 'policy_texts', {
    id: rows.policy_texts,
    ...own,
    version: 1,
    body: 'Be kind.',
    hash: 'h1',
    published_at: at(-10, 9),
  });
  await insert(db, 'date_exceptions', {
    id: rows.date_exceptions,
    ...own,
    on_day: at(40, 9).slice(0, 10),
    kind: 'closed',
  });
  await insert(db, 'block_off_reasons', {
    id: rows.block_off_reasons,
    ...own,
    name: 'Lunch',
    colour: 'amber',
    sort_key,
  });
  await insert(db, 'time_off', {
    id: rows.time_off,
    ...own,
    staff_id: ben,
    starts_at: at(30, 0),
    ends_at: at(31, 0),
    status: 'approved',
  });
  await insert(db, 'time_blocks', {
    id: rows.time_blocks,
    ...own,
    staff_id: ben,
    starts_at: at(FIRST_DAY, 12),
    ends_at: at(FIRST_DAY, 13),
    reason_id: rows.block_off_reasons,
  });
  await insert(db, 'service_categories', {
    id: rows.service_categories,
    ...own,
    name: 'Hair',
    colour: 'teal',
    sort_key,
  });
  await insert(db, 'services', {
    id: service,
    ...own,
    category_id: rows.service_categories,
    name: 'Cut',
    colour: 'teal',
    sort_key,
  });
  await insert(db, 'service_variants', {
    id: cut,
    ...own,
    service_id: service,
    name: '',
    price_cents: 5000,
    duration_min: 60,
    sort_key,
  });
  await insert(db, 'staff_service_overrides', {
    id: rows.staff_service_overrides,
    ...own,
    staff_id: ben,
    variant_id: cut,
    price_cents: 5000,
  });
  await insert(db, 'add_on_groups', {
    id: rows.add_on_groups,
    ...own,
    name: 'Extras',
    service_ids: [service],
    max_count: 2,
    sort_key,
  });
  await insert(db, 'add_ons', {
    id: rows.add_ons,
    ...own,
    group_id: rows.add_on_groups,
    name: 'Wash',
    price_cents: 1000,
    extra_min: 15,
    sort_key,
  });
  await insert(
    db,
    'clients',
    {
      id: client,
      ...own,
      first_name: 'Cleo',
      last_name: 'Reyes',
      email: `cleo@${slug}.example`,
      phone: '+17185550142',
    },
    { id: otherClient, ...own, first_name: 'Otis', last_name: 'Bell', phone: '+17185550143' },
  );
  const salon = { id, slug, users, ann, ben, service, cut, client, otherClient };
  const visit = await addVisit(db, salon, ann, at(FIRST_DAY, 10), {
    appointment: { client_id: client },
    segment: { variant_id: cut },
  });
  const otherVisit = await addVisit(db, salon, ben, at(FIRST_DAY, 10), {
    appointment: { client_id: otherClient },
  });
  await insert(db, 'attention_items', {
    id: rows.attention_items,
    ...own,
    entity: 'appointments',
    entity_id: otherVisit.id,
    kind: 'validation',
  });
  return {
    ...salon,
    visit: visit.id,
    otherVisit: otherVisit.id,
    rows: {
      ...rows,
      businesses: id,
      booking_rules: id,
      memberships: membership['front_desk']!,
      staff: ben,
      work_patterns: pattern,
      services: service,
      service_variants: cut,
      clients: otherClient,
      appointments: otherVisit.id,
      appointment_segments: otherVisit.segment,
    },
  };
};
