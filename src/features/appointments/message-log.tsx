import { useServerAnswer } from '#app/use-server-answer.ts';
import { MESSAGE_TEMPLATES } from '#domain/messages/templates.ts';
import type { TemplateKey } from '#domain/messages/templates.ts';
import type { AppointmentRow, BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { appointmentMessages } from '#remote/messages.ts';
import type { SentMessage } from '#remote/messages.ts';
import { useOnline } from '#ui/use-online.ts';
import { useCallback } from 'react';

/** What was sent about an appointment, when, to whom, and how that went. */
export function MessageLog({
  appointment: { id },
  business,
}: {
  appointment: Pick<AppointmentRow, 'id'>;
  business: BusinessRow;
}) {
  const online = useOnline();
  const question = useCallback(() => appointmentMessages(business.id, id), [business.id, id]);
  const { value, failure } = useServerAnswer(question, online);
  const { dateTime } = businessFormats(business);
  if (!value) {
    return failure && online ? (
      <p className="text-sm text-muted">The messages could not be loaded. {failure}</p>
    ) : null;
  }
  if (value.messages.length === 0) return null;
  return (
    <section aria-label="Messages" className="grid gap-2">
      <h3 className="text-sm font-medium">Messages</h3>
      <ul className="grid gap-2 text-sm wrap-anywhere">
        {value.messages.map((message) => (
          <li key={message.id}>
            <span className="font-medium">{labelOf(message.kind)}</span>
            <span className="block text-muted">
              {[stateWords(message), dateTime(message.at), message.to].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A newer server may know more kinds than this version. */
const labelOf = (kind: string): string =>
  kind in MESSAGE_TEMPLATES ? MESSAGE_TEMPLATES[kind as TemplateKey].label : 'Message';

const REASONS: Readonly<Record<string, string>> = {
  no_consent: 'Not sent: they do not want it',
  too_many: 'Not sent: too many in one day',
  too_late: 'Not sent: it was too late',
};

const STATES: Readonly<Record<SentMessage['state'], string>> = {
  queued: 'Waiting to be sent',
  sending: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Could not be sent',
  suppressed: 'Not sent',
  cancelled: 'Not sent: the appointment changed',
};

const stateWords = ({ state, reason }: SentMessage): string =>
  (reason === null ? undefined : REASONS[reason]) ?? STATES[state];
