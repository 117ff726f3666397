import { Check, Mail, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import type { LateMove } from '#db/queries/late.ts';
import { clientShortName } from '#domain/clients/name.ts';
import { mailLink, smsLink } from '#domain/text/message-link.ts';
import { fillTemplate, unknownPlaceholders } from '#domain/text/template.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/fields.tsx';
import { List } from '#ui/list.tsx';

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
  const { time } = businessFormats(business);
  const [draft, setDraft] = useState(DRAFT);
  const [opened, setOpened] = useState<readonly Uuid[]>([]);
  const unknown = unknownPlaceholders(draft, KNOWN);
  const textFor = ({ client, byMin, to }: LateMove): string =>
    fillTemplate(draft, {
      client_first_name: client ? clientShortName(client) : '',
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
              move={move}
              text={textFor(move)}
              isOpened={opened.includes(move.id)}
              onOpen={() => setOpened((ids) => [...ids, move.id])}
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

function HandOver({
  move: { client, name },
  text,
  isOpened,
  onOpen,
}: {
  move: LateMove;
  text: string;
  isOpened: boolean;
  onOpen: () => void;
}) {
  const phone = client?.phone;
  const email = client?.email;
  if (!phone && !email) return <p className="text-sm text-muted">No phone and no e-mail known.</p>;
  const Icon = isOpened ? Check : phone ? MessageSquare : Mail;
  return (
    <>
      <p className="text-sm break-words text-muted">{text}</p>
      <a
        href={phone ? smsLink(phone, text) : mailLink(email!, 'Running late', text)}
        onClick={onOpen}
        className="-mb-1 -ml-2 inline-flex min-h-11 w-fit max-w-full items-center gap-2 rounded-md px-2 font-medium text-accent hover:bg-raised"
      >
        <Icon size={17} className="shrink-0" aria-hidden />
        <span className="truncate">
          {phone ? 'Text' : 'Mail'} <bdi>{name}</bdi>
          {isOpened && ' again'}
        </span>
      </a>
    </>
  );
}
