import { createHash } from 'node:crypto';
import type { Database, Row } from '#supabase/local/database/database.ts';
import { jsonText } from '#domain/forms/json-text.ts';
import { newField } from '#domain/forms/new-field.ts';
import type { FormField, Role, TableName, Uuid } from '#domain/rows.ts';
import { receiptPrefix } from '#domain/checkout/receipt.ts';
import { insert, insertAll, newId } from './setup.ts';
import { visitRows } from './visits.ts';

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
  /** A product of which nobody knows the cost. */
  comb: Uuid;
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
/** A class with the client that Ann has never seen; it is over. */
const CLASS_DAY = -20;

export const CONSENT = {
  purpose: 'marketing',
  channel: 'email',
  state: 'granted',
  source: 'in_person',
  at: at(-1, 9),
};
export const HANDED_TEXT = { kind: 'reminder_1', channel: 'sms', at: at(-1, 9) };
export const PATCH_TEST = {
  product: 'Tint',
  performed_at: at(-1, 9),
  expires_on: at(180, 9).slice(0, 10),
};

/** A form of two questions; yes to the second one is flagged. */
export const FORM_FIELDS: FormField[] = [
  { ...newField('q1', 'short_text'), label: 'Allergies' },
  {
    ...newField('q2', 'yes_no'),
    label: 'Are you pregnant?',
    flag: { op: 'eq', value: true, level: 'danger' },
  },
];

const hashOf = (value: unknown): string =>
  createHash('sha256').update(jsonText(value)).digest('hex');

/** What a device sends of such a form that was filled in, with its seal. */
export const filledIn = (answers: object, fields: unknown = FORM_FIELDS) => ({
  answers,
  version_hash: hashOf(fields),
  content_hash: hashOf({ answers, version_hash: hashOf(fields) }),
  submitted_at: at(-1, 9),
});

export const PHOTO = {
  kind: 'before',
  taken_at: at(-1, 9),
  media_type: 'image/webp',
  width: 1536,
  height: 2048,
  bytes: 400_000,
};

/** What somebody waits for: this service by anybody, in the hours of one day. */
export const wish = (variant: Uuid, days = FIRST_DAY, fromHour = 9, toHour = 17) => {
  const day = at(days, 0).slice(0, 10);
  return {
    items: [{ variant_id: variant, staff_ids: [] as Uuid[], add_on_ids: [] as Uuid[] }],
    windows: [
      {
        from_day: day,
        to_day: day,
        weekdays: [] as number[],
        from_min: fromHour * 60,
        to_min: toHour * 60,
      },
    ],
  };
};

/** A cut for 50.00 with nothing taken off and no tax, paid in cash, as rows without their ids. */
export const soldCut = (staff: Uuid | null, receipt_no = 1, device_id = newId()) => {
  const occurred_at = at(-1, 9);
  return {
    sale: {
      device_id,
      receipt_prefix: receiptPrefix(device_id),
      receipt_no,
      occurred_at,
      currency: 'USD',
      subtotal_cents: 5000,
      discount_cents: 0,
      tax_cents: 0,
      tip_cents: 500,
      total_cents: 5500,
    },
    line: {
      occurred_at,
      position: 0,
      kind: 'service',
      staff_id: staff,
      name: 'Cut',
      qty: 1,
      unit_price_cents: 5000,
      discount_cents: 0,
      order_discount_cents: 0,
      tax_milli_percent: 0,
      tax_inclusive: true,
      tax_cents: 0,
      total_cents: 5000,
    },
    tip: { occurred_at, staff_id: staff, amount_cents: 500 },
    payment: {
      occurred_at,
      method: 'cash',
      state: 'captured',
      collects: false,
      amount_cents: 5500,
      tendered_cents: 6000,
    },
    refund: { occurred_at, kind: 'refund', method: 'cash', amount_cents: 100, reason: 'r' },
  };
};

/** What somebody was paid for one cut of 50.00 with a tip. */
export const paid = (staff_id: Uuid) => ({
  staff_id,
  name: 'Ben',
  services_cents: 5000,
  products_cents: 0,
  service_bp: 4000,
  product_bp: 1000,
  service_pay_cents: 2000,
  product_pay_cents: 0,
  tips_cents: 500,
  extra_cents: 0,
  off_cents: 0,
  note: '',
  total_cents: 2500,
});

