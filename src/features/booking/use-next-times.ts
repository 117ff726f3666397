import type { Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { useEffect } from 'react';
import type { Choice } from './booking-draft.ts';
import type { BookingFlow } from './booking-flow.ts';
import { needOf } from './need-of.ts';
import { useTimesOf } from './use-times-of.ts';

/** What is read beside a person: null = nothing is known, '' = not yet. */
export type NextTimes = (choices: readonly Choice[], staffId: Uuid | null) => string | null;

/**
 * When each of the people has time next. It is asked for the days that the next step begins with, which then
 * has them at once.
 */
export const useNextTimes = (flow: BookingFlow): NextTimes => {
  const { catalogue, draft } = flow;
  const { open, find } = useTimesOf(flow);
  const { asked, windows } = open;
  const { first, onView, zone, isKnown } = open.reach;
  useEffect(() => onView(first), [onView, first]);
  const { business } = catalogue.profile;
  const formats = businessFormats({ ...business, time_zone: zone.name });
  return (choices, staffId) => {
    if (!isKnown(first)) return windows.error ? null : '';
    const needs = draft.choices.map((choice) =>
      needOf(catalogue, choices.includes(choice) ? { ...choice, staffId } : choice),
    );
    const [day] = find({ ...asked, needs }).days.values();
    return day?.[0] ? `Next: ${formats.dateTime(day[0])}` : 'Nothing free in the next weeks';
  };
};
