import { saysWhen, VISIT_FIELDS } from '#domain/appointments/import-fields.ts';
import type { VisitField } from '#domain/appointments/import-fields.ts';
import type { DayOrder } from '#domain/clients/import-day.ts';
import type { StaffRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SelectField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { useMemo, useState } from 'react';
import { ColumnList } from '../import/column-list.tsx';
import { DayOrderField } from '../import/day-order-field.tsx';
import { StepButtons } from '../import/step-buttons.tsx';
import { many } from '../import/words.ts';
import { guessVisitDayOrder } from './dry-run.ts';
import type { VisitFile } from './dry-run.ts';
import { VISIT_FIELD_NAMES } from './words.ts';

export type MatchedVisits = {
  mapping: (VisitField | null)[];
  dayOrder: DayOrder;
  staffId: string;
};

const OPTIONS = VISIT_FIELDS.map((value) => ({ value, label: VISIT_FIELD_NAMES[value] }));

/** Which column holds what, and who does what the file gives to nobody. */
export function MatchVisits({
  file,
  start,
  staff,
  country,
  onBack,
  onNext,
}: {
  file: VisitFile;
  start: MatchedVisits | null;
  /** Who may be booked, in the order of the team. */
  staff: readonly StaffRow[];
  country: string;
  onBack: () => void;
  onNext: (matched: MatchedVisits) => void;
}) {
  const [mapping, setMapping] = useState(start?.mapping ?? file.mapping);
  const [chosenOrder, setChosenOrder] = useState<DayOrder | null>(start?.dayOrder ?? null);
  const [staffId, setStaffId] = useState(start?.staffId ?? staff[0]?.id ?? '');
  const guessed = useMemo(
    () => guessVisitDayOrder(file, mapping, country),
    [file, mapping, country],
  );
  const dayOrder = chosenOrder ?? guessed;
  const canGoOn = saysWhen(mapping) && staffId !== '';
  return (
    <>
      <Card title={file.name}>
        <ColumnList file={file} mapping={mapping} options={OPTIONS} onMapping={setMapping} />
        <div className="mt-5 grid gap-4 border-t border-line pt-5">
          <DayOrderField sample="03/04" value={dayOrder} onChange={setChosenOrder} />
          {staff.length > 1 && (
            <SelectField
              label="Where the file names nobody of the team"
              value={staffId}
              onChange={setStaffId}
              options={staff.map(({ id, display_name }) => ({ value: id, label: display_name }))}
            />
          )}
        </div>
      </Card>
      {!canGoOn && (
        <Notice tone="warning" live>
          {staffId === ''
            ? 'Nobody of the team can be booked. Add somebody first.'
            : 'Choose the column with the start, or one with the date and one with the time.'}
        </Notice>
      )}
      <StepButtons onBack={onBack} backLabel="Another file">
        <Button
          variant="primary"
          disabled={!canGoOn}
          onClick={() => onNext({ mapping, dayOrder, staffId })}
        >
          Check {many(file.rows.length, 'row')}
        </Button>
      </StepButtons>
    </>
  );
}
