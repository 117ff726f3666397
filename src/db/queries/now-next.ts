import { clientName } from '#domain/clients/name.ts';
import { isClass, seatWords } from '#domain/appointments/seats.ts';
import { blocksTime, isActive } from '#domain/appointments/status.ts';
import type { AppointmentRow, ClientRow, Instant, Uuid } from '#domain/rows.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { epochToWall, daySpan } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { calendarPeriod } from './calendar.ts';

export type TodayLine = {
  appointment: AppointmentRow;
  client: ClientRow | null;
  /** Of a class: what it is called. */
  clientName: string;
  /** Of a class: how many seats are taken. */
  serviceNames: string[];
  staffIds: Uuid[];
};

/** What became of an appointment, and for a move the time it had before. */
export type NewsLine = TodayLine & { news: 'booked' | 'moved' | 'cancelled'; from: Instant | null };

export type Today = {
  /** Everything of today in order, whatever its state. */
  lines: TodayLine[];
  /** Being served, or arrived and waiting. */
  now: TodayLine[];
  /** Still to come today, in order. */
  next: TodayLine[];
  /** Requests that wait for an answer, today's and later ones. */
  requests: TodayLine[];
  /** Ahead: what clients have done by themselves since somebody last looked. */
  news: NewsLine[];
  /** Ahead: what colleagues did while this device had no contact, until somebody has seen it. */
  meanwhile: NewsLine[];
  /** Booked for today or tomorrow and asked to confirm, without an answer. */
  unconfirmed: TodayLine[];
  /** Started in the past, still neither served nor closed: somebody forgot a tap. */
  overdue: TodayLine[];
  counts: { total: number; completed: number; cancelled: number; noShows: number };
  /** Agreed prices of what today may still bring. */
  expectedCents: number;
};

/** How far ahead requests and confirmations are looked for. */
const AHEAD_DAYS = 60;

/** Today at a glance; for one person when `staffId` is given. */
export const nowAndNext = async (
  db: DaybookDb,
  { staffId, since }: { staffId?: Uuid | null; since?: Instant } = {},
): Promise<Today> => {
  const business = await db.rows('businesses').get(db.businessId);
  const missed = await db.meta.get('meanwhile');
  const zone = zoneOf(business?.time_zone ?? 'UTC');
  const now = db.now();
  const today = epochToWall(zone, epochMinOf(now)).day;
  const span = daySpan(zone, today, today);
  const [from, to] = [instantOfMin(span.start), instantOfMin(span.end)];
  const tomorrowEnd = instantOfMin(span.end + 1440);
  const period = await calendarPeriod(db, from, instantOfMin(span.end + AHEAD_DAYS * 1440));

  const clients = new Map(period.clients.map((client) => [client.id, client]));
  const segments = new Map<Uuid, typeof period.segments>();
  for (const segment of period.segments.toSorted((a, b) => a.position - b.position)) {
    const list = segments.get(segment.appointment_id);
    if (list) list.push(segment);
    else segments.set(segment.appointment_id, [segment]);
  }
  const everybodys = period.appointments
    .map((appointment): TodayLine & { priceCents: number } => {
      const own = segments.get(appointment.id) ?? [];
      const client = clients.get(appointment.client_id ?? '') ?? null;
      if (isClass(appointment)) {
        const sold = period.seatsSold.get(appointment.id) ?? 0;
        return {
          appointment,
          client: null,
          clientName: own[0]?.service_name ?? 'Class',
          serviceNames: [`Class, ${seatWords(appointment, sold)} seats taken`],
          staffIds: own.map(({ staff_id }) => staff_id),
          priceCents: sold * own.reduce((sum, { price_cents }) => sum + price_cents, 0),
        };
      }
      return {
        appointment,
        client,
        clientName: client ? clientName(client) : '',
        serviceNames: own.map(({ service_name }) => service_name),
        staffIds: own.map(({ staff_id }) => staff_id),
        priceCents: own.reduce((sum, { price_cents }) => sum + price_cents, 0),
      };
    })
    .toSorted((a, b) => (a.appointment.starts_at < b.appointment.starts_at ? -1 : 1));

  const isTheirs = (staffIds: readonly Uuid[]): boolean => !staffId || staffIds.includes(staffId);
  const lines = everybodys.filter(({ staffIds }) => isTheirs(staffIds));
  const meanwhile = new Map(
    missed?.key === 'meanwhile' ? missed.list.map((line) => [line.id, line]) : [],
  );
  const todays = lines.filter(
    ({ appointment }) => appointment.starts_at < to && appointment.starts_at >= from,
  );
  const status = (...wanted: AppointmentRow['status'][]) =>
    todays.filter(({ appointment }) => wanted.includes(appointment.status));
  const booked = status('booked');
  const sum = (list: { priceCents: number }[]) =>
    list.reduce((total, { priceCents }) => total + priceCents, 0);
  return {
    lines: todays,
    now: status('in_service', 'arrived'),
    next: booked.filter(({ appointment }) => appointment.ends_at > now),
    requests: lines.filter(({ appointment }) => appointment.status === 'pending'),
    news: lines.flatMap((line): NewsLine[] => {
      if (since === undefined || line.appointment.starts_at <= now) return [];
      const news = newsOf(line.appointment, since);
      return news ? [{ ...line, news, from: line.appointment.client_moved_from ?? null }] : [];
    }),
    meanwhile: everybodys.flatMap((line): NewsLine[] => {
      const known = meanwhile.get(line.appointment.id);
      if (!known || line.appointment.starts_at <= now) return [];
      // Whose column it left wants to know as well.
      if (!isTheirs([...line.staffIds, ...known.staff_ids])) return [];
      const { news, from } = known;
      return isStill(line.appointment, news) ? [{ ...line, news, from }] : [];
    }),
    unconfirmed: lines.filter(
      ({ appointment }) =>
        appointment.status === 'booked' &&
        appointment.confirmation === 'requested' &&
        appointment.starts_at >= now &&
        appointment.starts_at < tomorrowEnd,
    ),
    overdue: booked.filter(({ appointment }) => appointment.ends_at <= now),
    counts: {
      total: todays.filter(
        ({ appointment }) => blocksTime(appointment.status, true) && !appointment.conflict,
      ).length,
      completed: status('completed').length,
      cancelled: status('cancelled').length,
      noShows: status('no_show').length,
    },
    expectedCents: sum(todays.filter(({ appointment }) => isActive(appointment.status))),
  };
};

/** What was done since, here as well, may have made old news wrong. */
const isStill = ({ status }: AppointmentRow, news: NewsLine['news']): boolean =>
  news === 'cancelled' ? status === 'cancelled' : isActive(status);

/** Requests are told apart: they wait for an answer. Who booked and moved since has booked. */
const newsOf = (appointment: AppointmentRow, since: Instant): NewsLine['news'] | null => {
  const { status, source, created_at, client_moved_at } = appointment;
  if (status === 'cancelled') {
    return appointment.cancel_by === 'client' && (appointment.cancelled_at ?? '') > since
      ? 'cancelled'
      : null;
  }
  if (!isActive(status) || status === 'pending') return null;
  if (source === 'online' && created_at > since) return 'booked';
  return (client_moved_at ?? '') > since ? 'moved' : null;
};
