import { describe, expect, it } from 'vitest';
import type { MinuteRange, TravelZone } from '#domain/rows.ts';
import { dayNumber } from '#domain/time/day.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { pairsOf } from './windows.ts';
import { workingDays, workingHoursOn, workingWindows } from './working-time.ts';

const NINE_TO_FIVE: MinuteRange[][] = Array.from({ length: 7 }, () => [[540, 1020]]);
const works = workingDays(
  'ana',
  [{ staff_id: 'ana', valid_from: '2027-01-04', weeks: [NINE_TO_FIVE] }],
  [],
);
const newYork = zoneOf('America/New_York');
const trip = (time_zone: string, from_day: string, to_day = from_day): TravelZone => ({
  time_zone,
  from_day,
  to_day,
});
const hoursOn = (day: string, ...travel: TravelZone[]) =>
  workingHoursOn(works, day, newYork, travel);

describe('hours of who travels', () => {
  it('stand in the calendar at home where the clocks there put them', () => {
    const lisbon = trip('Europe/Lisbon', '2027-02-02', '2027-02-03');
    expect(hoursOn('2027-02-01', lisbon)).toEqual([[540, 1020]]);
    // Lisbon is five hours ahead: nine there is four at home.
    expect(hoursOn('2027-02-02', lisbon)).toEqual([[240, 720]]);
    expect(hoursOn('2027-02-04', lisbon)).toEqual([[540, 1020]]);
  });

  it('may begin the evening before, and end the day after', () => {
    const tokyo = trip('Asia/Tokyo', '2027-02-02');
    expect(hoursOn('2027-02-01', tokyo)).toEqual([
      [540, 1020],
      [1140, 1440],
    ]);
    expect(hoursOn('2027-02-02', tokyo)).toEqual([[0, 180]]);
    const honolulu = trip('Pacific/Honolulu', '2027-02-02');
    expect(hoursOn('2027-02-02', honolulu)).toEqual([[840, 1320]]);
  });

  it('follow the clocks of both places when those change', () => {
    // New York sets its clocks forward on 14 March, Lisbon on 28 March.
    const lisbon = trip('Europe/Lisbon', '2027-03-01', '2027-03-31');
    expect(hoursOn('2027-03-13', lisbon)).toEqual([[240, 720]]);
    expect(hoursOn('2027-03-15', lisbon)).toEqual([[300, 780]]);
    expect(hoursOn('2027-03-29', lisbon)).toEqual([[240, 720]]);
  });

  it('of a zone that this device does not know are those at home', () =>
    expect(hoursOn('2027-02-02', trip('Mars/Olympus', '2027-02-02'))).toEqual([[540, 1020]]));

  it('are not lost at the edges of what is asked for', () => {
    const day = dayNumber('2027-02-02');
    const far = [trip('Pacific/Kiritimati', '2027-02-03')];
    // 19 hours ahead of New York: the third there begins on the second here.
    const windows = pairsOf(workingWindows(works, newYork, day, day, far));
    const [begun, ended] = [Date.UTC(2027, 1, 2, 14), Date.UTC(2027, 1, 3, 3)];
    expect(windows.at(-1)).toEqual([begun / 60_000, ended / 60_000]);
  });
});
