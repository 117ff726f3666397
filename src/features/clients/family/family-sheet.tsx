import { messageFor } from '#app/messages.ts';
import { removeGuardian, setGuardian, setGuardianReceives } from '#db/commands/guardian.ts';
import type { ClientDetail } from '#db/queries/client-detail.ts';
import { familyCandidates } from '#db/queries/family-candidates.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { clientName, clientShortName } from '#domain/clients/name.ts';
import type { ClientRow, Uuid } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Combobox } from '#ui/combobox.tsx';
import { SwitchField } from '#ui/fields.tsx';
import { List } from '#ui/list.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { SideSheet } from '#ui/side-sheet.tsx';
import { useState } from 'react';

/** Links a client to their guardian, or to those they answer for. Each change is saved at once. */
export function FamilySheet({
  open,
  detail: { client, family },
  onClose,
}: {
  open: boolean;
  detail: Pick<ClientDetail, 'client' | 'family'>;
  onClose: () => void;
}) {
  const db = useDb();
  const name = clientName(client);
  const { guardian, dependants } = family;

  const link = async (
    one: { id: Uuid; name: string },
    by: { id: Uuid; name: string },
  ): Promise<void> =>
    tellOutcome(
      await setGuardian(db, one.id, by.id),
      `${by.name} is the guardian of ${one.name}`,
      messageFor,
    );
  const unlink = async (id: Uuid, who: string): Promise<void> =>
    tellOutcome(await removeGuardian(db, id), `${who} has no guardian any more`, messageFor);
  const direct = async (on: boolean): Promise<void> => {
    const saved = await setGuardianReceives(db, client.id, on);
    if (!saved.ok) tellFailure(saved.error, messageFor);
  };

  return (
    <SideSheet open={open} title={`Family of ${name}`} onClose={onClose}>
      <div className="grid grid-cols-1 gap-5 pb-2">
        {client.guardian_id ? (
          <>
            <People
              label="Guardian"
              people={[
                { id: client.id, name: guardian ? clientName(guardian) : 'Not on this device' },
              ]}
              remove="Remove the guardian"
              onRemove={() => void unlink(client.id, name)}
            />
            <SwitchField
              label={`Messages go to ${guardian ? clientShortName(guardian) : 'the guardian'}`}
              hint={`Also where ${clientShortName(client)} has a phone or an e-mail.`}
              value={client.guardian_receives}
              onChange={(on) => void direct(on)}
            />
          </>
        ) : (
          <>
            {dependants.length > 0 && (
              <People
                label="Guardian of"
                people={dependants.map((one) => ({ id: one.id, name: clientName(one) }))}
                onRemove={(id, who) => void unlink(id, who)}
              />
            )}
            <Choose
              client={client}
              link="dependant"
              label={`${clientShortName(client)} is the guardian of`}
              hint="Messages about them come here where they have no phone or e-mail of their own."
              onPick={(one) => void link(one, { id: client.id, name })}
            />
            {dependants.length === 0 && (
              <Choose
                client={client}
                link="guardian"
                label={`The guardian of ${clientShortName(client)} is`}
                onPick={(one) => void link({ id: client.id, name }, one)}
              />
            )}
          </>
        )}
      </div>
    </SideSheet>
  );
}

function People({
  label,
  people,
  remove,
  onRemove,
}: {
  label: string;
  people: readonly { id: Uuid; name: string }[];
  /** What the button is called; by default it names whom it takes off. */
  remove?: string;
  onRemove: (id: Uuid, name: string) => void;
}) {
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium" aria-hidden>
        {label}
      </p>
      <List label={label}>
        {people.map(({ id, name }) => (
          <li key={id} className="flex min-h-14 items-center gap-3 py-2 pr-2 pl-4">
            <bdi className="min-w-0 flex-1 break-words">{name}</bdi>
            <Button
              size="sm"
              variant="quiet"
              aria-label={remove ?? `Remove ${name}`}
              onClick={() => onRemove(id, name)}
            >
              Remove
            </Button>
          </li>
        ))}
      </List>
    </div>
  );
}

function Choose({
  client,
  link,
  onPick,
  ...field
}: {
  client: ClientRow;
  /** What the chosen one becomes to `client`. */
  link: 'guardian' | 'dependant';
  label: string;
  hint?: string;
  onPick: (one: { id: Uuid; name: string }) => void;
}) {
  const [query, setQuery] = useState('');
  const { id } = client;
  const found = useQuery((db) => familyCandidates(db, id, link, query), [id, link, query]) ?? [];
  return (
    <Combobox
      {...field}
      placeholder="Name, phone or e-mail"
      query={query}
      onQueryChange={setQuery}
      options={found.map(({ id: one, name, phone, email }) => ({
        id: one,
        label: name,
        ...(phone || email ? { hint: phone ?? email ?? '' } : {}),
      }))}
      onPick={({ id: one, label }) => {
        setQuery('');
        onPick({ id: one, name: label });
      }}
      emptyText="Nobody found. Add them as a client first."
    />
  );
}
