import { messageFor } from '#app/messages.ts';
import { useServerAnswer } from '#app/use-server-answer.ts';
import { editBusiness } from '#db/commands/business.ts';
import { businessSettings, myAccess } from '#db/queries/business.ts';
import { clientNames } from '#db/queries/client-names.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { retentionPreview } from '#remote/retention.ts';
import type { RetentionPreview } from '#remote/retention.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useOnline } from '#ui/use-online.ts';
import { useCallback, useState } from 'react';
import { Part } from '#features/settings/settings-card.tsx';

type Ask = typeof retentionPreview;

const YEARS = [1, 2, 3, 5, 7, 10];

/** Whether clients who stay away for years are erased by themselves; off unless somebody wants it. */
export function RetentionPart({ ask = retentionPreview }: { ask?: Ask }) {
  const access = useQuery(myAccess, []);
  const settings = useQuery(businessSettings, []);
  const isAllowed = access?.may('settings') && access.may('clients.edit');
  return isAllowed && settings ? <Chosen business={settings.business} ask={ask} /> : null;
}

function Chosen({ business, ask }: { business: BusinessRow; ask: Ask }) {
  const db = useDb();
  const saved = business.retention_years ?? null;
  const [picked, setPicked] = useState<{ years: number | null } | null>(null);
  const years = picked ? picked.years : saved;
  const isChanged = years !== saved;
  const choices = [...new Set([...YEARS, ...(saved ? [saved] : [])])].toSorted((a, b) => a - b);
  const save = async (): Promise<void> => {
    const result = await editBusiness(db, { retention_years: years }, business.rev);
    if (result.ok) setPicked(null);
    tellOutcome(
      result,
      years ? `Clients are erased after ${yearsText(years)}` : 'Nobody is erased by the clock',
      messageFor,
    );
  };
  return (
    <Part title="Old clients">
      <SelectField
        label="Erase clients without a visit for"
        hint="Names, contacts, notes and photos go for good; visits and prices stay without a name."
        value={String(years ?? '')}
        onChange={(value) => setPicked({ years: value === '' ? null : Number(value) })}
        options={[
          { value: '', label: 'Never: keep everybody' },
          ...choices.map((value) => ({ value: String(value), label: yearsText(value) })),
        ]}
      />
      {years !== null && (
        <Preview key={years} business={business} years={years} ask={ask} isChanged={isChanged} />
      )}
      {isChanged && (
        <div className="flex flex-wrap gap-2">
          <Button variant={years === null ? 'primary' : 'danger'} onClick={() => void save()}>
            {years === null ? 'Keep everybody' : `Erase after ${yearsText(years)}`}
          </Button>
          <Button onClick={() => setPicked(null)}>Leave it as it is</Button>
        </div>
      )}
    </Part>
  );
}

/** Who is next, as only the server knows: this device does not have every old visit. */
function Preview({
  business,
  years,
  ask,
  isChanged,
}: {
  business: BusinessRow;
  years: number;
  ask: Ask;
  isChanged: boolean;
}) {
  const online = useOnline();
  const { id } = business;
  const question = useCallback(() => ask(id, years), [ask, id, years]);
  const { value: preview, failure } = useServerAnswer(question, online);
  if (failure) return <Notice tone="danger">{failure}</Notice>;
  if (!preview) {
    return online ? (
      <p role="status" className="text-muted">
        Looking who that is …
      </p>
    ) : (
      <Notice tone="warning">You are offline. Connect to see whom this means.</Notice>
    );
  }
  return <WhoIsNext business={business} preview={preview} isChanged={isChanged} />;
}

function WhoIsNext({
  business,
  preview: { due, clients },
  isChanged,
}: {
  business: BusinessRow;
  preview: RetentionPreview;
  isChanged: boolean;
}) {
  const formats = businessFormats(business);
  const ids = clients.map(({ id }) => id);
  const names = useQuery((db) => clientNames(db, ids), [ids.join()]);
  return (
    <div className="grid gap-3">
      <p className="text-pretty">
        {due === 0
          ? 'Nobody is due today.'
          : `${due === 1 ? 'One client is' : `${due} clients are`} due.`}{' '}
        {isChanged && due > 0 && 'They are erased a week after you save this, not before.'}
      </p>
      {clients.length > 0 && (
        <ul
          aria-label="Who is next"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
          tabIndex={0}
          className="grid max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
        >
          {clients.map(({ id, last_visit_at, due_at }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
              <bdi className="min-w-0 break-words">
                {names?.get(id) ?? 'Not on this device yet'}
              </bdi>
              <span className="text-sm text-muted">
                {last_visit_at ? `last here ${formats.date(last_visit_at)}` : 'never here'}
                {', due '}
                {formats.date(due_at)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {due > clients.length && (
        <p className="text-sm text-muted">These are the first {clients.length} of them.</p>
      )}
    </div>
  );
}

const yearsText = (years: number): string => (years === 1 ? '1 year' : `${years} years`);
