import { useState } from 'react';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { noteHandedText } from '#db/commands/handed-texts.ts';
import { useDb } from '#db/use-query.ts';
import { travelOf } from '#domain/appointments/travel.ts';
import { addressedAs, readerOf } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import { fillTemplate, unknownPlaceholders } from '#domain/text/template.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { TextArea } from '#ui/fields.tsx';
import { HandOver } from '#ui/hand-over.tsx';

const DRAFT =
  'Hi {{client_first_name}}, {{staff_name}} is on the way to you and will be there at about ' +
  '{{time}}. – {{business_name}}';

const KNOWN = ['client_first_name', 'staff_name', 'time', 'business_name'];

/** Times that are said "about" are full five minutes. */
const ROUND_MIN = 5;

/** Tells the client that somebody is on the way: handed to the messages of this phone. */
export function OnMyWay({
  detail,
  business,
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
}) {
  const db = useDb();
  const { client, reach, appointment, segments } = detail;
  const reader = (reach && readerOf(reach)) ?? client;
  const [draft, setDraft] = useState(DRAFT);
  const [isOpened, setOpened] = useState(false);
  // Asked once: the text must not change while it is read.
  const [now] = useState(() => db.now());
  const travel = travelOf(segments.map(({ segment }) => segment)).before;
  const there = Math.ceil((epochMinOf(now) + travel) / ROUND_MIN) * ROUND_MIN;
  const unknown = unknownPlaceholders(draft, KNOWN);
  const text = fillTemplate(draft, {
    client_first_name: client && reach ? addressedAs(client, reach) : '',
    staff_name: segments[0]?.staff?.display_name ?? business.name,
    time: businessFormats(business).time(
      // Whoever leaves early waits for the time that was agreed.
      instantOfMin(Math.max(there, epochMinOf(appointment.starts_at))),
    ),
    business_name: business.name,
  });
  return (
    <section aria-label="On my way" className="grid gap-2">
      <TextArea
        label="Message"
        rows={2}
        hint="The words in braces are filled in."
        error={unknown.length > 0 ? `Nothing is known for ${unknown.join(', ')}` : undefined}
        value={draft}
        maxLength={600}
        onChange={setDraft}
      />
      <HandOver
        reach={reach}
        name={reader ? clientName(reader) : 'Client'}
        subject="On the way to you"
        text={text}
        isOpened={isOpened}
        onOpen={(channel) => {
          setOpened(true);
          if (client) {
            void noteHandedText(db, {
              client_id: client.id,
              appointment_id: appointment.id,
              kind: 'on_my_way',
              channel,
            });
          }
        }}
      />
    </section>
  );
}
