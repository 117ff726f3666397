import { patterns } from '#app/paths.ts';
import type { VisitsImported } from '#db/commands/import-appointments.ts';
import { businessSettings, myAccess } from '#db/queries/business.ts';
import { useQuery } from '#db/use-query.ts';
import { guessVisitMapping, hasVisitHeadings } from '#domain/appointments/import-fields.ts';
import type { VisitField } from '#domain/appointments/import-fields.ts';
import { Notice } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { useStore } from '#ui/store.ts';
import { CalendarCheck } from 'lucide-react';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { Suspense, useState } from 'react';
import { ChooseStep } from './import/choose-step.tsx';
import { DoneStep } from './import/done-step.tsx';
import type { Headings } from './import/file.ts';
import { RecentImports } from './import/recent-imports.tsx';
import { runStore } from './import/run.ts';
import { RunningStep } from './import/running-step.tsx';
import { Steps } from './import/steps.tsx';
import { many } from './import/words.ts';
import { CheckVisits } from './import-visits/check-visits.tsx';
import type { VisitFile } from './import-visits/dry-run.ts';
import { MatchVisits } from './import-visits/match-visits.tsx';
import type { MatchedVisits } from './import-visits/match-visits.tsx';

const SilentCard = lazyExtra(
  async () => (await import('./import-visits/silent-card.tsx')).SilentCard,
);

type Stage =
  | { step: 'choose' }
  | { step: 'match'; file: VisitFile; matched: MatchedVisits | null }
  | { step: 'check'; file: VisitFile; matched: MatchedVisits }
  | { step: 'done'; imported: VisitsImported };

const NUMBER = { choose: 1, match: 2, check: 3, done: 4 } as const;

const VISIT_HEADINGS: Headings<VisitField> = {
  guess: guessVisitMapping,
  areHeadings: hasVisitHeadings,
};

/** Appointments to come from another program, looked at before anything is changed. */
export function ImportAppointmentsScreen() {
  const [stage, setStage] = useState<Stage>({ step: 'choose' });
  const run = useStore(runStore, (now) => now);
  const settings = useQuery(businessSettings, []);
  const access = useQuery(myAccess, []);
  const staff = useQuery((db) => db.rows('staff').toArray(), []);
  if (!settings || !access || !staff) return null;
  const { business } = settings;
  const team = staff
    .filter(({ status, bookable }) => status === 'active' && bookable)
    .toSorted((a, b) => a.rank - b.rank);

  const step = (): React.ReactNode => {
    if (!access.may('clients.edit') || !access.may('appointments.edit')) {
      return (
        <Notice>Your role does not allow importing appointments. Ask an owner or a manager.</Notice>
      );
    }
    if (run) return <RunningStep run={run} />;
    switch (stage.step) {
      case 'choose':
        return (
          <>
            <ChooseStep
              title="Choose the file with your appointments"
              headings={VISIT_HEADINGS}
              onFile={(file) => setStage({ step: 'match', file, matched: null })}
            />
            <Suspense>
              <SilentCard access={access} />
            </Suspense>
            <RecentImports business={business} />
          </>
        );
      case 'match':
        return (
          <MatchVisits
            file={stage.file}
            start={stage.matched}
            staff={team}
            country={business.country_code}
            onBack={() => setStage({ step: 'choose' })}
            onNext={(matched) => setStage({ ...stage, step: 'check', matched })}
          />
        );
      case 'check':
        return (
          <CheckVisits
            file={stage.file}
            matched={stage.matched}
            business={business}
            staff={staff}
            onBack={() => setStage({ ...stage, step: 'match' })}
            onDone={(imported) => setStage({ step: 'done', imported })}
          />
        );
      case 'done':
        return (
          <>
            <DoneStep
              record={stage.imported.record}
              icon={CalendarCheck}
              next={{ words: 'Go to the calendar', icon: CalendarCheck, to: patterns.calendar }}
              left={
                stage.imported.left > 0
                  ? `${many(stage.imported.left, 'appointment')} stayed out: the time was taken meanwhile.`
                  : ''
              }
              onAgain={() => setStage({ step: 'choose' })}
            />
            <Suspense>
              <SilentCard access={access} />
            </Suspense>
          </>
        );
    }
  };
  return (
    <Page
      title="Import appointments"
      width="narrow"
      back={{ to: patterns.clients, label: 'All clients' }}
      subtitle="Those to come, from a CSV file. Nobody gets a message until you say so."
    >
      <Steps at={run ? 4 : NUMBER[stage.step]} />
      <div className="grid grid-cols-1 gap-6">{step()}</div>
    </Page>
  );
}
