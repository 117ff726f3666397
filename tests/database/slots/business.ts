import type { Day, Instant, TableName, Uuid } from '#domain/rows.ts';
import { addDays, dayNumber, daysBetween } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayNumberAt, dayStart } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Row } from '#supabase/local/database/database.ts';
import { clockZones } from '#supabase/tests/database/clock-changes.ts';
import { createDice, type Dice } from '#tests/sim/random.ts';

/** A business as the seed makes it, and a day of its booking page that is looked at. */
export type MadeBusiness = {
  seed: number;
  id: Uuid;
  slug: string;
  zone: string;
  day: Day;
  rows: [TableName, Row[]][];
  /** Those of its classes. */
  sessions: { id: Uuid; starts_at: Instant; capacity: number; variant_id: Uuid }[];
  /** For whatever is chosen there. */
  dice: Dice;
};

type Range = [from: number, to: number];
const DAYS: Range[][] = [
  [[540, 1020]],
  [[540, 1020]],
  [
    [540, 720],
    [780, 1080],
  ],
  [
    [0, 180],
    [600, 900],
  ],
  [[1080, 1440]],
  [[0, 1440]],
  [],
];
const ZONES = clockZones();

/** As many as it says, made one after the other. */
const some = <T>(count: number, make: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => make(place));
/** Some of them, in their order. */
const part = <T>(dice: Dice, list: readonly T[], probability: number): T[] =>
  list.filter(() => dice.chance(probability));

/**
 * A business from a seed: people with patterns of some weeks, exceptions, time off, blocks and
 * journeys, services with options, add-ons, gaps, buffers, rooms, helpers and ways, rules of every
 * kind, visits, bundles and classes. Every second one is looked at where clocks change. The same seed makes
 * the same business as long as `nowMin` lies on the same day.
 */
