import { TriangleAlert } from 'lucide-react';
import { messageFor } from '#app/messages.ts';
import { handedTexts } from '#db/queries/handed-texts.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { newestFirst } from '#domain/messages/sent-message.ts';
import { sentName, sentState, wentWrong } from '#domain/messages/sent-words.ts';
import type { AppointmentRow, BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { useAsked } from '#ui/use-asked.ts';
import { useOnline } from '#ui/use-online.ts';

/**
 * What was sent about an appointment, when, to whom, and how that went. Mails only with a connection, what
 * was handed to a phone always.
 */
export function MessageLog({
  appointment: { id },
  business,
}: {
  appointment: Pick<AppointmentRow, 'id'>;
  business: BusinessRow;
}) {
  const db = useDb();
  const answer = useAsked(id, useOnline(), () => db.fetchMessages?.('appointment', id));
  const handed = useQuery((local) => handedTexts(local, 'appointment', id), [id]);
  const { dateTime } = businessFormats(business);
  const messages = newestFirst([...(answer?.ok ? answer.value : []), ...(handed ?? [])]);
  return (
    <>
      {answer && !answer.ok && (
        <p className="text-sm text-muted">
          The messages could not be loaded. {messageFor(answer.error)}
        </p>
      )}
      {messages.length > 0 && (
        <section aria-label="Messages" className="grid gap-2">
          <h3 className="text-sm font-medium">Messages</h3>
          <ul className="grid gap-2 text-sm wrap-anywhere">
            {messages.map((message) => (
              <li key={message.id}>
                <span className="flex items-center gap-1.5 font-medium">
                  {wentWrong(message) && (
                    <TriangleAlert size={16} className="shrink-0 text-danger" aria-hidden />
                  )}
                  {sentName(message)}
                </span>
                <span className="block text-muted">
                  {[sentState(message), dateTime(message.at), message.to]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
