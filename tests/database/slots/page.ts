import { findGroupTimes } from '#domain/availability/group-times.ts';
import { bookableDays, findOpenTimes } from '#domain/availability/open-days.ts';
import { rulesFor } from '#domain/availability/gap-mode.ts';
import type { Day, Instant, Uuid } from '#domain/rows.ts';
import { addDays, dayNumber } from '#domain/time/day.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { heldRequest } from '#features/booking/book-request.ts';
import type { Choice, Guest } from '#features/booking/booking-draft.ts';
import { bundlingOf } from '#features/booking/bundling.ts';
import {
  catalogueOf,
  minutesOfChoice,
  mostGuests,
  type Bundling,
  type Catalogue,
} from '#features/booking/catalogue.ts';
import { groupTotal, guestChoices } from '#features/booking/guests.ts';
import { needOf } from '#features/booking/need-of.ts';
import { atPlace, placesOf } from '#features/booking/place.ts';
import { openWindows } from '#remote/open-windows.ts';
import type { BookRequest, PublicAvailability, PublicProfile } from '#remote/public-booking.ts';
import type { Dice } from '#tests/sim/random.ts';

/** What the server tells a page, as the page asks for it. */
export type Told = {
  profile: PublicProfile;
  availability: (from: Day, to: Day) => Promise<PublicAvailability>;
};

export type Offered = {
  request: Pick<BookRequest, 'items' | 'place' | 'expected_total'> &
    Partial<Pick<BookRequest, 'guests'>>;
  /** Minutes of the first service, of whoever takes longest. */
  length: number;
  isBundle: boolean;
  /** On the day that is looked at, as the page shows them. */
  starts: ReadonlySet<Instant>;
  /** Before the page keeps back what leaves a rest that nobody can be given (decision 0011). */
  all: ReadonlySet<Instant>;
};

/**
 * Goes through the booking page with its own code: chooses services, a place, people and extras,
 * loads what is free as it does while somebody turns to the day, and lays the times on it. null =
 * nothing is offered that could be chosen.
 */
export const offeredOn = async (
  { profile, availability }: Told,
  day: Day,
  now: number,
  dice: Dice,
): Promise<Offered | null> => {
  const zone = zoneOf(profile.business.time_zone);
  const menu = catalogueOf(profile);
  const bundling = bundlingOf(menu, []);
  const catalogue = { ...menu, bundling };
  const services = choose(catalogue, bundling, dice);
  if (services.length === 0) return null;
  const places = placesOf(catalogue, services);
  const place = places.length === 0 ? null : dice.pick(places);
  // Where it is is asked before who does it.
  const there = atPlace(catalogue, place);
  const choices = services.map((choice) => ({ ...choice, staffId: somebody(there, choice, dice) }));
  const guests = dice.chance(0.5)
    ? Array.from({ length: mostGuests(there) }, (): Guest => ({
        name: '',
        choices: dice.chance(0.5) ? null : choose(catalogue, bundling, dice),
      }))
    : [];
  const draft = { choices, guests, place, session: null, refusal: null };
  const others = guestChoices(there, draft);
  const rules = rulesFor(profile.rules, false);

  const { first, last } = bookableDays(rules, zone, now);
  const windows = openWindows({
    fetch: async (from, to) => ({ ok: true, value: await availability(from, to) }),
    first,
    last,
    nowMs: () => now * 60_000,
  });
  for (const turned of [addDays(day, -1), day, addDays(day, 1)]) {
    if (turned >= first && turned <= last) await windows.ensure(turned);
  }
  const { staff, resources } = windows.snapshot();
  const needs = choices.map((choice) => needOf(there, choice));
  const span = [dayStart(zone, dayNumber(day)), dayStart(zone, dayNumber(day) + 1)] as const;
  const laid = (gap_mode: PublicProfile['rules']['gap_mode']): Set<Instant> => {
    if (place === null) return new Set();
    const asked = {
      staff,
      resources,
      needs,
      rules: { ...rules, gap_mode },
      zone,
      now,
      shownIn: zone,
    };
    const group = [needs, ...others.map((own) => own.map((choice) => needOf(there, choice)))];
    const inTurn = rules.guests_in_turn ?? false;
    const { days } =
      others.length > 0 ? findGroupTimes({ ...asked, group, inTurn }) : findOpenTimes(asked);
    return new Set(
      [...days.values()].flat().filter((start) => {
        const minute = epochMinOf(start);
        return minute >= span[0] && minute < span[1];
      }),
    );
  };
  return {
    request: {
      ...heldRequest(draft, there),
      expected_total: groupTotal(there, draft).cents,
    },
    length: minutesOfChoice(there, choices[0]!),
    isBundle: choices.some(({ bundleId }) => bundleId),
    starts: laid(rules.gap_mode),
    all: laid('off'),
  };
};

/** Who is chosen for a service; null = anyone. */
const somebody = (catalogue: Catalogue, { variantId }: Choice, dice: Dice): Uuid | null => {
  const able = catalogue.variantById.get(variantId)?.staffIds ?? [];
  const isAsked = catalogue.profile.rules.staff_choice === 'client' && able.length > 0;
  return isAsked && dice.chance(0.4) ? dice.pick(able) : null;
};

/** Whether a class is among what can be chosen. */
export const offersClass = (profile: PublicProfile, variantId: Uuid): boolean =>
  catalogueOf(profile).variantById.get(variantId)?.service.is_class === true;

/** One to three services, each once, or a bundle with them; with extras as their groups ask for. */
const choose = (catalogue: Catalogue, bundling: Bundling, dice: Dice): Choice[] => {
  const services = catalogue.sections
    .flatMap((section) => section.services)
    .filter((service) => !service.is_class);
  const most = dice.pick([1, 1, 2, 3]);
  const wanted = new Set(Array.from({ length: most }, () => dice.below(services.length || 1)));
  const chosen = [...wanted].flatMap((place): Choice[] => {
    const service = services[place];
    return service
      ? [{ variantId: dice.pick(service.variants).id, staffId: null, addOnIds: [] }]
      : [];
  });
  const bundles = bundling.find('');
  const choices =
    bundles.length > 0 && dice.chance(0.6)
      ? bundling.choose(catalogue, chosen, dice.pick(bundles))
      : chosen;
  return choices.map((choice) => {
    const service = services.find(({ variants }) =>
      variants.some(({ id }) => id === choice.variantId),
    );
    const addOnIds = (service?.addOnGroups ?? []).flatMap((group) => {
      const least = Math.min(group.min_count, group.addOns.length);
      const greatest = Math.min(group.max_count, group.addOns.length);
      const count = least + dice.below(greatest - least + 1);
      return group.addOns.slice(0, count).map(({ id }) => id);
    });
    return { ...choice, addOnIds };
  });
};
