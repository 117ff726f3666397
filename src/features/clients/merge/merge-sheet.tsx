import { messageFor } from '#app/messages.ts';
import { mergeClients } from '#db/commands/merge-clients.ts';
import { businessSettings } from '#db/queries/business.ts';
import { mergeCandidates } from '#db/queries/duplicate-clients.ts';
import type { MergeCandidate } from '#db/queries/duplicate-clients.ts';
import { staffNames } from '#db/queries/staff.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { clientName } from '#domain/clients/name.ts';
import { MERGE_FIELDS, defaultChoices } from '#domain/clients/merge.ts';
import { clientSince } from '#domain/clients/since.ts';
import type { MergeChoices, MergeField } from '#domain/clients/merge.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { SideSheet } from '#ui/side-sheet.tsx';
import clsx from 'clsx';
import { useState } from 'react';
import { FIELD_LABELS, valueText } from './field-text.ts';

/** Two or more clients side by side; of each field one value stays. */
export function MergeSheet({
  open,
  ids,
  onClose,
}: {
  open: boolean;
  ids: readonly Uuid[];
  onClose: () => void;
}) {
  const db = useDb();
  const candidates = useQuery((database) => mergeCandidates(database, ids), [ids.join()]);
  const settings = useQuery(businessSettings, []);
  const names = useQuery(staffNames, []);
  const [chosen, setChosen] = useState<MergeChoices>({});
  const [isBusy, setBusy] = useState(false);
  const clients = (candidates ?? []).map(({ client }) => client);
  const choices = { ...defaultChoices(clients), ...chosen };
  const canMerge = clients.length > 1;

  const merge = async (): Promise<void> => {
    setBusy(true);
    const result = await mergeClients(
      db,
      clients.map(({ id }) => id),
      choices,
    );
    setBusy(false);
    if (!result.ok) return tellFailure(result.error, messageFor);
    tellOutcome(result, `${clients.length} records are one client now`, messageFor);
    onClose();
  };
  return (
    <SideSheet
      open={open}
      size="lg"
      title="Merge clients"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Not the same person</Button>
          <Button variant="primary" disabled={!canMerge} busy={isBusy} onClick={() => void merge()}>
            Merge
          </Button>
        </>
      }
    >
      {candidates && settings && !canMerge && (
        <Notice>These are not two clients any more. Somebody has merged or archived one.</Notice>
      )}
      {candidates && settings && names && canMerge && (
        <div className="grid gap-5">
          <p className="text-pretty text-muted">
            Choose what stays where they differ. Visits, tags, notes and addresses of all are kept.
          </p>
          <Records candidates={candidates} business={settings.business} />
          {MERGE_FIELDS.filter((field) => differ(candidates, field)).map((field) => (
            <FieldChoice
              key={field}
              field={field}
              value={choices[field]}
              options={candidates.map(({ client }) => ({
                id: client.id,
                text: valueText(client, field, settings.business.locale, names),
              }))}
              onChange={(id) => setChosen({ ...chosen, [field]: id })}
            />
          ))}
        </div>
      )}
    </SideSheet>
  );
}

/** Who they are: since when, and with how many visits. */
function Records({
  candidates,
  business,
}: {
  candidates: readonly MergeCandidate[];
  business: BusinessRow;
}) {
  const formats = businessFormats(business);
  return (
    <ul aria-label="Records" className={clsx('grid gap-2', columns(candidates.length))}>
      {candidates.map(({ client, visits }) => (
        <li key={client.id} className="min-w-0 rounded-md bg-raised px-3 py-2">
          <p className="font-medium break-words">
            <bdi>{clientName(client)}</bdi>
          </p>
          <p className="text-sm text-muted">
            {visits === 1 ? '1 visit' : `${visits} visits`}, since{' '}
            {formats.date(clientSince(client))}
          </p>
        </li>
      ))}
    </ul>
  );
}

function FieldChoice({
  field,
  value,
  options,
  onChange,
}: {
  field: MergeField;
  value: Uuid | undefined;
  options: readonly { id: Uuid; text: string }[];
  onChange: (id: Uuid) => void;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{FIELD_LABELS[field]}</legend>
      <div className={clsx('grid gap-2', columns(options.length))}>
        {options.map(({ id, text }) => (
          <label
            key={id}
            className="flex min-h-11 min-w-0 items-center gap-3 rounded-md border border-field bg-surface px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={`merge-${field}`}
              checked={id === value}
              onChange={() => onChange(id)}
              aria-label={text || 'Nothing'}
              className="size-4.5 shrink-0 accent-(--accent)"
            />
            <span className={clsx('min-w-0 break-words', text === '' && 'text-muted')}>
              <bdi>{text || 'Nothing'}</bdi>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const columns = (count: number): string =>
  count === 2 ? 'grid-cols-2' : 'grid-cols-1 sm:grid-cols-3';

const differ = (candidates: readonly MergeCandidate[], field: MergeField): boolean =>
  new Set(candidates.map(({ client }) => JSON.stringify(client[field] ?? ''))).size > 1;
