import type { VisitsImported } from '#db/commands/import-appointments.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow, StaffRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useEffect, useMemo, useState } from 'react';
import { Figure } from '../import/figure.tsx';
import { ProblemList } from '../import/problem-list.tsx';
import { StepButtons } from '../import/step-buttons.tsx';
import { many } from '../import/words.ts';
import { ClashReport } from './clash-report.tsx';
import type { ClashChoice } from './clash-report.tsx';
import { dryRunVisits, isTaken } from './dry-run.ts';
import type { VisitDryRun, VisitFile } from './dry-run.ts';
import type { MatchedVisits } from './match-visits.tsx';
import { runVisitImport } from './run-visits.ts';
import { visitProblemText } from './words.ts';

/** What the import would do, before it does anything. */
export function CheckVisits({
  file,
  matched,
  business,
  staff,
  onBack,
  onDone,
}: {
  file: VisitFile;
  matched: MatchedVisits;
  business: BusinessRow;
  staff: readonly StaffRow[];
  onBack: () => void;
  onDone: (imported: VisitsImported) => void;
}) {
  const db = useDb();
  const [run, setRun] = useState<VisitDryRun | null>(null);
  const [forAll, setForAll] = useState<ClashChoice>('leave');
  const [choices, setChoices] = useState<Readonly<Record<number, ClashChoice>>>({});
  const { country_code: countryCode, time_zone: timeZone, locale } = business;
  useEffect(() => {
    let isCurrent = true;
    const { mapping, dayOrder, staffId: defaultStaffId } = matched;
    const reading = {
      mapping,
      dayOrder,
      countryCode,
      locale,
      timeZone,
      now: db.now(),
      defaultStaffId,
    };
    void dryRunVisits(db, file, reading).then((made) => {
      if (isCurrent) setRun(made);
    });
    return () => {
      isCurrent = false;
    };
  }, [db, file, matched, countryCode, timeZone, locale]);
  const visits = useMemo(
    () =>
      (run?.plan.visits ?? [])
        .map((visit) => ({ ...visit, acceptOverlap: isTaken(run?.clashes.get(visit.line)) }))
        .filter(
          ({ line, acceptOverlap }) => !acceptOverlap || (choices[line] ?? forAll) === 'book',
        ),
    [run, choices, forAll],
  );
  if (!run) return <SkeletonList rows={5} label="Loading: the rows are being checked" />;

  const { plan, clashes } = run;
  const taken = plan.visits.filter(({ line }) => isTaken(clashes.get(line)));
  const defaultStaff = staff.find(({ id }) => id === matched.staffId)?.display_name ?? 'somebody';
  const fresh = new Set(
    visits.flatMap(({ client }) => (client && 'fresh' in client ? client.fresh : [])),
  );
  const start = async (): Promise<void> => {
    const imported = await runVisitImport(db, file.name, { visits, newClients: plan.newClients });
    if (imported) onDone(imported);
  };
  return (
    <>
      <Card title="What will happen">
        <div role="status">
          <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-4">
            <Figure name="Appointments" value={visits.length} />
            <Figure name="New clients" value={fresh.size} />
            <Figure name="Left out as taken" value={plan.visits.length - visits.length} />
            <Figure name="Cannot be imported" value={plan.notImported} />
          </dl>
        </div>
        <p className="mt-4 text-sm text-muted">
          Nobody is told of these appointments until you say so afterwards. Times are those of{' '}
          {timeZone}, unless the file says otherwise.
        </p>
      </Card>
      {clashes.size > 0 && (
        <ClashReport
          visits={plan.visits}
          clashes={clashes}
          taken={taken.length}
          business={business}
          staff={staff}
          forAll={forAll}
          choices={choices}
          onForAll={(choice) => {
            setForAll(choice);
            setChoices({});
          }}
          onChoice={(line, choice) => setChoices({ ...choices, [line]: choice })}
        />
      )}
      {plan.problems.length > 0 && (
        <ProblemList
          problems={plan.problems}
          textOf={(problem) => visitProblemText(problem, defaultStaff)}
        />
      )}
      <StepButtons onBack={onBack}>
        <Button variant="primary" disabled={visits.length === 0} onClick={() => void start()}>
          {visits.length === 0
            ? 'Nothing to import'
            : `Import ${many(visits.length, 'appointment')}`}
        </Button>
      </StepButtons>
    </>
  );
}
