import 'temporal-polyfill/global';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayNumber, dayOf } from './day.ts';
import { epochMinOf, instantOfMin } from './epoch.ts';
import { dayStart, daySpan, epochToWall, wallKind, wallToEpoch } from './wall.ts';
import { isZone, zoneOf } from './zone.ts';

const minuteOfDay = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const store = (zone: string, day: string, clock: string) =>
  instantOfMin(wallToEpoch(zoneOf(zone), dayNumber(day), minuteOfDay(clock))).slice(0, 16);

describe('wall time that is missing or repeated in 2027', () => {
  test.each([
    ['America/New_York', '2027-03-14', '02:30', '2027-03-14T07:30', 'gap'],
    ['America/New_York', '2027-11-07', '01:30', '2027-11-07T05:30', 'repeated'],
    ['Europe/London', '2027-03-28', '01:30', '2027-03-28T01:30', 'gap'],
    ['Europe/London', '2027-10-31', '01:30', '2027-10-31T00:30', 'repeated'],
    ['Europe/Dublin', '2027-10-31', '01:30', '2027-10-31T00:30', 'repeated'],
    ['Europe/Berlin', '2027-03-28', '02:15', '2027-03-28T01:15', 'gap'],
    ['Australia/Sydney', '2027-10-03', '02:30', '2027-10-02T16:30', 'gap'],
    ['Australia/Sydney', '2027-04-04', '02:30', '2027-04-03T15:30', 'repeated'],
    ['Australia/Lord_Howe', '2027-10-03', '02:15', '2027-10-02T15:45', 'gap'],
    ['Australia/Lord_Howe', '2027-04-04', '01:45', '2027-04-03T14:45', 'repeated'],
    ['Pacific/Chatham', '2027-09-26', '03:00', '2027-09-25T14:15', 'gap'],
    ['America/Santiago', '2027-04-03', '23:30', '2027-04-04T02:30', 'repeated'],
    ['America/Santiago', '2027-09-05', '00:30', '2027-09-05T04:30', 'gap'],
    ['Africa/Cairo', '2027-04-30', '00:30', '2027-04-29T22:30', 'gap'],
    ['Asia/Beirut', '2027-03-28', '00:30', '2027-03-27T22:30', 'gap'],
    ['America/Havana', '2027-11-07', '00:30', '2027-11-07T04:30', 'repeated'],
    ['Africa/Casablanca', '2027-03-14', '02:30', '2027-03-14T02:30', 'gap'],
    ['Antarctica/Troll', '2027-03-28', '02:00', '2027-03-28T02:00', 'gap'],
    ['Asia/Kathmandu', '2027-03-28', '02:00', '2027-03-27T20:15', 'once'],
    ['America/Sao_Paulo', '2027-10-17', '00:30', '2027-10-17T03:30', 'once'],
    ['America/Sao_Paulo', '2018-11-04', '00:30', '2018-11-04T03:30', 'gap'],
    ['Pacific/Apia', '2027-04-04', '03:30', '2027-04-03T14:30', 'once'],
    ['Pacific/Apia', '2011-12-30', '12:00', '2011-12-30T22:00', 'gap'],
  ])('%s %s %s is stored as %sZ (%s)', (zone, day, clock, instant, kind) => {
    expect(store(zone, day, clock)).toBe(instant);
    expect(wallKind(zoneOf(zone), day, minuteOfDay(clock))).toBe(kind);
  });
});

describe('the start of a day', () => {
  test.each([
    ['America/New_York', '2027-03-14', '2027-03-14T05:00'],
    ['America/Santiago', '2027-09-05', '2027-09-05T04:00'],
    ['Africa/Cairo', '2027-04-30', '2027-04-29T22:00'],
    ['America/Havana', '2027-11-07', '2027-11-07T04:00'],
    ['Pacific/Apia', '2027-06-01', '2027-05-31T11:00'],
  ])('in %s %s begins at %sZ', (zone, day, instant) =>
    expect(instantOfMin(dayStart(zoneOf(zone), dayNumber(day))).slice(0, 16)).toBe(instant),
  );

  test.each([
    ['2027-03-14', 23],
    ['2027-11-07', 25],
    ['2027-06-01', 24],
  ])('%s has %i hours in New York', (day, hours) => {
    const { start, end } = daySpan(zoneOf('America/New_York'), day, day);
    expect((end - start) / 60).toBe(hours);
  });
});

const allZones = Intl.supportedValuesOf('timeZone');
const anyMinute = fc.integer({
  min: epochMinOf('2024-01-01T00:00:00+00:00'),
  max: epochMinOf('2031-01-01T00:00:00+00:00'),
});

describe('every zone', () => {
  test('wall time becomes the instant that Temporal calls compatible, and back', () =>
    fc.assert(
      fc.property(fc.constantFrom(...allZones), anyMinute, (name, minute) => {
        const zone = zoneOf(name);
        const day = Math.floor(minute / 1440);
        const inDay = minute - day * 1440;
        const at = wallToEpoch(zone, day, inDay);
        const clock = Temporal.PlainDateTime.from(instantOfMin(minute).slice(0, 16));
        expect(at * 60_000).toBe(clock.toZonedDateTime(name).epochMilliseconds);

        const wall = epochToWall(zone, at);
        const temporal = Temporal.Instant.fromEpochMilliseconds(at * 60_000).toZonedDateTimeISO(
          name,
        );
        expect(wall).toEqual({
          day: temporal.toPlainDate().toString(),
          minute: temporal.hour * 60 + temporal.minute,
        });
      }),
      { numRuns: 1500 },
    ));

  test('each change of the clocks is found, at its minute', () =>
    fc.assert(
      fc.property(fc.constantFrom(...allZones), anyMinute, (name, minute) => {
        const zone = zoneOf(name);
        const from = Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(
          name,
        );
        const next = from.getTimeZoneTransition('next');
        const changeAt = next ? next.epochMilliseconds / 60_000 : Number.POSITIVE_INFINITY;
        const until = minute + 300 * 1440;
        // The tz database also lists changes that leave the offset as it was.
        fc.pre(changeAt > until || zone.offsetAt(changeAt - 1) !== zone.offsetAt(changeAt));
        expect(zone.nextChange(minute, until)).toBe(changeAt < until ? changeAt : null);
      }),
      { numRuns: 400 },
    ));

  test('days follow each other without hole or overlap', () =>
    fc.assert(
      fc.property(fc.constantFrom(...allZones), anyMinute, (name, minute) => {
        const zone = zoneOf(name);
        const day = Math.floor(minute / 1440);
        const start = dayStart(zone, day);
        expect(epochToWall(zone, start).day).toBe(dayOf(day));
        expect(epochToWall(zone, start - 1).day).toBe(dayOf(day - 1));
      }),
      { numRuns: 600 },
    ));
});

describe('names', () => {
  test('unknown zones are told apart', () => {
    expect(isZone('Europe/Paris')).toBe(true);
    expect(isZone('Europe/Atlantis')).toBe(false);
    expect(isZone('')).toBe(false);
  });
});
