import { sentName, sentState } from '#domain/messages/sent-words.ts';
import type { SentMessage } from '#domain/messages/sent-message.ts';
import type {
  AppointmentRow,
  AppointmentSegmentRow,
  BusinessRow,
  PolicyTextRow,
} from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';

/** A visit that was paid for online, as far as it tells whether the client was owed anything. */
export type EvidenceVisit = {
  appointment: Pick<
    AppointmentRow,
    | 'id'
    | 'source'
    | 'created_at'
    | 'starts_at'
    | 'ends_at'
    | 'status'
    | 'policy_version'
    | 'client_moved_at'
    | 'cancelled_at'
    | 'cancel_by'
    | 'cancel_late'
    | 'arrived_at'
    | 'started_at'
    | 'finished_at'
  >;
  segments: readonly Pick<AppointmentSegmentRow, 'service_name'>[];
  /** What they agreed to when they booked; null = nothing, or it is not on this device. */
  policy: Pick<PolicyTextRow, 'version' | 'body' | 'published_at'> | null;
  /** null = not known: only the server has them. */
  messages: readonly SentMessage[] | null;
};

export type EvidenceFacts = {
  business: Pick<BusinessRow, 'name' | 'locale' | 'time_zone' | 'time_format'>;
  clientName: string | null;
  visits: readonly EvidenceVisit[];
  /** Of each sale that took the payment up, as text. */
  receipts: readonly string[];
};

/** One heading of what a bank is told, with its lines. */
export type EvidencePart = { name: string; lines: string[] };

/** What a business can show the bank of a client who wants money back: only what is written down. */
export const evidenceOf = ({
  business,
  clientName,
  visits,
  receipts,
}: EvidenceFacts): EvidencePart[] => {
  const formats = businessFormats(business);
  return [
    ...visits.flatMap((visit) => [
      { name: 'Visit', lines: visitLines(visit, clientName, formats) },
      { name: 'Consent to the cancellation policy', lines: policyLines(visit, formats) },
      { name: 'Messages', lines: messageLines(visit, formats) },
    ]),
    ...receipts.map((text) => ({ name: 'Receipt', lines: text.split('\n').filter(Boolean) })),
  ];
};

type Formats = ReturnType<typeof businessFormats>;

const visitLines = (
  { appointment, segments }: EvidenceVisit,
  clientName: string | null,
  { date, timeRange, dateTime }: Formats,
): string[] => {
  const told = (words: string, at: string | null | undefined): string[] =>
    at ? [`${words}: ${dateTime(at)}`] : [];
  const { starts_at, ends_at, source, status } = appointment;
  return [
    `Client: ${clientName ?? 'Name removed'}`,
    `Services: ${segments.map(({ service_name }) => service_name).join(', ')}`,
    `Agreed time: ${date(starts_at)}, ${timeRange(starts_at, ends_at)}`,
    ...told(source === 'online' ? 'Booked online by the client' : 'Booked', appointment.created_at),
    ...told('Moved by the client', appointment.client_moved_at),
    ...told('Arrived', appointment.arrived_at),
    ...told('Service started', appointment.started_at),
    ...told('Service finished', appointment.finished_at),
    ...told(cancelWords(appointment), appointment.cancelled_at),
    ...(status === 'no_show' ? ['The client did not come.'] : []),
  ];
};

const cancelWords = ({ cancel_by, cancel_late }: EvidenceVisit['appointment']): string => {
  const by = cancel_by === 'client' ? 'Cancelled by the client' : 'Cancelled by the business';
  return cancel_by === 'client' && cancel_late ? `${by}, later than the policy allows` : by;
};

const policyLines = (
  { appointment, policy }: EvidenceVisit,
  { dateTime, date }: Formats,
): string[] => {
  if (appointment.policy_version === null) return ['None was asked for when this was booked.'];
  return [
    `Version ${appointment.policy_version}, agreed to with the booking on ${dateTime(appointment.created_at)}`,
    ...(policy
      ? [`Published ${date(policy.published_at)}. Its text:`, ...policy.body.split('\n')]
      : ['Its text is not on this device.']),
  ];
};

const messageLines = ({ messages }: EvidenceVisit, { dateTime }: Formats): string[] => {
  if (messages === null) return ['Not known here: open this page with a connection.'];
  if (messages.length === 0) return ['None were sent.'];
  return messages
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map((one) =>
      [`${sentName(one)}: ${sentState(one)}`, dateTime(one.at), one.to].filter(Boolean).join(' · '),
    );
};
