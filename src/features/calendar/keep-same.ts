/**
 * Columns, cards and their packing are compared by identity. What is read again after a change is new
 * from end to end, though nearly all of it is equal: here it gets back the objects that are drawn.
 */
import type { Day } from '#domain/rows.ts';
import type { DayItems } from './items.ts';

type Days = ReadonlyMap<Day, DayItems>;

/** Answers the days it is given, in which whatever equals the last answer is the very object of it. */
export function keepingEqual(): (days: Map<Day, DayItems>) => Map<Day, DayItems> {
  let last: Days = new Map();
  return (days) => {
    const kept = new Map<Day, DayItems>();
    for (const [day, fresh] of days) {
      const old = last.get(day);
      kept.set(day, old ? sameDay(old, fresh) : fresh);
    }
    last = kept;
    return kept;
  };
}

function sameDay(old: DayItems, fresh: DayItems): DayItems {
  const items = sameList(old.items, fresh.items);
  const absences = sameList(old.absences, fresh.absences);
  return items === old.items && absences === old.absences ? old : { items, absences };
}

function sameList<T extends { key: string }>(old: T[], fresh: readonly T[]): T[] {
  const known = new Map(old.map((one) => [one.key, one]));
  const list = fresh.map((one) => {
    const last = known.get(one.key);
    return last && isEqual(last, one) ? last : one;
  });
  return list.length === old.length && list.every((one, at) => one === old[at]) ? old : list;
}

/** Of plain values that are made by one function, so that their fields stand in one order. */
const isEqual = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

/** More than the period shown, those beside it, and where one came from. */
const MOST_KEPT = 9;

/**
 * Packs periods, each once for the same items of its days: a week that arrives behind the next one
 * leaves those that are drawn as they are. One view's periods are known by their first day.
 */
export function keepingPacks<Packed>(
  pack: (days: Day[], byDay: Days) => Packed,
): (days: Day[], byDay: Days) => Packed {
  const known = new Map<Day, { here: (DayItems | undefined)[]; packed: Packed }>();
  return (days, byDay) => {
    const first = days[0]!;
    const here = days.map((day) => byDay.get(day));
    const last = known.get(first);
    if (last && here.every((one, at) => one === last.here[at])) return last.packed;
    const packed = pack(days, byDay);
    if (known.size > MOST_KEPT) known.clear();
    known.set(first, { here, packed });
    return packed;
  };
}
