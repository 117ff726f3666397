/**
 * Blocks that repeat: each date is a block of its own; these rules say where the dates lie and where
 * they go when one of them is changed. Days and wall minutes of the business, so that lunch stays at
 * noon when the clocks change.
 */
import { planSeriesMove } from '#domain/appointments/series-plan.ts';
import type { SeriesMember, SeriesScope } from '#domain/appointments/series-plan.ts';
import { expandRule, parseRule, ruleText } from '#domain/appointments/series-rule.ts';
import type { SeriesRhythm, SeriesRule } from '#domain/appointments/series-rule.ts';
import type { Day, Instant, TimeBlockRow, Uuid } from '#domain/rows.ts';
import { instantAtWall, wallAt } from '#domain/time/clock-text.ts';
import { addDays, daysBetween } from '#domain/time/day.ts';

/** Every working day of two years: more dates than this are no plan any more. */
export const BLOCK_DATES_MAX = 530;

/** The hours of a block, whatever its day. */
export type BlockHours = {
  allDay: boolean;
  /** Minutes of the wall clock. */
  from: number;
  to: number;
  /** So many days after the first one it ends: 1 = at midnight, or during the next day. */
  nights: number;
};

export type BlockSpan = Pick<TimeBlockRow, 'starts_at' | 'ends_at'>;

export const blockSpan = (timeZone: string, day: Day, hours: BlockHours): BlockSpan => ({
  starts_at: instantAtWall(timeZone, day, hours.from),
  ends_at: instantAtWall(timeZone, addDays(day, hours.nights), hours.to),
});

/** The first day and the hours that a block has on the wall. */
export const blockTimes = (
  timeZone: string,
  block: BlockSpan & Pick<TimeBlockRow, 'all_day'>,
): { day: Day; hours: BlockHours } => {
  const [start, end] = [wallAt(timeZone, block.starts_at), wallAt(timeZone, block.ends_at)];
  return {
    day: start.day,
    hours: {
      allDay: block.all_day,
      from: start.minute,
      to: end.minute,
      nights: daysBetween(start.day, end.day),
    },
  };
};

/** The dates of a rule. What the clocks skip as a whole, in the night that they go forward, is none. */
export const blockSpans = (
  timeZone: string,
  rule: SeriesRule,
  day: Day,
  hours: BlockHours,
): BlockSpan[] =>
  expandRule(rule, day, BLOCK_DATES_MAX + 1)
    .map((on) => blockSpan(timeZone, on, hours))
    .filter(({ starts_at, ends_at }) => starts_at < ends_at);

export type BlockMember = Pick<
  TimeBlockRow,
  'id' | 'starts_at' | 'ends_at' | 'all_day' | 'repeat_rule' | 'repeat_detached'
>;

type Around = { now: Instant; withDetached?: boolean };

/**
 * The blocks that a change concerns, in order: the chosen one always; of the others what is past
 * stays, and what was moved by hand too unless `withDetached`.
 */
export const blockTargets = <M extends BlockMember>(
  members: readonly M[],
  chosenId: Uuid,
  scope: SeriesScope,
  { now, withDetached = false }: Around,
): M[] => {
  const chosen = members.find(({ id }) => id === chosenId);
  if (!chosen) return [];
  const isMeant = (one: M): boolean =>
    scope !== 'this' &&
    one.starts_at > now &&
    (withDetached || !one.repeat_detached) &&
    (scope === 'all' || one.starts_at > chosen.starts_at);
  return members
    .filter((one) => one === chosen || isMeant(one))
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
};

export type BlockMove = { id: Uuid; repeat_rule: string } & BlockSpan;

/**
 * Where the dates go when the chosen one goes to another day or has other hours: the same step on
 * the calendar for each of them, with those hours.
 */
export const planBlockMove = (
  timeZone: string,
  targets: readonly BlockMember[],
  chosenId: Uuid,
  to: { day: Day; hours: BlockHours },
): BlockMove[] => {
  const chosen = targets.find(({ id }) => id === chosenId) ?? targets[0];
  const rule = parseRule(chosen?.repeat_rule ?? '');
  const plan = planSeriesMove({
    rhythm: rule?.rhythm ?? EVERY_DAY,
    timeZone,
    targets: targets.map(asMember),
    chosenId,
    to: { day: to.day, minute: to.hours.from },
  });
  return (plan?.dates ?? [])
    .map(({ id, day }) => ({
      id,
      repeat_rule: ruleText({ rhythm: plan!.rhythm, end: rule?.end ?? { count: targets.length } }),
      ...blockSpan(timeZone, day, to.hours),
    }))
    .filter(({ starts_at, ends_at }) => starts_at < ends_at);
};

/** Whole days are the same step for every rhythm that cannot be read. */
const EVERY_DAY: SeriesRhythm = { unit: 'day', every: 1 };

const asMember = (block: BlockMember): SeriesMember => ({
  id: block.id,
  status: 'booked',
  starts_at: block.starts_at,
  series_index: null,
  series_detached: block.repeat_detached,
});
