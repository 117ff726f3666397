import { beforeEach } from 'vitest';
import { at, FIRST_DAY, makeSalon, type Salon } from '../salon.ts';
import { anon, newId, rpc, useDatabase, type Answer } from '../setup.ts';

export type Shop = ReturnType<typeof openShop>;

/** A fresh salon for every test, and somebody who books there. Read inside tests only. */
export const openShop = (database = useDatabase()) => {
  let salon: Salon;
  let slugs = 0;
  beforeEach(async () => {
    salon = await makeSalon(database.db, `booking-${(slugs += 1)}`);
  });

  const set = async (table: string, id: string, change: Record<string, unknown>) => {
    const columns = Object.keys(change);
    await database.db.sql(
      `update public.${table} t set ${columns.map((name) => `"${name}" = r."${name}"`).join(', ')}
       from jsonb_populate_record(null::public.${table}, $1::jsonb) r where t.id = $2`,
      [JSON.stringify(change), id],
    );
  };
  const item = (more: object = {}) => ({
    variant_id: salon.cut,
    staff_id: null,
    add_on_ids: [],
    ...more,
  });
  const request = (more: object = {}) => ({
    items: [item()],
    starts_at: at(FIRST_DAY, 14),
    time_zone: 'UTC',
    client: {
      first_name: 'Nia',
      last_name: 'Doe',
      email: 'nia@example.com',
      phone: '(718) 555-0199',
    },
    note: '',
    policy_version: 1,
    expected_total: 5000,
    hold_key: null,
    answers: null,
    guests: [],
    ...more,
  });
  return {
    get db() {
      return database.db;
    },
    get salon() {
      return salon;
    },
    set,
    rules: (change: Record<string, unknown>) => set('booking_rules', salon.id, change),
    item,
    request,
    book: (more: object = {}, opId = newId()): Promise<Answer> =>
      rpc(database.db, anon, 'book', { slug: salon.slug, request: request(more), op_id: opId }),
    hold: (key: string, more: object = {}): Promise<Answer> =>
      rpc(database.db, anon, 'hold_slot', {
        slug: salon.slug,
        request: { items: [item()], starts_at: at(FIRST_DAY, 14), ...more },
        hold_key: key,
      }),
  };
};

/** Why a call was refused, with the field; `ok` when it was not. */
export const refusal = ({ ok, code, field }: Answer): string =>
  ok ? 'ok' : `${code} ${field ?? ''}`.trim();
