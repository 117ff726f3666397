import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setOverrides } from '../commands/overrides.ts';
import type { DaybookDb } from '../open.ts';
import { ALONE, at, openSalon, putAppointment, putRows, segmentOf } from '../test-rows.ts';
import { bestTimes, freeTimes } from './free-times.ts';
import { placeWarnings } from './place-warnings.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const local = (start: number) => new Date(start * 60_000).toISOString().slice(8, 16);

describe('free times', () => {
  test('of one person go around appointments, blocks and the appointment that moves', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('15:00'))]);
    await putRows(db, 'time_blocks', [
      {
        ...ALONE,
        id: 'b1',
        staff_id: 'ana',
        starts_at: at('16:15'),
        ends_at: at('22:00'),
        all_day: false,
        reason_id: null,
        note: null,
        blocks_online: false,
      },
    ]);
    const times = async (except?: string) => {
      const { slots } = await freeTimes(
        db,
        [{ variantId: 'cut', staffId: 'ana' }],
        at('05:00'),
        at('05:00', '2027-03-10'),
        except,
      );
      return slots.starts.map(local);
    };
    expect(await times()).toEqual(['09T14:00', '09T14:15', '09T22:00', '09T22:15']);
    expect((await times('a1')).slice(0, 7)).toEqual([
      '09T14:00',
      '09T14:15',
      '09T14:30',
      '09T14:45',
      '09T15:00',
      '09T15:15',
      '09T15:30',
    ]);
  });

  test('of anybody name everybody who does it', async () => {
    await setOverrides(db, [
      {
        staff_id: 'ben',
        variant_id: 'cut',
        offered: false,
        price_cents: null,
        duration_min: null,
      },
    ]);
    const span = [at('05:00'), at('05:00', '2027-03-10')] as const;
    const { slots } = await freeTimes(db, [{ variantId: 'cut' }], ...span);
    expect(new Set(slots.masks)).toEqual(new Set([1]));
    const both = await freeTimes(db, [{ variantId: 'colour' }], ...span);
    expect(new Set(both.slots.masks)).toEqual(new Set([3]));
  });

  test('the best ones are near, by the same person or at the same time, and say why', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('18:00'))], { conflict: true });
    await putAppointment(db, 'a2', [segmentOf('g2', 'ana', at('18:00'))]);
    const times = await bestTimes(db, 'a1');
    expect(times[0]).toMatchObject({ startsAt: at('18:00'), staffId: 'ben', distanceMin: 0 });
    expect(times[0]?.reasons).toEqual(['same_time', 'same_day']);
    expect(times[1]).toMatchObject({ startsAt: at('18:45'), staffId: 'ana', distanceMin: 45 });
    expect(times[1]?.reasons).toEqual(['same_staff', 'same_day', 'close', 'fills_gap']);
    expect(times.some(({ reasons }) => reasons.includes('same_weekday'))).toBe(true);
    expect(times.every(({ startsAt }) => startsAt >= db.now())).toBe(true);
    expect(await bestTimes(db, 'none')).toEqual([]);
  });

  test('warnings tell what is in the way and when nobody works', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('18:00'))]);
    expect(await placeWarnings(db, [segmentOf('x', 'ana', at('18:15'))])).toEqual([
      { kind: 'overlap', staffId: 'ana', rows: ['appointments:a1'] },
    ]);
    expect(await placeWarnings(db, [segmentOf('x', 'ana', at('18:15'))], 'a1')).toEqual([]);
    expect(await placeWarnings(db, [segmentOf('x', 'ben', at('22:30'))])).toEqual([
      { kind: 'outside_hours', staffId: 'ben', rows: [] },
    ]);
    expect(await placeWarnings(db, [])).toEqual([]);
  });
});
