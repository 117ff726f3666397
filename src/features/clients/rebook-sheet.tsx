import { pathTo } from '#app/paths.ts';
import type { ClientRecords } from '#db/queries/client-records.ts';
import type { ClientDetail, VisitView } from '#db/queries/client-detail.ts';
import { messageTemplates } from '#db/queries/message-templates.ts';
import { useQuery } from '#db/use-query.ts';
import { mayReach } from '#domain/clients/consents.ts';
import { addressedAs, readerOf } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import { SMS_MAX } from '#domain/messages/templates.ts';
import { messageValues } from '#domain/messages/values.ts';
import type { MessageValues } from '#domain/messages/values.ts';
import { filledSubject, filledText, wordsInForce } from '#domain/messages/words.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { addressLines } from '#domain/text/address.ts';
import { TextArea } from '#ui/fields.tsx';
import { HandOver } from '#ui/hand-over.tsx';
import { Notice } from '#ui/notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { useState } from 'react';

/** "Time to come again" for somebody who stays away, handed to the messages of this phone. */
export function RebookSheet({
  open,
  detail,
  records,
  business,
  showsContact,
  onClose,
}: {
  open: boolean;
  detail: ClientDetail;
  records: ClientRecords;
  business: BusinessRow;
  showsContact: boolean;
  onClose: () => void;
}) {
  const own = useQuery(messageTemplates, []);
  /** Null until somebody writes. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpened, setOpened] = useState(false);
  const { client, reach, visits } = detail;
  const last = visits.find(({ appointment }) => appointment.status === 'completed');
  const words = wordsInForce('rebook', own?.get('rebook'));
  const values = last && valuesOf(detail, last, business);
  const text = typed ?? (values ? filledText(words.sms, values) : '');
  const channel = reach.phone ? 'sms' : 'email';
  return (
    <SideSheet open={open} title={`Write to ${clientName(client)}`} onClose={onClose}>
      <div className="grid grid-cols-1 gap-4 pb-2">
        {!last || client.status !== 'active' || !showsContact ? (
          <p className="text-muted">
            {!last
              ? 'There is no visit yet to come back from.'
              : showsContact
                ? 'Only clients in your list are written to.'
                : 'Your role does not show how clients are reached.'}
          </p>
        ) : (
          own && (
            <>
              {!mayReach(records.consents, { purpose: 'marketing', channel }) && (
                <Notice tone="warning" title="They have not agreed to news and offers">
                  {`By ${channel === 'sms' ? 'text' : 'e-mail'}. Ask them first, or write only if you know that they want to hear from you.`}
                </Notice>
              )}
              <TextArea
                label="Text"
                rows={4}
                hint="The words of “Time to come again” in your messages to clients."
                maxLength={SMS_MAX}
                value={text}
                onChange={(next) => {
                  setTyped(next);
                  setOpened(false);
                }}
              />
              <div className="grid gap-2">
                <HandOver
                  reach={reach}
                  name={clientName(readerOf(reach) ?? client)}
                  subject={values ? filledSubject(words.subject, values) : ''}
                  text={text}
                  isOpened={isOpened}
                  onOpen={() => setOpened(true)}
                />
              </div>
            </>
          )
        )}
      </div>
    </SideSheet>
  );
}

/** Links that only the server can make stay empty. */
const valuesOf = (
  { client, reach }: ClientDetail,
  { appointment, segments }: VisitView,
  business: BusinessRow,
): MessageValues => {
  const where = appointment.location_type === 'business' ? business.address : appointment.address;
  return messageValues({
    business,
    client: { first_name: addressedAs(client, reach), last_name: client.last_name },
    starts_at: appointment.starts_at,
    ends_at: appointment.ends_at,
    segments: segments.map((one) => ({ ...one, staff_name: one.staffName || null })),
    address: where ? addressLines(where).join(', ') : '',
    note: null,
    cancelUntil: '',
    manageLink: '',
    bookLink: location.origin + pathTo('book', { proUrl: business.slug }),
  });
};
