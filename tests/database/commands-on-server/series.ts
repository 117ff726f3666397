import type { Uuid } from '#domain/rows.ts';
import { addDays } from '#domain/time/day.ts';
import { cancelSeries, editSeriesNote } from '#db/commands/series-edit.ts';
import { createSeries, extendSeries, moveSeries } from '#db/commands/series.ts';
import { valueOf } from '#db/test-rows.ts';
import { workOf } from './work.ts';
import type { Booked } from './work.ts';
import type { World } from './world.ts';

/** A series: booked, extended, moved with one left, noted, given up and taken back, and one undone. */
export const repeatVisits = async ({ db, today, at, owner }: World, booked: Booked) => {
  const { ada, ben } = booked;
  const segment = workOf(booked);
  const weekly = (count: number) => `FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=${count}`;
  const layout = {
    rule: weekly(4),
    starts_on: addDays(today, 20),
    start_minute: 840,
    first_index: 0,
  };
  const everyWeek = (from: number, count: number, hour = '14:00') =>
    Array.from({ length: count }, (_, place) => ({
      index: from + place,
      startsAt: at(hour, 20 + (from + place) * 7),
      acceptOverlap: false,
      isMoved: false,
    }));
  const form = { client_id: ada, segments: [segment(ben, at('14:00', 20))] };
  const series = valueOf(await createSeries(db, form, layout, everyWeek(0, 4)));
  const [, first, other, last] = series.ids as [Uuid, Uuid, Uuid, Uuid];
  valueOf(await extendSeries(db, last, { ...layout, rule: weekly(6) }, everyWeek(4, 2)));
  valueOf(
    await moveSeries(db, {
      id: series.id,
      layout: { ...layout, rule: weekly(5), start_minute: 960, first_index: 1 },
      dates: everyWeek(1, 2, '16:00').map((date, place) => ({
        ...date,
        id: [first, other][place]!,
      })),
      leftIds: [last],
      staffId: owner,
      durationMin: 45,
    }),
  );
  valueOf(await editSeriesNote(db, first, [first, other], { field: 'staff_note', text: 'Window' }));
  valueOf(
    await valueOf(
      await cancelSeries(db, series.id, [other, last], { reason: 'ill', by: 'client' }),
    ).undo(),
  );
  const mistake = { ...form, segments: [segment(ben, at('09:00', 21))] };
  valueOf(await valueOf(await createSeries(db, mistake, layout, everyWeek(0, 2, '09:00'))).undo());
};
