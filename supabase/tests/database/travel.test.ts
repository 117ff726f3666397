import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, makeSalon, type Salon } from './salon.ts';
import { anon, Device, patch, rowOf, rpc, useDatabase } from './setup.ts';

const database = useDatabase();
let salon: Salon;
let manager: Device;
let slugs = 0;
/** Far enough ahead for every booking rule. */
const DAYS = 10;
const day = (more: number): string => at(DAYS + more, 12).slice(0, 10);

beforeEach(async () => {
  salon = await makeSalon(database.db, `travel-${(slugs += 1)}`);
  manager = new Device(database.db, salon.users.manager, salon.id);
  await manager.pull();
});

const setTravel = async (travel: unknown) => {
  const { result } = await manager.push([patch('staff', salon.ann, { travel })]);
  await manager.pull();
  return result;
};
/** When Ann is free from a day on, as hours from its beginning in UTC. */
const freeOfAnn = async (from: number, to: number): Promise<number[]> => {
  const answer = await rpc(database.db, anon, 'public_availability', {
    slug: salon.slug,
    from_day: day(from),
    to_day: day(to),
  });
  const people = answer['staff'] as { id: Uuid; free: number[] }[];
  const start = Date.parse(at(DAYS + from, 0)) / 60_000;
  return (people.find(({ id }) => id === salon.ann)?.free ?? []).map((min) => (min - start) / 60);
};

describe('hours of who travels', () => {
  test('are those of the zone there, on the days there', async () => {
    // Nine to five in Kolkata is half past three to half past eleven in UTC.
    await setTravel([{ time_zone: 'Asia/Kolkata', from_day: day(1), to_day: day(2) }]);
    expect(await freeOfAnn(0, 3)).toEqual([9, 17, 27.5, 35.5, 51.5, 59.5, 81, 89]);
  });

  test('may lie on other days of the business than their own', async () => {
    // 14 hours ahead: nine to five of a day is seven in the evening of the day before to three.
    await setTravel([{ time_zone: 'Pacific/Kiritimati', from_day: day(1), to_day: day(1) }]);
    expect(await freeOfAnn(0, 0)).toEqual([9, 17, 19, 24]);
    expect(await freeOfAnn(0, 1)).toEqual([9, 17, 19, 27]);
  });

  test('can be booked by clients then, and not at home', async () => {
    await setTravel([{ time_zone: 'Asia/Kolkata', from_day: day(1), to_day: day(1) }]);
    const book = (hour: number) =>
      rpc(database.db, anon, 'book', {
        slug: salon.slug,
        op_id: crypto.randomUUID(),
        request: {
          items: [{ variant_id: salon.cut, staff_id: salon.ann, add_on_ids: [] }],
          starts_at: at(DAYS + 1, hour),
          policy_version: 1,
          client: { first_name: 'Nia', email: 'nia@example.com', phone: '7185550111' },
        },
      });
    expect(await book(14)).toMatchObject({ ok: false, code: 'outside_hours' });
    expect(await book(5)).toMatchObject({ ok: true });
  });
});

describe('a trip', () => {
  const trip = (more: object) => ({
    time_zone: 'Europe/Lisbon',
    from_day: '2027-03-01',
    to_day: '2027-03-10',
    ...more,
  });

  test.each([
    ['that ends before it begins', [trip({ to_day: '2027-02-01' })]],
    ['longer than a year', [trip({ to_day: '2028-06-01' })]],
    ['to nowhere', [trip({ time_zone: 'Mars/Olympus' })]],
    ['without an end', [{ time_zone: 'Europe/Lisbon', from_day: '2027-03-01' }]],
    ['on no day', [trip({ to_day: '2027-02-30' })]],
    ['with something hidden in it', [trip({ note: 'x' })]],
    ['that shares a day with the next', [trip({}), trip({ from_day: '2027-03-10' })]],
    [
      'out of order',
      [
        trip({ from_day: '2027-04-01', to_day: '2027-04-02' }),
        trip({ from_day: '2027-03-01', to_day: '2027-03-02' }),
      ],
    ],
    ['that is no list', { 0: trip({}) }],
  ])('%s is refused', async (_, travel) => {
    expect(await setTravel(travel)).toMatchObject({
      status: 'refused',
      code: 'invalid',
      field: 'travel',
    });
    expect((await rowOf(database.db, 'staff', salon.ann))['travel']).toEqual([]);
  });

  test('is kept as it was sent, and not for who may not change the team', async () => {
    const travel = [trip({}), trip({ from_day: '2027-03-11', to_day: '2027-03-12' })];
    expect(await setTravel(travel)).toMatchObject({ status: 'applied' });
    expect((await rowOf(database.db, 'staff', salon.ann))['travel']).toEqual(travel);
    const own = new Device(database.db, salon.users.practitioner, salon.id);
    await own.pull();
    const { result } = await own.push([patch('staff', salon.ann, { travel: [] })]);
    expect(result).toMatchObject({ code: 'not_allowed' });
  });
});
