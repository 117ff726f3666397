import { STATUS_WORDS } from '#domain/appointments/status-words.ts';
import type { AppointmentRow, AppointmentSegmentRow } from '#domain/rows.ts';
import { sumPrices } from '#domain/services/price.ts';
import { addressLines } from '#domain/text/address.ts';
import { BYTE_ORDER_MARK, csvLine } from '#domain/text/csv.ts';
import type { Zone } from '#domain/time/zone.ts';
import { amountCell, offsetCell, utcCell, wallCell } from './plain-cells.ts';

/** What an appointment's line needs of each piece of work. */
export type WorkFacts = Pick<
  AppointmentSegmentRow,
  'position' | 'service_name' | 'staff_id' | 'price_kind' | 'price_cents'
>;

export type AppointmentFacts = {
  appointment: AppointmentRow;
  /** In their order. */
  work: readonly WorkFacts[];
  /** null = a walk-in without a name. */
  client: { name: string; phone: string | null; email: string | null } | null;
  staffName: (staffId: string) => string;
};

type Place = { zone: Zone; currency: string };
type Column = [heading: string, value: (facts: AppointmentFacts, place: Place) => string];

const COLUMNS: readonly Column[] = [
  ['Start', ({ appointment }, { zone }) => wallCell(zone, appointment.starts_at)],
  ['End', ({ appointment }, { zone }) => wallCell(zone, appointment.ends_at)],
  ['Time zone', (_, { zone }) => zone.name],
  ['Offset', ({ appointment }, { zone }) => offsetCell(zone, appointment.starts_at)],
  ['Start (UTC)', ({ appointment }) => utcCell(appointment.starts_at)],
  ['End (UTC)', ({ appointment }) => utcCell(appointment.ends_at)],
  ['Client', ({ client }) => client?.name ?? ''],
  ['Phone', ({ client }) => client?.phone ?? ''],
  ['E-mail', ({ client }) => client?.email ?? ''],
  ['Services', ({ work }) => work.map(({ service_name }) => service_name).join('; ')],
  ['Staff', ({ work, staffName }) => staffNames(work, staffName).join('; ')],
  ['Status', ({ appointment }) => STATUS_WORDS[appointment.status]],
  ['Price', ({ work }) => (isHidden(work) ? '' : amountCell(priceOf(work).cents))],
  ['Price is', ({ work }) => priceOf(work).kind],
  ['Currency', (_, { currency }) => currency],
  ['Where', ({ appointment }) => appointment.location_type],
  ['Address', ({ appointment: { address } }) => (address ? addressLines(address).join(', ') : '')],
  ["Client's note", ({ appointment }) => appointment.client_note ?? ''],
  ['Own note', ({ appointment }) => appointment.staff_note ?? ''],
  ['Cancelled by', ({ appointment }) => appointment.cancel_by ?? ''],
  ['Reason', ({ appointment }) => appointment.cancel_reason ?? ''],
  ['Source', ({ appointment }) => appointment.source],
  ['Booked (UTC)', ({ appointment }) => utcCell(appointment.created_at)],
  ['Daybook id', ({ appointment }) => appointment.id],
  ['Client id', ({ appointment }) => appointment.client_id ?? ''],
  // The same for all who come together.
  ['Group id', ({ appointment }) => appointment.group_id ?? ''],
];

export const appointmentsCsvHead = (): string =>
  BYTE_ORDER_MARK + csvLine(COLUMNS.map(([heading]) => heading));

/** One appointment as a line: its time as the business's clocks show it, and as UTC. */
export const appointmentCsvLine = (facts: AppointmentFacts, place: Place): string =>
  csvLine(COLUMNS.map(([, value]) => value(facts, place)));

const priceOf = (work: readonly WorkFacts[]) =>
  sumPrices(work.map(({ price_kind, price_cents }) => ({ kind: price_kind, cents: price_cents })));

/** Not for whoever exports: empty, which is not nothing. */
const isHidden = (work: readonly WorkFacts[]): boolean => priceOf(work).kind === 'hidden';

/** Everybody once, in the order of the work. */
const staffNames = (work: readonly WorkFacts[], nameOf: (id: string) => string): string[] =>
  [...new Set(work.map(({ staff_id }) => staff_id))].map(nameOf);