/** One more in the team, who works when everybody does. */
export const addStaff = async (db: Database, salon: { id: Uuid }, name: string): Promise<Uuid> => {
  const id = newId();
  const business_id = salon.id;
  await insert(db, 'staff', { id, business_id, display_name: name, colour: 'lime' });
  await insert(db, 'work_patterns', {
    id: newId(),
    business_id,
    staff_id: id,
    valid_from: '2020-01-06',
    weeks: NINE_TO_FIVE,
  });
  return id;
};

/** A small business with people in every role and one row of every table, in one transaction. */
export const makeSalon = async (db: Database, slug: string): Promise<Salon> => {
  const id = newId();
  const planned: [TableName, Row[]][] = [];
  const add = (table: TableName, ...rows: Row[]): Uuid[] => {
    const whole = rows.map((row): Row & { id: Uuid } => ({
      id: newId(),
      business_id: id,
      ...row,
    }));
    planned.push([table, whole]);
    return whole.map((row) => row.id);
  };
  const addOne = (table: TableName, row: Row): Uuid => add(table, row)[0]!;
  const sort_key = 'a0';

  addOne('businesses', { id, name: slug, slug, time_zone: 'UTC' });
  addOne('booking_rules', { id, approval_mode: 'auto' });
  const roles: Role[] = ['owner', 'manager', 'front_desk', 'practitioner', 'assistant'];
  const users = Object.fromEntries(roles.map((role) => [role, newId()])) as Salon['users'];
  const memberships = add(
    'memberships',
    ...roles.map((role) => ({
      user_id: users[role],
      email: `${role}@${slug}.example`,
      role,
      status: 'active',
    })),
  );
  const membershipOf = (role: Role): Uuid => memberships[roles.indexOf(role)]!;
  const [ann, ben] = add(
    'staff',
    { display_name: 'Ann', colour: 'teal', rank: 1, membership_id: membershipOf('practitioner') },
    { display_name: 'Ben', colour: 'rose', rank: 2, membership_id: null },
  ) as [Uuid, Uuid];
  addOne('staff_contacts', { id: ben, emergency_contact: { name: 'Bea', phone: '' } });
  const [pattern] = add(
    'work_patterns',
    ...[ann, ben].map((staff_id) => ({ staff_id, valid_from: '2020-01-06', weeks: NINE_TO_FIVE })),
  );
  const policy = addOne('policy_texts', {
    version: 1,
    body: 'Be kind.',
    hash: 'h1',
    published_at: at(-10, 9),
  });
  const closedDay = addOne('date_exceptions', {
    on_day: at(40, 9).slice(0, 10),
    kind: 'closed',
    ranges: [],
  });
  const lunch = addOne('block_off_reasons', { name: 'Lunch', colour: 'amber', sort_key });
  const timeOff = addOne('time_off', {
    staff_id: ben,
    starts_at: at(30, 0),
    ends_at: at(31, 0),
    status: 'approved',
  });
  const block = addOne('time_blocks', {
    staff_id: ben,
    starts_at: at(FIRST_DAY, 12),
    ends_at: at(FIRST_DAY, 13),
    reason_id: lunch,
  });
  const tax = addOne('tax_rates', { name: 'VAT', milli_percent: 20_000, sort_key });
  const template = addOne('message_templates', { key: 'low_stock', body: 'Order more.' });
  const category = addOne('service_categories', { name: 'Hair', colour: 'teal', sort_key });
  const service = addOne('services', {
    category_id: category,
    name: 'Cut',
    colour: 'teal',
    sort_key,
  });
  const cut = addOne('service_variants', {
    service_id: service,
    name: '',
    price_cents: 5000,
    duration_min: 60,
    sort_key,
  });
  const override = addOne('staff_service_overrides', {
    staff_id: ben,
    variant_id: cut,
    price_cents: 5000,
  });
  const extras = addOne('add_on_groups', {
    name: 'Extras',
    service_ids: [service],
    max_count: 2,
    sort_key,
  });
  const wash = addOne('add_ons', {
    group_id: extras,
    name: 'Wash',
    price_cents: 1000,
    extra_min: 15,
    sort_key,
  });
  // One of its parts is not there: nobody can book it.
  const bundle = addOne('bundles', {
    name: 'Cut and colour',
    variant_ids: [cut, newId()],
    sort_key,
  });
  const pool = addOne('resource_pools', { name: 'Chairs', sort_key });
  const chair = addOne('resources', { pool_id: pool, name: 'Chair 1', sort_key });
  const [client, otherClient] = add(
    'clients',
    {
      first_name: 'Cleo',
      last_name: 'Reyes',
      email: `cleo@${slug}.example`,
      phone: '+17185550142',
    },
    { first_name: 'Otis', last_name: 'Bell', email: null, phone: '+17185550143' },
  ) as [Uuid, Uuid];
  const series = addOne('series', {
    rule: 'FREQ=WEEKLY;INTERVAL=4;BYDAY=TU;COUNT=26',
    starts_on: '2027-03-09',
    start_minute: 600,
    time_zone: 'UTC',
  });
  const visits = [
    visitRows({ id }, ann, at(FIRST_DAY, 10), {
      appointment: { client_id: client },
      segment: { variant_id: cut },
    }),
    visitRows({ id }, ben, at(FIRST_DAY, 10), {
      appointment: { client_id: otherClient },
      segment: { variant_id: null },
    }),
  ] as const;
  // Nobody leads it: whoever is expected somewhere, or sees somebody's visits, is not counted by it.
  const session = visitRows({ id }, ben, at(CLASS_DAY, 10), { appointment: { capacity: 3 } });
  add('appointments', ...visits.map((visit) => visit.appointment));
  // Columns of rows that are stored together are the same.
  add('appointments', session.appointment);
  add('appointment_segments', ...visits.map((visit) => visit.segment));
  const attendee = addOne('attendees', { appointment_id: session.id, client_id: otherClient });
  const note = addOne('client_notes', {
    client_id: otherClient,
    body: 'Likes tea.',
    noted_at: at(-1, 9),
  });
  const consent = addOne('consent_events', { client_id: otherClient, ...CONSENT });
  const handedText = addOne('handed_texts', { client_id: otherClient, ...HANDED_TEXT });
  const patchTest = addOne('patch_tests', { client_id: otherClient, ...PATCH_TEST });
  const photo = addOne('client_photos', { client_id: otherClient, ...PHOTO });
  const waiting = addOne('waitlist_entries', {
    client_id: otherClient,
    ...wish(cut),
    // It waits for nothing: jobs leave it as it is.
    state: 'cancelled',
  });
  const form = addOne('forms', { name: 'Before your visit', public_key: newId() });
  const version = addOne('form_versions', {
    form_id: form,
    fields: FORM_FIELDS,
    published_at: at(-30, 9),
  });
  const submission = addOne('form_submissions', {
    form_id: form,
    version_id: version,
    client_id: otherClient,
    ...filledIn({ q1: 'Latex' }),
  });
  const formRequest = addOne('form_requests', {
    form_id: form,
    client_id: otherClient,
    channel: 'phone',
    asked_at: at(-1, 9),
  });
  const sold = soldCut(ben);
  const sale = addOne('sales', sold.sale);
  const saleLine = addOne('sale_lines', { sale_id: sale, ...sold.line });
  const tip = addOne('tips', { sale_id: sale, ...sold.tip });
  const payment = addOne('payments', { sale_id: sale, ...sold.payment });
  const refund = addOne('refunds', {
    sale_id: sale,
    sale_line_id: saleLine,
    qty: 1,
    ...sold.refund,
  });
  const disputeEntry = addOne('dispute_entries', {
    dispute_id: newId(),
    payment_id: payment,
    occurred_at: at(-1, 10),
    state: 'open',
    amount_cents: 0,
    fee_cents: 0,
  });
  const giftCard = addOne('gift_cards', {
    code_hash: '0'.repeat(64),
    code_last4: '7KQ2',
    kind: 'digital',
    initial_cents: 5000,
  });
  const giftActivity = addOne('gift_activities', {
    card_id: giftCard,
    occurred_at: at(-1, 8),
    kind: 'redeem',
    amount_cents: 0,
    sale_id: sale,
  });
  const receiptMail = addOne('receipt_mails', { sale_id: sale, asked_at: at(-1, 10) });
  const offered = addOne('packages', {
    name: 'Five cuts',
    price_cents: 20_000,
    credits: 5,
    service_ids: [service],
  });
  const holding = addOne('package_holdings', {
    client_id: otherClient,
    package_id: offered,
    name: 'Five cuts',
    price_cents: 20_000,
    credits: 5,
    service_ids: [service],
  });
  const membership = addOne('client_memberships', {
    client_id: otherClient,
    package_id: offered,
    name: 'Five cuts',
    price_cents: 20_000,
    credits: 5,
    service_ids: [service],
    renews_months: 1,
  });
  const packageActivity = addOne('package_activities', {
    holding_id: holding,
    occurred_at: at(-1, 8),
    kind: 'redeem',
    credits: 0,
    amount_cents: 0,
    sale_id: sale,
    sale_line_id: saleLine,
  });
  const drawer = addOne('drawer_events', {
    occurred_at: at(-1, 8),
    kind: 'open',
    amount_cents: 10_000,
  });
  const dayClose = addOne('day_closes', {
    occurred_at: at(-1, 20),
    on_day: at(-1, 20).slice(0, 10),
    sales: 1,
    taken_cents: 5500,
    back_cents: 100,
    tip_cents: 500,
    due_cents: 0,
  });
  addOne('commission_rules', { id: ben, service_bp: 4000, product_bp: 1000 });
  const payRun = addOne('pay_runs', {
    occurred_at: at(-1, 20),
    from_day: at(-30, 9).slice(0, 10),
    to_day: at(-1, 9).slice(0, 10),
    entries: [paid(ben)],
  });
  const supplier = addOne('suppliers', { name: 'Wholesale' });
  const [product, comb] = add(
    'products',
    { name: 'Matte clay', supplier_id: supplier },
    { name: 'Comb', supplier_id: null },
  ) as [Uuid, Uuid];
  addOne('product_costs', { id: product, cost_cents: 700 });
  const order = addOne('purchase_orders', {
    supplier_id: supplier,
    state: 'ordered',
    lines: [{ product_id: product, qty: 6, cost_cents: 650 }],
    ordered_at: at(-3, 8),
  });
  addOne('recipes', { id: cut, items: [{ product_id: product, qty_milli: 500 }] });
  const [counted, received] = add(
    'stock_movements',
    { product_id: product, occurred_at: at(-2, 8), kind: 'count', qty_milli: 5000 },
    { product_id: product, occurred_at: at(-3, 8), kind: 'receive', qty_milli: 6000 },
  ) as [Uuid, Uuid];
  addOne('stock_costs', { id: received, cost_cents: 650 });
  const item = addOne('attention_items', {
    entity: 'appointments',
    entity_id: visits[1].id,
    kind: 'validation',
  });

  await db.transaction(async (sql) => {
    for (const [table, rows] of planned) await insertAll(sql, table, rows);
  });
  return {
    id,
    slug,
    users,
    ann,
    ben,
    service,
    cut,
    client,
    otherClient,
    comb,
    visit: visits[0].id,
    otherVisit: visits[1].id,
    rows: {
      businesses: id,
      booking_rules: id,
      policy_texts: policy,
      memberships: membershipOf('front_desk'),
      staff: ben,
      staff_contacts: ben,
      work_patterns: pattern!,
      date_exceptions: closedDay,
      time_off: timeOff,
      block_off_reasons: lunch,
      time_blocks: block,
      tax_rates: tax,
      message_templates: template,
      service_categories: category,
      services: service,
      service_variants: cut,
      recipes: cut,
      bundles: bundle,
      staff_service_overrides: override,
      add_on_groups: extras,
      add_ons: wash,
      resource_pools: pool,
      resources: chair,
      forms: form,
      form_versions: version,
      clients: otherClient,
      series,
      appointments: visits[1].id,
      appointment_segments: visits[1].segment.id,
      client_notes: note,
      consent_events: consent,
      handed_texts: handedText,
      patch_tests: patchTest,
      client_photos: photo,
      attendees: attendee,
      waitlist_entries: waiting,
      form_submissions: submission,
      form_requests: formRequest,
      attention_items: item,
      sales: sale,
      sale_lines: saleLine,
      tips: tip,
      payments: payment,
      refunds: refund,
      dispute_entries: disputeEntry,
      drawer_events: drawer,
      day_closes: dayClose,
      commission_rules: ben,
      pay_runs: payRun,
      suppliers: supplier,
      products: product,
      product_costs: product,
      purchase_orders: order,
      stock_movements: counted,
      stock_costs: received,
      gift_cards: giftCard,
      gift_activities: giftActivity,
      receipt_mails: receiptMail,
      packages: offered,
      package_holdings: holding,
      client_memberships: membership,
      package_activities: packageActivity,
    },
  };
};