export const businessOf = (seed: number, nowMin: number): MadeBusiness => {
  const dice = createDice(seed);
  const id = dice.newId();
  const { zone, day } = whereAndWhen(dice, nowMin);
  const from = dayStart(zoneOf(zone), dayNumber(day) - 1);
  const today = dayNumberAt(zoneOf(zone), nowMin);
  const ahead = dayNumber(day) - today;
  const window_days = Math.max(1, ahead + dice.pick([0, 1, 30]));
  const base = { business_id: id };
  const sort_key = 'a0';
  /** A moment of the three days around the one that is looked at. */
  const moment = () => instantOfMin(from + dice.below((3 * 1440) / 5) * 5);

  const staff = some(1 + dice.below(4), (rank) => ({
    id: dice.newId(),
    ...base,
    display_name: `Person ${rank}`,
    colour: 'teal',
    rank: dice.below(3),
    bookable: dice.chance(0.95),
    online_visible: dice.chance(0.95),
    works_at: dice.pick(['both', 'both', 'both', 'business', 'client']),
    employed_from: dice.chance(0.1) ? addDays(day, dice.below(3) - 1) : null,
    employed_until: dice.chance(0.1) ? addDays(day, dice.below(3) + 1) : null,
    travel: dice.chance(0.15)
      ? [{ time_zone: dice.pick(ZONES).zone, from_day: addDays(day, -1), to_day: day }]
      : [],
  }));
  const weeks = (): Range[][][] => some(1 + dice.below(3), () => some(7, () => dice.pick(DAYS)));
  const work_patterns = staff.flatMap((person) =>
    [addDays(day, -400), ...(dice.chance(0.2) ? [addDays(day, dice.below(2))] : [])].map(
      (valid_from) => ({
        id: dice.newId(),
        ...base,
        staff_id: person.id,
        valid_from,
        weeks: weeks(),
      }),
    ),
  );
  const date_exceptions = [null, ...staff.map((person) => person.id)]
    .flatMap((staff_id) => [-1, 0, 1].map((offset) => ({ staff_id, on_day: addDays(day, offset) })))
    .filter(() => dice.chance(0.08))
    .map((exception) => {
      const ranges = dice.chance(0.5) ? dice.pick(DAYS) : [];
      const kind = ranges.length === 0 ? 'closed' : 'hours';
      return { id: dice.newId(), ...base, ...exception, kind, ranges };
    });
  /** From some moment on for some hours. */
  const stretch = () => {
    const starts = from + dice.below((3 * 1440) / 5) * 5;
    return {
      starts_at: instantOfMin(starts),
      ends_at: instantOfMin(starts + dice.pick([15, 60, 300, 1440])),
    };
  };
  const time_off = part(dice, staff, 0.2).map((person) => ({
    id: dice.newId(),
    ...base,
    staff_id: person.id,
    ...stretch(),
    status: dice.pick(['approved', 'approved', 'requested', 'declined']),
  }));
  const time_blocks = some(dice.below(3), () => ({
    id: dice.newId(),
    ...base,
    staff_id: dice.chance(0.2) ? null : dice.pick(staff).id,
    ...stretch(),
    blocks_online: dice.chance(0.8),
  }));

  const resource_pools = some(dice.pick([0, 0, 1, 2]), (place) => ({
    id: dice.newId(),
    ...base,
    name: `Pool ${place}`,
    sort_key,
    status: dice.chance(0.9) ? 'active' : 'archived',
  }));
  const resources = resource_pools.flatMap((pool) =>
    some(1 + dice.below(3), (place) => {
      const isOut = dice.chance(0.15);
      return {
        id: dice.newId(),
        ...base,
        pool_id: pool.id,
        name: `One ${place}`,
        sort_key,
        out_from: isOut ? addDays(day, dice.below(2) - 1) : null,
        out_until: isOut && dice.chance(0.5) ? addDays(day, dice.below(2)) : null,
      };
    }),
  );
  const services = some(1 + dice.below(4), (place) => ({
    id: dice.newId(),
    ...base,
    name: `Service ${place}`,
    colour: 'teal',
    sort_key,
    location_types: dice.pick([
      ['business'],
      ['business'],
      ['business'],
      ['client'],
      ['business', 'client'],
      ['remote'],
    ]),
    staff_needed: dice.pick([1, 1, 1, 1, 2, 3]),
    // Given as a class: nobody books a time of it.
    capacity: dice.chance(0.1) ? 6 : null,
    resource_needs: part(dice, resource_pools, 0.6).map((pool) => ({
      pool_id: pool.id,
      qty: dice.pick([1, 1, 1, 2]),
    })),
  }));
  const service_variants = services.flatMap((service) =>
    some(1 + dice.below(2), (place) => {
      const processing_min = dice.pick([0, 0, 0, 20, 45]);
      return {
        id: dice.newId(),
        ...base,
        service_id: service.id,
        name: place === 0 ? '' : 'Long',
        price_cents: 5000,
        duration_min: 15 + dice.below(20) * 5,
        processing_min,
        finishing_min: processing_min === 0 ? 0 : dice.pick([0, 10]),
        buffer_before_min: dice.pick([0, 0, 5, 15]),
        buffer_after_min: dice.pick([0, 0, 10, 30]),
        processing_bookable: dice.chance(0.7),
        sort_key,
      };
    }),
  );
  const staff_service_overrides = staff
    .flatMap((person) => service_variants.map((variant) => ({ person, variant })))
    .filter(() => dice.chance(0.25))
    .map(({ person, variant }) => ({
      id: dice.newId(),
      ...base,
      staff_id: person.id,
      variant_id: variant.id,
      offered: dice.chance(0.6),
      duration_min: dice.chance(0.5) ? 15 + dice.below(20) * 5 : null,
    }));
  const add_on_groups = part(dice, services, 0.4).map((service) => {
    const min_count = dice.below(2);
    return {
      id: dice.newId(),
      ...base,
      name: 'Extras',
      service_ids: [service.id],
      min_count,
      max_count: min_count + 1,
      sort_key,
    };
  });
  const add_ons = add_on_groups.flatMap((group) =>
    some(1 + dice.below(3), (place) => ({
      id: dice.newId(),
      ...base,
      group_id: group.id,
      name: `Extra ${place}`,
      // Not only whole steps: the page counts in minutes, as the server does.
      extra_min: dice.pick([0, 5, 15, 7]),
      sort_key,
    })),
  );
  const visits = some(dice.below(7), () => {
    const starts_at = moment();
    const like = dice.pick(service_variants);
    const { resource_needs } = services.find((service) => service.id === like.service_id)!;
    const minutes = like.duration_min + like.processing_min + like.finishing_min;
    const ends_at = instantOfMin(Math.floor(Date.parse(starts_at) / 60_000) + minutes);
    const appointment = dice.newId();
    return {
      appointment: {
        id: appointment,
        ...base,
        time_zone: zone,
        starts_at,
        ends_at,
        status: dice.pick(['booked', 'booked', 'booked', 'pending', 'cancelled']),
        capacity: dice.chance(0.1) ? 6 : null,
        ical_uid: appointment,
      },
      segment: {
        id: dice.newId(),
        ...base,
        appointment_id: appointment,
        variant_id: null,
        service_name: 'Service',
        price_cents: 0,
        staff_id: dice.pick(staff).id,
        starts_at,
        ends_at,
        duration_min: like.duration_min,
        processing_min: like.processing_min,
        finishing_min: like.finishing_min,
        buffer_before_min: like.buffer_before_min,
        buffer_after_min: like.buffer_after_min,
        processing_bookable: like.processing_bookable,
        resource_needs,
      },
    };
  });

  const slug = `slots-${seed}`;
  const rules = {
    id,
    ...base,
    slot_step_min: dice.pick([0, 0, 5, 10, 15, 15, 20, 30, 45, 60]),
    min_notice_min: ahead === 0 ? dice.pick([0, 60, 120]) : dice.pick([0, 120, 1380]),
    window_days,
    staff_choice: dice.pick(['client', 'client', 'client', 'any_only', 'hidden']),
    assign_rule: dice.pick(['least_busy', 'rank', 'first_free']),
    max_gap_min: dice.pick([0, 5, 15, 60]),
    share_buffers: dice.chance(0.3),
    gap_mode: dice.pick(['off', 'off', 'off', 'prefer', 'strict']),
    max_per_day_per_staff: dice.chance(0.15) ? 1 + dice.below(3) : null,
    group_max: 1 + (seed % 3),
    travel_before_min: dice.pick([0, 30, 45]),
    travel_after_min: dice.pick([0, 20]),
  };
  /** Two or three of what is not a class, one after the other. */
  const bundles = some(dice.pick([0, 0, 1, 2]), (place) => {
    const parts = services
      .filter(({ capacity }) => capacity === null)
      .slice(0, 2 + dice.below(2))
      .map((service) => service_variants.find(({ service_id }) => service_id === service.id)!.id);
    const price_mode = dice.pick(['fixed', 'percent', 'amount']);
    return {
      id: dice.newId(),
      ...base,
      name: `Bundle ${place}`,
      variant_ids: dice.chance(0.5) ? parts : parts.toReversed(),
      price_mode,
      price_cents: price_mode === 'percent' ? 0 : dice.pick([0, 1999, 7001]),
      percent_bp: price_mode === 'percent' ? dice.pick([333, 5000, 10000]) : null,
      sort_key,
    };
  }).filter(({ variant_ids }) => variant_ids.length > 1);
  const classes = service_variants.filter(({ service_id }) =>
    services.some((service) => service.id === service_id && service.capacity !== null),
  );
  const sessions = classes.flatMap((variant) =>
    some(1 + dice.below(3), () => {
      const starts_at = moment();
      const lengths = {
        duration_min: variant.duration_min,
        processing_min: variant.processing_min,
        finishing_min: variant.finishing_min,
      };
      const minutes = variant.duration_min + variant.processing_min + variant.finishing_min;
      const times = {
        starts_at,
        ends_at: instantOfMin(Math.floor(Date.parse(starts_at) / 60_000) + minutes),
      };
      const appointment = dice.newId();
      return {
        appointment: {
          id: appointment,
          ...base,
          ...times,
          time_zone: zone,
          status: dice.pick(['booked', 'booked', 'booked', 'cancelled']),
          capacity: 1 + dice.below(4),
          ical_uid: appointment,
        },
        segment: {
          id: dice.newId(),
          ...base,
          ...times,
          ...lengths,
          appointment_id: appointment,
          variant_id: variant.id,
          service_name: 'Class',
          price_cents: dice.pick([0, 1500]),
          staff_id: dice.pick(staff).id,
          buffer_before_min: 0,
          buffer_after_min: 0,
          processing_bookable: true,
          resource_needs: [],
        },
      };
    }),
  );
  const clients = some(sessions.length, (place) => ({
    id: dice.newId(),
    ...base,
    first_name: `Sitter ${place}`,
  }));
  const attendees = sessions.flatMap(({ appointment }, place) =>
    dice.chance(0.6)
      ? [
          {
            id: dice.newId(),
            ...base,
            appointment_id: appointment.id,
            client_id: clients[place]!.id,
            seats: 1 + dice.below(appointment.capacity),
          },
        ]
      : [],
  );
  const all = [...visits, ...sessions];
  return {
    seed,
    id,
    slug,
    zone,
    day,
    dice,
    rows: [
      ['businesses', [{ id, ...base, name: slug, slug, time_zone: zone }]],
      ['booking_rules', [rules]],
      ['staff', staff],
      ['work_patterns', work_patterns],
      ['date_exceptions', date_exceptions],
      ['time_off', time_off],
      ['time_blocks', time_blocks],
      ['resource_pools', resource_pools],
      ['resources', resources],
      ['services', services],
      ['service_variants', service_variants],
      ['staff_service_overrides', staff_service_overrides],
      ['add_on_groups', add_on_groups],
      ['add_ons', add_ons],
      ['bundles', bundles],
      ['appointments', all.map(({ appointment }) => appointment)],
      ['appointment_segments', all.map(({ segment }) => segment)],
      ['clients', clients],
      ['attendees', attendees],
    ],
    sessions: sessions.map(({ appointment, segment }) => ({
      id: appointment.id,
      starts_at: appointment.starts_at,
      capacity: appointment.capacity,
      variant_id: segment.variant_id,
    })),
  };
};

/** Every second time around a change of the clocks to come, otherwise within three weeks. */
const whereAndWhen = (dice: Dice, nowMin: number): { zone: string; day: Day } => {
  const { zone, missing, twice } = dice.pick(ZONES);
  const today = addDays('1970-01-01', dayNumberAt(zoneOf(zone), nowMin));
  const changes = [missing?.day, twice?.day].filter(
    (day): day is Day => day !== undefined && day > today && daysBetween(today, day) < 690,
  );
  const day =
    changes.length > 0 && dice.chance(0.5)
      ? addDays(dice.pick(changes), dice.below(3) - 1)
      : addDays(today, dice.below(21));
  return { zone, day: day < today ? today : day };
};
