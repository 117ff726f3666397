import { describe, expect, test } from 'vitest';
import type { WorkLengths } from '#domain/appointments/busy.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { offeredStarts } from './gap-mode.ts';
import { findSlots, planAt, staffIdsAt } from './slots.ts';
import type { Need, SlotRequest } from './slots.ts';

const DAY = Date.UTC(2027, 2, 12) / 60_000;
const at = (time: string): number => DAY + Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const clockOf = (minute: number): string => new Date(minute * 60_000).toISOString().slice(11, 16);
const lengths = (duration_min: number, more: Partial<WorkLengths> = {}): WorkLengths => ({
  duration_min,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  processing_bookable: true,
  ...more,
});
const request = (free: Record<string, [string, string]>, needs: Need[]): SlotRequest => ({
  staff: Object.entries(free).map(([id, [from, to]]) => ({ id, free: [at(from), at(to)] })),
  needs,
  zone: zoneOf('UTC'),
  stepMin: 15,
  maxGapMin: 15,
  from: DAY,
  to: DAY + 1440,
});
/** Half an hour by so many at once, of whom `staff` can be the first. */
const together = (people: number, helpers: string[], ...staff: string[]): Need => ({
  by: staff.map((staffId) => ({ staffId, lengths: lengths(30) })),
  people,
  helpers,
});
const clocks = (one: SlotRequest) => findSlots(one).starts.map(clockOf);

const free: Record<string, [string, string]> = {
  ana: ['09:00', '10:30'],
  ben: ['09:30', '10:00'],
  cy: ['10:00', '12:00'],
};
const everybody = Object.keys(free);

describe('a service that several people do', () => {
  test('begins when as many are free as it takes', () => {
    expect(clocks(request(free, [together(2, everybody, ...everybody)]))).toEqual([
      '09:30',
      '10:00',
    ]);
    expect(clocks(request(free, [together(3, everybody, ...everybody)]))).toEqual([]);
  });

  test('names whoever could be the first, also where the client has chosen one', () => {
    const one = request(free, [together(2, everybody, 'ana')]);
    const slots = findSlots(one);
    expect(slots.starts.map(clockOf)).toEqual(['09:30', '10:00']);
    expect(staffIdsAt(slots, 0)).toEqual(['ana']);
    expect(planAt(one, at('09:30'))).toEqual([
      { staffId: 'ana', start: at('09:30'), helperIds: ['ben'] },
    ]);
  });

  test('needs nobody who does not help, and nobody twice', () => {
    expect(clocks(request(free, [together(2, ['cy'], 'ana')]))).toEqual(['10:00']);
    expect(clocks(request(free, [together(2, ['ana'], 'ana')]))).toEqual([]);
  });

  test('is planned with the preferred ones, as long as it takes the first one', () => {
    const all: Record<string, [string, string]> = {
      ana: ['09:00', '12:00'],
      ben: ['09:00', '12:00'],
      cy: ['09:00', '12:00'],
    };
    const first: Need = {
      by: [
        { staffId: 'ana', lengths: lengths(30) },
        { staffId: 'cy', lengths: lengths(45) },
      ],
      people: 2,
      helpers: everybody,
    };
    const then: Need = { by: [{ staffId: 'ana', lengths: lengths(30) }] };
    expect(planAt(request(all, [first, then]), at('09:00'), ['cy', 'ben'])).toEqual([
      { staffId: 'cy', start: at('09:00'), helperIds: ['ben'] },
      { staffId: 'ana', start: at('09:45') },
    ]);
  });

  test('takes the buffers of all of them', () => {
    const work = lengths(30, { buffer_before_min: 15, buffer_after_min: 15 });
    const need: Need = { by: [{ staffId: 'ana', lengths: work }], people: 2, helpers: ['ben'] };
    const room: Record<string, [string, string]> = {
      ana: ['09:00', '12:00'],
      ben: ['09:30', '10:45'],
    };
    expect(clocks(request(room, [need]))).toEqual(['09:45', '10:00']);
  });

  test('leaves no rest too short for anything beside any of them', () => {
    const rooms: Record<string, [string, string]> = {
      ana: ['09:00', '11:00'],
      ben: ['09:15', '11:00'],
    };
    const one = request(rooms, [together(2, ['ana', 'ben'], 'ana')]);
    const { starts } = offeredStarts(one, findSlots(one), { gap_mode: 'strict', shortest_min: 30 });
    // At 09:30 a quarter of an hour of Ben's would be left before it, at 09:15 one of Ana's.
    expect(starts.map(clockOf)).toEqual(['09:45', '10:00', '10:30']);
  });
});
