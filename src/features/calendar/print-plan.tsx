import { useEffect } from 'react';
import type { AppointmentRow, BusinessRow, ClientRow, Day, StaffRow, Uuid } from '#domain/rows.ts';
import { useQuery } from '#db/use-query.ts';
import { STATUS_WORDS } from '#domain/appointments/status-words.ts';
import { addressLines } from '#domain/text/address.ts';
import { DATE_LONG, DATE_SHORT, formatDate } from '#domain/time/format.ts';
import type { WallTime } from '#domain/time/wall.ts';
import { planLines, type PlanLine } from './day-plan.ts';
import type { CalendarModel, FullBook } from './use-calendar-model.ts';
import type { Clock } from './words.ts';
import { hoursText, workHours } from './work-hours.ts';
import './print-plan.css';

/** What paper shows and cards do not: how to reach the client, and what was noted. */
type Details = {
  appointments: Map<Uuid, AppointmentRow>;
  clients: Map<Uuid, ClientRow>;
};

/**
 * The days shown, for paper: a page for each day, a table for each person, black on white, with room
 * to write between visits. Not seen on the screen. Opens the print dialog as soon as it is drawn.
 */
export function PrintPlan({
  book,
  model,
  clock,
  wallNow,
  onDone,
}: {
  book: FullBook;
  model: CalendarModel;
  clock: Clock;
  wallNow: WallTime;
  onDone: () => void;
}) {
  const { days, byDay, shown } = model;
  const { business } = book;
  const details = useDetails(
    days.flatMap((day) => byDay.get(day)?.items ?? []).map(({ id }) => id),
  );
  const isReady = details !== undefined && model.isLoaded;
  useEffect(() => {
    if (!isReady) return;
    window.addEventListener('afterprint', onDone);
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when everything is on the sheet
  }, [isReady]);
  if (!details || !model.isLoaded) return null;

  const workOf = workHours(book);
  const hasWork = (day: Day, person: StaffRow): boolean =>
    workOf(person.id, day).length > 0 || planLines(person.id, byDay.get(day), []).length > 0;
  const asOf = `${formatDate(wallNow.day, { locale: business.locale })}, ${clock.minute(wallNow.minute)}`;
  return (
    <div className="cal-plan" role="region" aria-label="Day plan">
      {days.map((day) => {
        const people = shown.filter((person) => hasWork(day, person));
        return (
          <section key={day}>
            <PageHead business={business} day={day} people={people} asOf={asOf} />
            {people.map((person) => (
              <PersonTable
                key={person.id}
                name={person.display_name}
                day={formatDate(day, {
                  locale: business.locale,
                  parts: { ...DATE_SHORT, weekday: 'short' },
                })}
                hours={hoursText(workOf(person.id, day), clock.minute)}
                away={(byDay.get(day)?.absences ?? [])
                  .filter(({ staffId }) => staffId === null || staffId === person.id)
                  .map(({ name }) => name)}
                lines={planLines(person.id, byDay.get(day), workOf(person.id, day))}
                details={details}
                clock={clock}
              />
            ))}
          </section>
        );
      })}
    </div>
  );
}

function PageHead({
  business,
  day,
  people,
  asOf,
}: {
  business: BusinessRow;
  day: Day;
  people: readonly StaffRow[];
  asOf: string;
}) {
  const { locale } = business;
  return (
    <header>
      <p>
        {business.name} <span>As of {asOf}</span>
      </p>
      <h2>{formatDate(day, { locale, parts: { ...DATE_LONG, weekday: 'long' } })}</h2>
      <p>
        {people.map(({ display_name }) => display_name).join(', ') || 'Nobody works on this day.'}
      </p>
    </header>
  );
}

function PersonTable({
  name,
  day,
  hours,
  away,
  lines,
  details,
  clock,
}: {
  name: string;
  /** In words: the sheets of a day come apart. */
  day: string;
  hours: string;
  away: readonly string[];
  lines: readonly PlanLine[];
  details: Details;
  clock: Clock;
}) {
  return (
    <table>
      <caption>
        <span className="cal-plan-caption">
          <b>{name}</b> <span>{[hours, ...away].join(' · ')}</span> <span>{day}</span>
        </span>
      </caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Client</th>
          <th scope="col">Service</th>
          <th scope="col">Notes</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr
            key={`${line.kind} ${line.from} ${line.kind === 'free' ? '' : line.item.key}`}
            className={`is-${line.kind}`}
          >
            <td>
              {clock.minute(line.from)} – {clock.minute(line.until)}
            </td>
            {line.kind === 'visit' ? (
              <VisitCells line={line} details={details} />
            ) : (
              <td colSpan={3}>
                {line.kind === 'free'
                  ? 'Free'
                  : [line.item.name, line.item.note].filter(Boolean).join(' · ')}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function VisitCells({
  line: { item },
  details,
}: {
  line: Extract<PlanLine, { kind: 'visit' }>;
  details: Details;
}) {
  const row = details.appointments.get(item.id);
  const client = item.clientId === null ? undefined : details.clients.get(item.clientId);
  const notes = [
    item.isAway && row?.address && `At ${addressLines(row.address).join(', ')}`,
    client?.alert_note && `! ${client.alert_note}`,
    row?.client_note,
    row?.staff_note,
    item.status !== 'booked' && STATUS_WORDS[item.status],
    item.isConflict && 'Conflict: this time is taken',
  ];
  return (
    <>
      <td>
        <bdi>{item.name}</bdi>
        {client?.phone && <small>{client.phone_raw ?? client.phone}</small>}
      </td>
      <td>{item.service}</td>
      <td>
        {notes
          .flatMap((note) => note || [])
          // Two of them may have the same words.
          .map((note, place) => (
            <p key={place}>{note}</p>
          ))}
      </td>
    </>
  );
}

function useDetails(ids: readonly Uuid[]): Details | undefined {
  return useQuery(
    async (db): Promise<Details> => {
      const rows = await db.rows('appointments').bulkGet([...new Set(ids)]);
      const found = rows.filter((row) => row !== undefined);
      const clientIds = new Set(found.flatMap(({ client_id }) => client_id ?? []));
      const clients = await db.rows('clients').bulkGet([...clientIds]);
      return {
        appointments: new Map(found.map((row) => [row.id, row])),
        clients: new Map(clients.flatMap((row) => (row ? [[row.id, row] as const] : []))),
      };
    },
    [ids.join()],
  );
}
