import { describe, expect, it, vi } from 'vitest';
import type { Day } from '#domain/rows.ts';
import type { Absence, CalendarItem, DayItems } from './items.ts';
import { keepingEqual, keepingPacks } from './keep-same.ts';

const monday = '2026-11-23';
const tuesday = '2026-11-24';

/** Made anew each time, as reading does. */
const item = (key: string, more: object = {}) =>
  ({
    kind: 'appointment',
    key,
    id: key,
    start: 600,
    end: 660,
    hole: { start: 610, end: 620 },
    resourceIds: ['chair'],
    ...more,
  }) as unknown as CalendarItem;
const away = (key: string, more: object = {}) =>
  ({ key, id: key, kind: 'time_off', start: 0, end: 1440, ...more }) as Absence;
const day = (items: CalendarItem[], absences: Absence[] = []): DayItems => ({ items, absences });

describe('what is read again', () => {
  it('is the very same where nothing has changed', () => {
    const keep = keepingEqual();
    const read = () =>
      new Map<Day, DayItems>([
        [monday, day([item('a'), item('b')], [away('off')])],
        [tuesday, day([item('c')])],
      ]);
    const first = keep(read());
    const second = keep(read());
    expect(second.get(monday)).toBe(first.get(monday));
    expect(second.get(tuesday)).toBe(first.get(tuesday));
  });

  it.each<[string, CalendarItem]>([
    ['a field', item('b', { status: 'arrived' })],
    ['a field more', item('b', { groupSize: 2 })],
    ['a hole', item('b', { hole: { start: 610, end: 625 } })],
    ['no hole any more', item('b', { hole: null })],
    ['a chair', item('b', { resourceIds: ['room'] })],
    ['one chair more', item('b', { resourceIds: ['chair', 'room'] })],
  ])('is new where one item has another value: %s', (_what, changed) => {
    const keep = keepingEqual();
    const first = keep(
      new Map([
        [monday, day([item('a'), item('b')])],
        [tuesday, day([item('c')])],
      ]),
    );
    const second = keep(
      new Map([
        [monday, day([item('a'), changed])],
        [tuesday, day([item('c')])],
      ]),
    );
    expect(second.get(monday)).not.toBe(first.get(monday));
    expect(second.get(monday)!.items[0]).toBe(first.get(monday)!.items[0]);
    expect(second.get(monday)!.items[1]).toBe(changed);
    expect(second.get(tuesday)).toBe(first.get(tuesday));
  });

  it('is new where something came, went, changed places or is an absence', () => {
    const keep = keepingEqual();
    const read = (...items: CalendarItem[]) => keep(new Map([[monday, day(items)]])).get(monday)!;
    const two = read(item('a'), item('b'));
    const one = read(item('b'));
    expect(one.items).toEqual([item('b')]);
    expect(one.items[0]).toBe(two.items[1]);
    const turned = read(item('b'), item('a'));
    expect(turned.items.map(({ key }) => key)).toEqual(['b', 'a']);
    expect(read(item('a'), item('b')).items.map(({ key }) => key)).toEqual(['a', 'b']);
    const off = keep(new Map([[monday, day([item('a')], [away('off')])]])).get(monday)!;
    expect(off.absences).toEqual([away('off')]);
    expect(
      keep(new Map([[monday, day([item('a')], [away('off', { note: 'ill' })])]])).get(monday)!,
    ).toEqual(day([item('a')], [away('off', { note: 'ill' })]));
    // A day without anything is not there at all.
    expect(keep(new Map()).size).toBe(0);
  });
});

describe('a period', () => {
  const days = [monday, tuesday];
  const packing = () => {
    const pack = vi.fn((of: Day[]) => ({ of }));
    return { pack, packed: keepingPacks(pack) };
  };

  it('is packed once for the same items, whatever else arrives', () => {
    const { pack, packed } = packing();
    const here = day([item('a')]);
    const first = packed(days, new Map([[monday, here]]));
    const later = new Map([
      [monday, here],
      ['2026-11-30', day([item('z')])],
    ]);
    expect(packed(days, later)).toBe(first);
    expect(pack).toHaveBeenCalledTimes(1);
  });

  it('is packed again when one of its days is another', () => {
    const { pack, packed } = packing();
    const here = day([item('a')]);
    const first = packed(days, new Map([[monday, here]]));
    const filled = new Map([
      [monday, here],
      [tuesday, day([item('b')])],
    ]);
    expect(packed(days, filled)).not.toBe(first);
    packed(days, filled);
    expect(pack).toHaveBeenCalledTimes(2);
  });

  it('is forgotten when one has walked on', () => {
    const { pack, packed } = packing();
    const none = new Map<Day, DayItems>();
    const walked = Array.from({ length: 10 }, (_, place) => `2026-12-1${place}`);
    for (const date of walked) packed([date], none);
    packed([walked[9]!], none);
    packed([walked[0]!], none);
    expect(pack).toHaveBeenCalledTimes(10);
    packed(['2026-12-20'], none);
    packed([walked[0]!], none);
    expect(pack).toHaveBeenCalledTimes(12);
  });
});
