import { blocksTime } from '#domain/appointments/status.ts';
import { usualTravel } from '#domain/appointments/travel.ts';
import type { Need } from '#domain/availability/slots.ts';
import type { Instant, Uuid, WaitlistEntryRow, WaitlistOffer } from '#domain/rows.ts';
import { epochMinOf, instantOfMin, MINUTES_PER_DAY } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { fittingTimes } from '#domain/waitlist/fitting-times.ts';
import type { FreedTime } from '#domain/waitlist/freed-time.ts';
import { isHeldBy, openOffer } from '#domain/waitlist/offers.ts';
import { placeOfWish } from '#domain/waitlist/place.ts';
import { openingsOf, widened } from '#domain/waitlist/windows.ts';
import type { DaybookDb } from '../open.ts';
import { needsOf, readMenu, resourcesFree } from './free-times.ts';
import type { Menu } from './free-times.ts';
import { readTeam } from './team-time.ts';
import type { Team } from './team-time.ts';

export type WaitingTime = { startsAt: Instant; endsAt: Instant; staffId: Uuid };

/** How far ahead times are looked for: what lies further is booked by nobody who waits. */
const LOOK_AHEAD_MIN = 60 * MINUTES_PER_DAY;

/** More than three times for one person are a choice, not a proposal. */
const TIMES_SHOWN = 3;

type Asked = Pick<
  WaitlistEntryRow,
  'id' | 'client_id' | 'items' | 'windows' | 'flexible_min' | 'location_type'
>;

/**
 * The free times that fit each of these people: service and buffers fit the gap, by whom they want,
 * inside their windows, rooms included, and not while they are here already. With `freed`, only times
 * that begin in what came free. The team's time is read once for all of them.
 */
export const waitingTimes = async (
  db: DaybookDb,
  entries: readonly Asked[],
  freed?: FreedTime,
): Promise<Map<Uuid, WaitingTime[]>> => {
  const found = new Map<Uuid, WaitingTime[]>();
  // The minute that is running has begun.
  const now = epochMinOf(db.now()) + 1;
  const from = freed ? Math.max(now, epochMinOf(freed.from)) : now;
  const to = freed ? epochMinOf(freed.to) : now + LOOK_AHEAD_MIN;
  if (entries.length === 0 || to <= from) return found;
  // Work that begins inside may go on after it, and buffers may lie before it.
  const [readFrom, readTo] = [from - MINUTES_PER_DAY, to + MINUTES_PER_DAY];
  const [team, menu, held, own] = await Promise.all([
    readTeam(db, instantOfMin(readFrom), instantOfMin(readTo)),
    readMenu(db),
    openOffers(db),
    ownVisits(
      db,
      entries.map(({ client_id }) => client_id),
    ),
  ]);
  const free = {
    staff: team.schedule.free(readFrom, readTo),
    resources: resourcesFree(team, readFrom, readTo),
    zone: team.zone,
    stepMin: team.rules?.slot_step_min ?? 15,
    maxGapMin: team.rules?.max_gap_min ?? 15,
  };
  for (const entry of entries) {
    const openings = openingsOf(
      widened(entry.windows, entry.flexible_min ?? 0),
      team.zone,
      from,
      to,
    );
    const span = {
      from: Math.max(from, openings[0]?.start ?? to),
      to: Math.min(to, Math.max(from, ...openings.map(({ end }) => end))),
    };
    if (span.to <= span.from) continue;
    const times = fittingTimes(
      { ...free, ...span, needs: needsAt(menu, entry, team) },
      {
        openings,
        busy: own.get(entry.client_id) ?? [],
        staffIds: freed?.staffIds ?? [],
        limit: TIMES_SHOWN,
      },
    );
    // What is kept for somebody who was offered it is not free.
    const open = times
      .map(({ start, end, staffId }) => ({
        startsAt: instantOfMin(start),
        endsAt: instantOfMin(end),
        staffId,
      }))
      .filter((time) => !held.some((offer) => isHeldBy(offer, time)));
    if (open.length > 0) found.set(entry.id, open);
  }
  return found;
};

/**
 * What an entry asks for where it would be: at the client's by those who go there, each service with its way;
 * the ways between those of one person lie inside the visit (see lengthsAtClient).
 */
const needsAt = (menu: Menu, { items, location_type }: Asked, team: Team): Need[] => {
  const asked = items.flatMap((item) => {
    const variant = menu.variants.get(item.variant_id);
    const service = variant && menu.services.get(variant.service_id);
    return service ? [{ item, variant, service }] : [];
  });
  const place = placeOfWish(
    { location_type: location_type ?? null },
    asked.map(({ service }) => service),
  );
  // What is not offered any more, or not there, nobody does.
  if (place === null || asked.length < items.length) return items.map(() => ({ by: [] }));
  const isVisit = place === 'client';
  return needsOf(
    isVisit
      ? { ...menu, staff: menu.staff.filter(({ works_at }) => works_at !== 'business') }
      : menu,
    asked.map(({ item, variant, service }) => ({
      variantId: item.variant_id,
      staffIds: item.staff_ids,
      addOnIds: item.add_on_ids,
      place,
      ...(isVisit && {
        travel: usualTravel(
          team.rules,
          service.location_types.includes('business') ? null : variant,
        ),
      }),
    })),
    team,
  );
};

/** How many people could take what came free; each once. */
export const waitingFor = async (db: DaybookDb, freed: readonly FreedTime[]): Promise<number> => {
  const waiting = await db.rows('waitlist_entries').where('state').equals('waiting').toArray();
  if (waiting.length === 0) return 0;
  const fit = new Set<Uuid>();
  for (const time of freed) {
    for (const id of (await waitingTimes(db, waiting, time)).keys()) fit.add(id);
  }
  return fit.size;
};

/** When each of these clients is here already. */
const ownVisits = async (
  db: DaybookDb,
  clientIds: readonly Uuid[],
): Promise<Map<Uuid, { start: EpochMin; end: EpochMin }[]>> => {
  const visits = await db
    .rows('appointments')
    .where('client_id')
    .anyOf([...new Set(clientIds)])
    .toArray();
  const found = new Map<Uuid, { start: EpochMin; end: EpochMin }[]>();
  const now = db.now();
  for (const visit of visits) {
    // Where somebody asked to be, whether the time is kept or not, they may be.
    const comes = blocksTime(visit.status, true) && !visit.conflict;
    if (!visit.client_id || visit.ends_at <= now || !comes) continue;
    const list = found.get(visit.client_id) ?? [];
    list.push({ start: epochMinOf(visit.starts_at), end: epochMinOf(visit.ends_at) });
    found.set(visit.client_id, list);
  }
  return found;
};

/** What is offered to people at the moment. */
const openOffers = async (db: DaybookDb): Promise<WaitlistOffer[]> => {
  const offered = await db.rows('waitlist_entries').where('state').equals('offered').toArray();
  return offered.flatMap((entry) => openOffer(entry, db.now()) ?? []);
};
