import { useEffect, useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { useDb } from '#db/use-query.ts';
import { fail } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { SentMessage } from '#domain/messages/sent-message.ts';
import { MESSAGE_TEMPLATES } from '#domain/messages/templates.ts';
import type { TemplateKey } from '#domain/messages/templates.ts';
import type { AppointmentRow, BusinessRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { useOnline } from '#ui/use-online.ts';

/** What was sent about an appointment, when, to whom, and how that went. */
export function MessageLog({
  appointment: { id },
  business,
}: {
  appointment: Pick<AppointmentRow, 'id'>;
  business: BusinessRow;
}) {
  const answer = useMessages(id);
  const { dateTime } = businessFormats(business);
  if (!answer) return null;
  if (!answer.ok) {
    return (
      <p className="text-sm text-muted">
        The messages could not be loaded. {messageFor(answer.error)}
      </p>
    );
  }
  if (answer.value.length === 0) return null;
  return (
    <section aria-label="Messages" className="grid gap-2">
      <h3 className="text-sm font-medium">Messages</h3>
      <ul className="grid gap-2 text-sm wrap-anywhere">
        {answer.value.map((message) => (
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

/** What the server says, asked with a connection; null = not known. */
const useMessages = (id: Uuid): Result<SentMessage[]> | null => {
  const db = useDb();
  const isOnline = useOnline();
  const [answer, setAnswer] = useState<Result<SentMessage[]> | null>(null);
  useEffect(() => {
    if (!isOnline) return;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const said = (await db.fetchMessages?.(id)) ?? fail('server_unavailable');
      if (!isOver) setAnswer(said);
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [db, id, isOnline]);
  return answer?.ok || isOnline ? answer : null;
};

/** A newer server may know more kinds than this version. */
const labelOf = (kind: string): string =>
  kind in MESSAGE_TEMPLATES ? MESSAGE_TEMPLATES[kind as TemplateKey].label : 'Message';

const REASONS: Readonly<Record<string, string>> = {
  no_consent: 'Not sent: they do not want it',
  unpaid: 'Not sent: the plan of the business is not paid',
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
