import { describe, expect, it } from 'vitest';
import type { TravelZone } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import { EMPTY_STAFF, staffSchema } from './schema.ts';

const trip = (from_day: string, to_day: string, time_zone = 'Europe/Lisbon'): TravelZone => ({
  time_zone,
  from_day,
  to_day,
});
const check = (...travel: TravelZone[]) => {
  const checked = validate(staffSchema, { ...EMPTY_STAFF, display_name: 'Ana', travel });
  return checked.ok ? checked.value.travel : [checked.error.field, checked.error.rule];
};

describe('trips of a person', () => {
  it('are kept in the order of their days', () =>
    expect(check(trip('2027-03-01', '2027-03-05'), trip('2027-02-01', '2027-02-28'))).toEqual([
      trip('2027-02-01', '2027-02-28'),
      trip('2027-03-01', '2027-03-05'),
    ]));

  it.each([
    [[trip('2027-03-05', '2027-03-01')], 'travel.0.to_day', 'order'],
    [[trip('2027-03-05', '2028-06-01')], 'travel.0.to_day', 'too_long'],
    [[trip('2027-03-05', '2027-03-06', '')], 'travel.0.time_zone', 'not_a_zone'],
    [[trip('2027-03-05', '')], 'travel.0.to_day', 'not_a_day'],
    [[trip('2027-03-05', '2027-03-09'), trip('2027-03-01', '2027-03-05')], 'travel', 'overlap'],
  ])('%j is refused: %s', (travel, field, rule) => expect(check(...travel)).toEqual([field, rule]));

  it('of rows that were stored before there was travel are none', () => {
    const { travel: _travel, ...old } = EMPTY_STAFF;
    expect(validate(staffSchema, { ...old, display_name: 'Ana' })).toMatchObject({
      ok: true,
      value: { travel: [] },
    });
  });
});
