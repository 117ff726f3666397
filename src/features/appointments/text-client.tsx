import { useState } from 'react';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { pathTo } from '#app/paths.ts';
import { messageTemplates } from '#db/queries/message-templates.ts';
import { noteHandedText } from '#db/commands/handed-texts.ts';
import { refusesTexts } from '#db/queries/handed-texts.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { addressedAs, readerOf } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import { SMS_MAX, builtIn } from '#domain/messages/templates.ts';
import type { TemplateKey } from '#domain/messages/templates.ts';
import { messageValues } from '#domain/messages/values.ts';
import type { MessageValues } from '#domain/messages/values.ts';
import { filledSubject, filledText, wordsInForce } from '#domain/messages/words.ts';
import type { AppointmentStatus, BusinessRow } from '#domain/rows.ts';
import { addressLines } from '#domain/text/address.ts';
import { SelectField, TextArea } from '#ui/fields.tsx';
import { HandOver } from '#ui/hand-over.tsx';
import { Notice } from '#ui/notice.tsx';

const COMING: readonly TemplateKey[] = [
  'reminder_1',
  'booking_confirmed',
  'confirm_request',
  'rescheduled',
];
const OVER: readonly TemplateKey[] = ['thank_you', 'rebook'];

/** What one would say of a visit as it stands, the likeliest first. */
const keysFor = (status: AppointmentStatus): readonly TemplateKey[] => {
  if (status === 'completed') return OVER;
  if (status === 'declined') return ['booking_declined'];
  if (status === 'expired') return ['booking_expired'];
  if (status === 'cancelled' || status === 'no_show') return ['cancelled_by_business', 'rebook'];
  return status === 'pending' ? ['booking_requested', ...COMING] : COMING;
};

/** One of the business's messages, handed to the messages of this phone: works without signal. */
export function TextClient({
  detail,
  business,
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
}) {
  const db = useDb();
  const own = useQuery(messageTemplates, []);
  const keys = keysFor(detail.appointment.status);
  const [chosen, setChosen] = useState<TemplateKey>(keys[0]!);
  /** Null until somebody writes. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpened, setOpened] = useState(false);
  const { client, reach } = detail;
  const key = keys.includes(chosen) ? chosen : keys[0]!;
  const reader = (reach && readerOf(reach)) ?? client;
  const { purpose } = builtIn(key);
  const isRefused = useQuery(
    async (local) => reader !== null && (await refusesTexts(local, reader.id, purpose)),
    [reader?.id, purpose],
  );
  if (!own) return null;
  const words = wordsInForce(key, own.get(key));
  const values = valuesOf(detail, business);
  const text = typed ?? filledText(words.sms, values);
  return (
    <section
      aria-label="Message to the client"
      className="mt-2 grid gap-3 border-t border-line pt-3"
    >
      <SelectField
        label="Message"
        value={key}
        options={keys.map((one) => ({ value: one, label: builtIn(one).label }))}
        onChange={(value) => {
          setChosen(value as TemplateKey);
          setTyped(null);
          setOpened(false);
        }}
      />
      <TextArea
        label="Text"
        rows={3}
        hint="The words are those of your messages to clients."
        maxLength={SMS_MAX}
        value={text}
        onChange={setTyped}
      />
      {isRefused && reach?.phone && (
        <Notice tone="warning">
          {purpose === 'marketing'
            ? 'They have not agreed to news and offers by text message.'
            : 'They do not want reminders by text message.'}
        </Notice>
      )}
      <HandOver
        reach={reach}
        name={reader ? clientName(reader) : 'Client'}
        subject={filledSubject(words.subject, values)}
        text={text}
        isOpened={isOpened}
        onOpen={(channel) => {
          setOpened(true);
          if (client) {
            void noteHandedText(db, {
              client_id: client.id,
              appointment_id: detail.appointment.id,
              kind: key,
              channel,
            });
          }
        }}
      />
    </section>
  );
}

/** Links that only the server can make stay empty. */
const valuesOf = (
  { appointment, segments, client, reach }: AppointmentDetail,
  business: BusinessRow,
): MessageValues => {
  const where = appointment.location_type === 'business' ? business.address : appointment.address;
  return messageValues({
    business,
    client: {
      first_name: client && reach ? addressedAs(client, reach) : '',
      last_name: client?.last_name ?? '',
    },
    starts_at: appointment.starts_at,
    ends_at: appointment.ends_at,
    segments: segments.map(({ segment, staff }) => ({
      service_name: segment.service_name,
      staff_name: staff?.display_name ?? null,
      price_kind: segment.price_kind,
      price_cents: segment.price_cents,
    })),
    address: where ? addressLines(where).join(', ') : '',
    note: appointment.client_note,
    cancelUntil: '',
    manageLink: '',
    bookLink: location.origin + pathTo('book', { proUrl: business.slug }),
  });
};
