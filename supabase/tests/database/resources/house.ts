import { beforeEach } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from '../salon.ts';
import { Device, fromAddress, insert, newId, rpc, useDatabase, type Answer } from '../setup.ts';
import { visitOps, visitRows } from '../visits.ts';

/** The day on which everything happens. */
export const DAY = FIRST_DAY + 1;
export const dayOf = (days: number): string => at(days, 12).slice(0, 10);

export type House = ReturnType<typeof openHouse>;

/** A fresh salon for every test, with two treatment rooms, which the cut needs one of. */
export const openHouse = () => {
  const database = useDatabase();
  let salon: Salon;
  let desk: Device;
  let owner: Device;
  let rooms: Uuid;
  let room1: Uuid;
  let room2: Uuid;
  let slugs = 0;
  let callers = 0;

  beforeEach(async () => {
    salon = await makeSalon(database.db, `resources-${(slugs += 1)}`);
    desk = new Device(database.db, salon.users.front_desk, salon.id);
    owner = new Device(database.db, salon.users.owner, salon.id);
    await desk.pull();
    await owner.pull();
    [rooms, room1, room2] = [newId(), newId(), newId()];
    const business_id = salon.id;
    const { db } = database;
    await insert(db, 'resource_pools', { id: rooms, business_id, name: 'Rooms', sort_key: 'b' });
    await insert(
      db,
      'resources',
      { id: room1, business_id, pool_id: rooms, name: 'Room 1', sort_key: 'b0' },
      { id: room2, business_id, pool_id: rooms, name: 'Room 2', sort_key: 'b1' },
    );
    await need(needs());
  });

  const needs = (qty = 1) => [{ pool_id: rooms, qty }];
  const need = (wanted: object[]) =>
    database.db.sql('update public.services set resource_needs = $1::jsonb where id = $2', [
      JSON.stringify(wanted),
      salon.service,
    ]);
  const request = (startsAt: string, more: object = {}) => ({
    items: [{ variant_id: salon.cut, staff_id: null, add_on_ids: [] }],
    starts_at: startsAt,
    client: { first_name: 'Nia', email: `${newId()}@example.com`, phone: '7185550199' },
    policy_version: 1,
    ...more,
  });
  /** Each from a network of their own: limits are not what is tested here. */
  const ask = (name: string, args: Record<string, unknown>): Promise<Answer> =>
    rpc(database.db, fromAddress(`10.1.0.${(callers += 1) % 250}`), name, {
      slug: salon.slug,
      ...args,
    });

  return {
    get db() {
      return database.db;
    },
    get salon() {
      return salon;
    },
    get desk() {
      return desk;
    },
    get owner() {
      return owner;
    },
    get rooms() {
      return rooms;
    },
    get room1() {
      return room1;
    },
    get room2() {
      return room2;
    },
    needs,
    need,
    set: (id: Uuid, change: string) =>
      database.db.sql(`update public.resources set ${change} where id = $1`, [id]),
    book: (startsAt: string, more: object = {}) =>
      ask('book', { op_id: newId(), request: request(startsAt, more) }),
    hold: (startsAt: string, key: Uuid) =>
      ask('hold_slot', { request: request(startsAt), hold_key: key }),
    /** A visit pushed the way a device does. */
    push: async (
      staff: Uuid,
      startsAt: string,
      segment: object = { resource_needs: needs() },
      appointment: object = {},
    ) => {
      const visit = visitRows(salon, staff, startsAt, { segment, appointment });
      const { result, answer } = await desk.push(visitOps(visit));
      return { id: visit.id, segment: visit.segment.id, result, answer };
    },
    roomsOf: async (appointment: Uuid): Promise<Uuid[]> => {
      const rows = await database.db.sql<{ resource_ids: Uuid[] }>(
        'select resource_ids from public.appointment_segments where appointment_id = $1 order by position',
        [appointment],
      );
      return rows.flatMap(({ resource_ids }) => resource_ids);
    },
    itemOf: async (id: Uuid) => {
      const [item] = await database.db.sql<{ state: string; theirs: Record<string, unknown> }>(
        `select state, theirs from public.attention_items where entity_id = $1
         and kind = 'slot_taken' order by id desc limit 1`,
        [id],
      );
      return item;
    },
  };
};
