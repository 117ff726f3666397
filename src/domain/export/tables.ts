import { isClass } from '#domain/appointments/seats.ts';
import { isFinished } from '#domain/appointments/status.ts';
import type { CalendarEvent } from '#domain/appointments/calendar-file.ts';
import { calendarEvent } from '#domain/appointments/calendar-event.ts';
import { clientCsvLine, csvHead } from '#domain/clients/export.ts';
import { clientName } from '#domain/clients/name.ts';
import { createNewsLedger } from '#domain/clients/news.ts';
import { clientEntry } from '#domain/clients/search.ts';
import { TABLES } from '#domain/rows.ts';
import type {
  AppointmentRow,
  BusinessRow,
  ClientRow,
  Instant,
  Rows,
  TableName,
  Uuid,
} from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { appointmentCsvLine, appointmentsCsvHead } from './appointments.ts';
import type { AppointmentFacts, WorkFacts } from './appointments.ts';
import { servicesCsv } from './services.ts';
import { sortedLines } from './sorted-lines.ts';
import { staffCsv } from './staff.ts';

/** A file of the export: what stands in it, in heaps of lines, and how many rows those are. */
export type TableFile = { path: string; rows: number; heaps: () => Iterable<readonly string[]> };

/** What writes the calendar is large and comes from outside. */
type WriteEvent = (event: CalendarEvent) => { head: string; event: string; tail: string };

/** Rows that a line of another table needs come before it. */
export const READING_ORDER: readonly TableName[] = [
  'consent_events',
  ...TABLES.filter((table) => table !== 'appointments' && table !== 'consent_events'),
  'appointments',
];

const KEPT = [
  'staff',
  'memberships',
  'service_categories',
  'services',
  'service_variants',
] as const;
type Kept = { [T in (typeof KEPT)[number]]: Rows[T][] };

/**
 * Makes the files for spreadsheets and calendars from all rows, shown to it once in the order of
 * READING_ORDER. Keeps lines, not rows: a large business has a hundred megabytes of those.
 */
export class TableFiles {
  readonly #business: BusinessRow;
  readonly #now: Instant;
  readonly #writeEvent: WriteEvent;
  readonly #kept: Kept = {
    staff: [],
    memberships: [],
    service_categories: [],
    services: [],
    service_variants: [],
  };
  readonly #clients = new Map<Uuid, AppointmentFacts['client']>();
  /** Of each record by itself: what an absorbed one agreed to stands in its own line. */
  readonly #news = createNewsLedger();
  /** Their lines name a guardian, who may come after them. */
  readonly #dependants: ClientRow[] = [];
  readonly #work = new Map<Uuid, WorkFacts[]>();
  readonly #clientLines = sortedLines(2);
  readonly #appointmentLines = sortedLines(7);
  readonly #events = sortedLines(7);
  readonly #counts = { clients: 0, appointments: 0, events: 0 };
  #calendarEnds: { head: string; tail: string } | null = null;

  constructor(options: { business: BusinessRow; now: Instant; writeEvent: WriteEvent }) {
    this.#business = options.business;
    this.#now = options.now;
    this.#writeEvent = options.writeEvent;
  }

  see<T extends TableName>(table: T, row: Rows[T]): void;
  see(table: TableName, row: Rows[TableName]): void {
    if (table === 'clients') this.#seeClient(row as ClientRow);
    else if (table === 'consent_events') this.#news.add(row as Rows[typeof table]);
    else if (table === 'appointments') this.#seeAppointment(row as AppointmentRow);
    else if (table === 'appointment_segments') this.#seeWork(row as Rows[typeof table]);
    else if (table in this.#kept) (this.#kept[table as keyof Kept] as Rows[TableName][]).push(row);
  }

  files(): TableFile[] {
    const { currency } = this.#business;
    const { staff, memberships, service_categories, services, service_variants } = this.#kept;
    const ends = this.#calendarEnds;
    for (const client of this.#dependants.splice(0)) this.#addClient(client);
    const rows = { categories: service_categories, services, variants: service_variants };
    return [
      {
        path: 'clients.csv',
        rows: this.#counts.clients,
        heaps: () => withEnds(csvHead(), this.#clientLines.heaps()),
      },
      {
        path: 'appointments.csv',
        rows: this.#counts.appointments,
        heaps: () => withEnds(appointmentsCsvHead(), this.#appointmentLines.heaps()),
      },
      { path: 'services.csv', rows: services.length, heaps: () => [[servicesCsv(rows, currency)]] },
      { path: 'staff.csv', rows: staff.length, heaps: () => [[staffCsv(staff, memberships)]] },
      ...(ends
        ? [
            {
              path: 'calendar.ics',
              rows: this.#counts.events,
              heaps: () => withEnds(ends.head, this.#events.heaps(), ends.tail),
            },
          ]
        : []),
    ];
  }

  #seeClient(client: ClientRow): void {
    this.#clients.set(client.id, {
      name: clientName(client),
      phone: client.phone,
      email: client.email,
    });
    if (client.status === 'anonymised') return;
    this.#counts.clients += 1;
    if (client.guardian_id) this.#dependants.push(client);
    else this.#addClient(client);
  }

  #addClient(client: ClientRow): void {
    const { order } = clientEntry(client);
    const guardian = this.#clients.get(client.guardian_id ?? '') ?? null;
    this.#clientLines.add(
      `${order} ${client.id}`,
      clientCsvLine(client, this.#business.time_zone, guardian, this.#news.of(client.id)),
    );
  }

  #seeWork(segment: WorkFacts & { appointment_id: Uuid }): void {
    const { appointment_id, position, service_name, staff_id, price_kind, price_cents } = segment;
    const facts = { position, service_name, staff_id, price_kind, price_cents };
    const others = this.#work.get(appointment_id);
    if (others) others.push(facts);
    else this.#work.set(appointment_id, [facts]);
  }

  #seeAppointment(appointment: AppointmentRow): void {
    const work = (this.#work.get(appointment.id) ?? []).sort((a, b) => a.position - b.position);
    const client = appointment.client_id
      ? (this.#clients.get(appointment.client_id) ?? null)
      : null;
    const facts: AppointmentFacts = { appointment, work, client, staffName: this.#staffName };
    const place = { zone: zoneOf(this.#business.time_zone), currency: this.#business.currency };
    const key = `${appointment.starts_at} ${appointment.id}`;
    this.#counts.appointments += 1;
    this.#appointmentLines.add(key, appointmentCsvLine(facts, place));
    if (isFinished(appointment.status)) return;
    if (!(epochMinOf(appointment.ends_at) > epochMinOf(this.#now))) return;
    const { head, event, tail } = this.#writeEvent(
      calendarEvent(appointment, {
        clientName:
          client?.name ?? (isClass(appointment) ? (work[0]?.service_name ?? 'Class') : 'Walk-in'),
        work: work.map(({ service_name, staff_id }) => ({
          service: service_name,
          staff: this.#staffName(staff_id),
        })),
        businessAddress: this.#business.address,
      }),
    );
    this.#calendarEnds ??= { head, tail };
    this.#counts.events += 1;
    this.#events.add(key, event);
  }

  readonly #staffName = (staffId: Uuid): string =>
    this.#kept.staff.find(({ id }) => id === staffId)?.display_name ?? 'Somebody';
}

function* withEnds(
  head: string,
  heaps: Iterable<readonly string[]>,
  tail?: string,
): Generator<readonly string[]> {
  yield [head];
  yield* heaps;
  if (tail !== undefined) yield [tail];
}
