import { IMPORT_FIELDS } from '#domain/clients/import-fields.ts';
import type { ImportField } from '#domain/clients/import-fields.ts';
import type { DayOrder } from '#domain/clients/import-day.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { useMemo, useState } from 'react';
import { ColumnList } from './column-list.tsx';
import { DayOrderField } from './day-order-field.tsx';
import { guessDayOrder } from './dry-run.ts';
import type { ClientFile } from './file.ts';
import { StepButtons } from './step-buttons.tsx';
import { FIELD_NAMES, many } from './words.ts';

export type Matched = { mapping: (ImportField | null)[]; dayOrder: DayOrder };

const OPTIONS = IMPORT_FIELDS.map((value) => ({ value, label: FIELD_NAMES[value] }));
const FINDABLE: readonly (ImportField | null)[] = [
  'first_name',
  'last_name',
  'name',
  'phone',
  'email',
];

/** Which column holds what: guessed from the headings, and put right by hand. */
export function MatchStep({
  file,
  start,
  country,
  onBack,
  onNext,
}: {
  file: ClientFile;
  start: Matched | null;
  country: string;
  onBack: () => void;
  onNext: (matched: Matched) => void;
}) {
  const [mapping, setMapping] = useState(start?.mapping ?? file.mapping);
  const [chosenOrder, setChosenOrder] = useState<DayOrder | null>(start?.dayOrder ?? null);
  const hasBirthdays = mapping.includes('birthday');
  const guessed = useMemo(() => guessDayOrder(file, mapping, country), [file, mapping, country]);
  const dayOrder = chosenOrder ?? guessed;
  const canGoOn = mapping.some((field) => FINDABLE.includes(field));
  return (
    <>
      <Card title={file.name}>
        <ColumnList file={file} mapping={mapping} options={OPTIONS} onMapping={setMapping} />
        {hasBirthdays && (
          <div className="mt-5 border-t border-line pt-5">
            <DayOrderField sample="03/04/1990" value={dayOrder} onChange={setChosenOrder} />
          </div>
        )}
      </Card>
      {!canGoOn && (
        <Notice tone="warning" live>
          Choose a column with a name, a phone number or an e-mail.
        </Notice>
      )}
      <StepButtons onBack={onBack} backLabel="Another file">
        <Button variant="primary" disabled={!canGoOn} onClick={() => onNext({ mapping, dayOrder })}>
          Check {many(file.rows.length, 'row')}
        </Button>
      </StepButtons>
    </>
  );
}
