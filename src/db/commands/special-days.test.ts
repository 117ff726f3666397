import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DaybookDb } from '../open.ts';
import { freeWindows } from '../queries/team-time.ts';
import { specialDayClashes, specialDays } from '../queries/special-days.ts';
import { openSalon, putAppointment, segmentOf, valueOf } from '../test-rows.ts';
import { clearSpecialDays, setSpecialDays } from './special-days.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

/** Thursday and Friday. */
const closed = {
  first_day: '2027-03-18',
  last_day: '2027-03-19',
  kind: 'closed' as const,
  ranges: [],
  note: 'Works',
};
const shown = async () =>
  (await specialDays(db)).spans.map(
    ({ firstDay, lastDay, kind, note }) => `${firstDay}/${lastDay} ${kind} ${note}`,
  );

describe('closed days and special hours', () => {
  test('nobody of the team is free on a closed day', async () => {
    const free = () => freeWindows(db, '2027-03-18T04:00:00+00:00', '2027-03-20T04:00:00+00:00');
    expect((await free()).every(({ free: windows }) => windows.length > 0)).toBe(true);
    const done = valueOf(await setSpecialDays(db, closed));
    expect((await free()).map(({ free: windows }) => windows)).toEqual([[], []]);
    valueOf(await done.undo());
    expect(await db.rows('date_exceptions').count()).toBe(0);
  });

  test('what was said of a day before is replaced, and comes back by undo', async () => {
    valueOf(await setSpecialDays(db, closed));
    const done = valueOf(
      await setSpecialDays(db, {
        ...closed,
        first_day: '2027-03-19',
        last_day: '2027-03-20',
        kind: 'hours',
        ranges: [[600, 720]],
        note: 'Short',
      }),
    );
    expect(await shown()).toEqual([
      '2027-03-18/2027-03-18 closed Works',
      '2027-03-19/2027-03-20 hours Short',
    ]);
    valueOf(await done.undo());
    expect(await shown()).toEqual(['2027-03-18/2027-03-19 closed Works']);
  });

  test('an entry moves to other days, and back', async () => {
    const { ids } = valueOf(await setSpecialDays(db, closed));
    const later = { ...closed, first_day: '2027-03-19', last_day: '2027-03-20' };
    const done = valueOf(await setSpecialDays(db, later, ids));
    expect(await shown()).toEqual(['2027-03-19/2027-03-20 closed Works']);
    valueOf(await done.undo());
    expect(await shown()).toEqual(['2027-03-18/2027-03-19 closed Works']);
  });

  test('days are like all others again, until that is undone', async () => {
    const { ids } = valueOf(await setSpecialDays(db, closed));
    const done = valueOf(await clearSpecialDays(db, ids));
    expect(await shown()).toEqual([]);
    valueOf(await done.undo());
    expect(await shown()).toEqual(['2027-03-18/2027-03-19 closed Works']);
  });

  test('who is booked outside the new hours is listed', async () => {
    await putAppointment(db, 'early', [segmentOf('s1', 'ana', '2027-03-18T13:30:00+00:00')]);
    await putAppointment(db, 'inside', [segmentOf('s2', 'ben', '2027-03-18T15:00:00+00:00')]);
    const open = { ...closed, kind: 'hours' as const, ranges: [[600, 720] as [number, number]] };
    expect((await specialDayClashes(db, open)).map(({ id }) => id)).toEqual(['early']);
    expect((await specialDayClashes(db, closed)).map(({ id }) => id)).toEqual(['early', 'inside']);
  });
});
