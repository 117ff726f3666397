import { useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { reviewSubmission } from '#db/commands/review-submission.ts';
import { myAccess } from '#db/queries/business.ts';
import type { SubmissionView } from '#db/queries/forms.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { birthdayText } from '#domain/clients/birthday.ts';
import type { RecordChange, RecordPart } from '#domain/forms/record-changes.ts';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field-frame.tsx';
import { CheckboxField } from '#ui/fields.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';

const PART_NAMES: Record<RecordPart, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  pronouns: 'Pronouns',
  email: 'Email',
  phone: 'Phone',
  birthday: 'Birthday',
  address: 'Address',
  alert_note: 'Alert',
};

/**
 * Answers that the client's record does not have, or has otherwise, side by side. What is missing is chosen
 * already; what would be written over has to be chosen.
 */
export function RecordChangesPart({
  view: { submission, client, changes, clientRev },
  locale,
}: {
  view: SubmissionView;
  locale: string;
}) {
  const db = useDb();
  const access = useQuery(myAccess, []);
  /** What somebody has chosen otherwise than it began. */
  const [chosen, setChosen] = useState<Partial<Record<RecordPart, boolean>>>({});
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // Who does not see all of a record cannot say what it should be.
  const mayDecide = access?.may('clients.edit', 'own') && access.may('clients.contact', 'own');
  if (!mayDecide || changes.length === 0) return null;
  const isChosen = ({ part, before }: RecordChange): boolean => chosen[part] ?? before === null;
  const decide = async (taken: readonly RecordChange[], told: string): Promise<void> => {
    setBusy(true);
    const parts = taken.map(({ part }) => part);
    const done = await reviewSubmission(db, submission.id, parts, clientRev ?? undefined);
    setBusy(false);
    if (done.ok) tellOutcome(done, told, messageFor);
    else tellFailure(done.error, messageFor);
  };
  const change = async (): Promise<void> => {
    const taken = changes.filter(isChosen);
    setMissing(taken.length === 0);
    if (taken.length > 0) await decide(taken, `Record of ${client ?? 'the client'} changed`);
  };
  const shown = ({ part }: RecordChange, value: string): string =>
    part === 'birthday' ? birthdayText(value, locale) : value;
  return (
    <section
      aria-label="For the client’s record"
      className="grid grid-cols-1 gap-3 rounded-lg border border-line p-4 print:hidden"
    >
      <h3 className="font-semibold">For the client’s record</h3>
      <p className="text-sm text-pretty text-muted">
        These answers are new, or other than what is known. Nothing changes until you say so.
      </p>
      <ul className="grid grid-cols-1 gap-3">
        {changes.map((one) => (
          <li key={one.part} className="grid grid-cols-1 gap-1">
            <CheckboxField
              label={PART_NAMES[one.part]}
              value={isChosen(one)}
              onChange={(isOn) => setChosen({ ...chosen, [one.part]: isOn })}
            />
            <dl className="grid grid-cols-2 gap-3 text-sm">
              <div className="min-w-0">
                <dt className="text-muted">In the record</dt>
                <dd className="break-words whitespace-pre-wrap">
                  {one.before === null ? '–' : shown(one, one.before)}
                </dd>
              </div>
              <div className="min-w-0">
                <dt className="text-muted">From the form</dt>
                <dd className="break-words whitespace-pre-wrap">{shown(one, one.after)}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
      {isMissing && !changes.some(isChosen) && (
        <div role="alert">
          <FieldError id={undefined} text="Choose what to change, or leave the record as it is." />
        </div>
      )}
      <span className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isBusy} onClick={() => void change()}>
          Change the record
        </Button>
        <Button busy={isBusy} onClick={() => void decide([], 'The record stays as it is')}>
          Leave it as it is
        </Button>
      </span>
    </section>
  );
}
