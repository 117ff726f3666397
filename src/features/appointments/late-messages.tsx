import { useState } from 'react';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { noteHandedText } from '#db/commands/handed-texts.ts';
import { useDb } from '#db/use-query.ts';
import type { LateMove } from '#db/queries/late.ts';
import { addressedAs, readerOf } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import { fillTemplate, unknownPlaceholders } from '#domain/text/template.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/fields.tsx';
import { List } from '#ui/list.tsx';
import { HandOver } from '#ui/hand-over.tsx';

const DRAFT =
  'Hi {{client_first_name}}, {{staff_name}} is running about {{minutes}} minutes late today. ' +
  'We will see you at {{time}} instead. Sorry for the wait! – {{business_name}}';

const KNOWN = ['client_first_name', 'staff_name', 'minutes', 'time', 'business_name'];

/** A message for each client who moved, handed to the messages of this phone: works without signal. */
export function LateMessages({
  moves,
  business,
  staffName,
  onDone,
}: {
  moves: readonly LateMove[];
  business: BusinessRow;
  staffName: string;
  onDone: () => void;
}) {
  const db = useDb();
  const { time } = businessFormats(business);
  const [draft, setDraft] = useState(DRAFT);
  const [opened, setOpened] = useState<readonly Uuid[]>([]);
  const unknown = unknownPlaceholders(draft, KNOWN);
  const textFor = ({ client, reach, byMin, to }: LateMove): string =>
    fillTemplate(draft, {
      client_first_name: client && reach ? addressedAs(client, reach) : '',
      staff_name: staffName,
      minutes: byMin,
      time: time(to),
      business_name: business.name,
    });
  return (
    <div className="grid gap-4">
      <TextArea
        label="Message"
        hint="The words in braces are filled in for each client."
        error={unknown.length > 0 ? `Nothing is known for ${unknown.join(', ')}` : undefined}
        value={draft}
        maxLength={600}
        onChange={setDraft}
      />
      <List label="Who is told">
        {moves.map((move) => (
          <li key={move.id} className="grid gap-1.5 px-4 py-3">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <bdi className="font-medium">{move.name}</bdi>
              <span className="text-sm text-muted tabular-nums">{time(move.to)}</span>
            </span>
            <HandOver
              reach={move.reach}
              name={nameOfReader(move)}
              subject="Running late"
              text={textFor(move)}
              isOpened={opened.includes(move.id)}
              onOpen={(channel) => {
                setOpened((ids) => [...ids, move.id]);
                if (move.client) {
                  void noteHandedText(db, {
                    client_id: move.client.id,
                    appointment_id: move.id,
                    kind: 'running_late',
                    channel,
                  });
                }
              }}
            />
          </li>
        ))}
      </List>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

const nameOfReader = ({ reach, name }: LateMove): string => {
  const reader = reach && readerOf(reach);
  return reader ? clientName(reader) : name;
};
