import { useDb } from '#db/use-query.ts';
import type { ImportRecord } from '#db/schema.ts';
import { importWork } from '#domain/clients/import-plan.ts';
import type { DuplicateChoice, ImportPlan } from '#domain/clients/import-plan.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useEffect, useMemo, useState } from 'react';
import { dryRun } from './dry-run.ts';
import { DuplicateReport } from './duplicate-report.tsx';
import type { ClientFile } from './file.ts';
import type { Matched } from './match-step.tsx';
import { ProblemList } from './problem-list.tsx';
import { runImport } from './run.ts';
import { StepButtons } from './step-buttons.tsx';
import { many, problemText } from './words.ts';
import { Figure } from './figure.tsx';

/** What the import would do, before it does anything. */
export function CheckStep({
  file,
  matched,
  business,
  onBack,
  onDone,
}: {
  file: ClientFile;
  matched: Matched;
  business: BusinessRow;
  onBack: () => void;
  onDone: (record: ImportRecord) => void;
}) {
  const db = useDb();
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [forAll, setForAll] = useState<DuplicateChoice>('skip');
  const [choices, setChoices] = useState<Readonly<Record<string, DuplicateChoice>>>({});
  const { country_code, time_zone } = business;
  useEffect(() => {
    let isCurrent = true;
    void dryRun(db, file, { ...matched, business: { country_code, time_zone } }).then((made) => {
      if (isCurrent) setPlan(made);
    });
    return () => {
      isCurrent = false;
    };
  }, [db, file, matched, country_code, time_zone]);
  const work = useMemo(
    () => plan && importWork(plan, ({ id }) => choices[id] ?? forAll),
    [plan, choices, forAll],
  );
  if (!plan || !work) return <SkeletonList rows={5} label="Loading: the rows are being checked" />;

  const total = work.creates.length + work.updates.length;
  const aside = plan.problems.filter(({ isImported }) => isImported).length;
  const start = async (): Promise<void> => {
    const record = await runImport(db, file.name, work);
    if (record) onDone(record);
  };
  return (
    <>
      <Card title="What will happen">
        <div role="status">
          <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-4">
            <Figure name="New clients" value={work.creates.length} />
            <Figure name="Updated" value={work.updates.length} />
            <Figure name="Skipped as duplicates" value={work.skipped} />
            <Figure name="Cannot be imported" value={plan.notImported} />
          </dl>
        </div>
        {aside > 0 && (
          <p className="mt-4 text-sm text-muted">
            {many(aside, 'value')} could not be read and will be kept in the client’s note.
          </p>
        )}
      </Card>
      {plan.groups.length > 0 && (
        <DuplicateReport
          groups={plan.groups}
          forAll={forAll}
          choices={choices}
          onForAll={(choice) => {
            setForAll(choice);
            setChoices({});
          }}
          onChoice={(id, choice) => setChoices({ ...choices, [id]: choice })}
        />
      )}
      {plan.problems.length > 0 && <ProblemList problems={plan.problems} textOf={problemText} />}
      <StepButtons onBack={onBack}>
        <Button variant="primary" disabled={total === 0} onClick={() => void start()}>
          {total === 0 ? 'Nothing to import' : `Import ${many(total, 'client')}`}
        </Button>
      </StepButtons>
    </>
  );
}
