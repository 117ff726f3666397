import { rulesFor } from '#domain/availability/gap-mode.ts';
import { findGroupTimes } from '#domain/availability/group-times.ts';
import { findOpenTimes } from '#domain/availability/open-days.ts';
import type { TimesRequest } from '#domain/availability/open-days.ts';
import { useOpenTimes } from '#remote/use-open-times.ts';
import { useMemo } from 'react';
import { bookedRecord } from './booked-store.ts';
import type { BookingFlow } from './booking-flow.ts';
import { guestChoices } from './guests.ts';
import { needOf } from './need-of.ts';

/** The times for what is chosen and for who comes along, and how times for something else are found. */
export const useTimesOf = ({ slug, catalogue, draft }: BookingFlow) => {
  const { business, rules: all } = catalogue.profile;
  const { choices } = draft;
  // Whoever has booked on this device has been here before.
  const rules = useMemo(() => rulesFor(all, bookedRecord(slug, null) !== null), [all, slug]);
  const needs = useMemo(
    () => choices.map((choice) => needOf(catalogue, choice)),
    [choices, catalogue],
  );
  const guests = useMemo(() => guestChoices(catalogue, draft), [catalogue, draft]);
  const find = useMemo(
    () =>
      guests.length > 0
        ? (request: TimesRequest) =>
            findGroupTimes({
              ...request,
              group: [
                request.needs,
                ...guests.map((own) => own.map((choice) => needOf(catalogue, choice))),
              ],
              inTurn: all.guests_in_turn ?? false,
            })
        : findOpenTimes,
    [guests, catalogue, all],
  );
  return { open: useOpenTimes({ business, rules, needs, find }), guests, find };
};
