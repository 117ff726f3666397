import { patterns } from '#app/paths.ts';
import { businessSettings, myAccess } from '#db/queries/business.ts';
import { useQuery } from '#db/use-query.ts';
import { Notice } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { useStore } from '#ui/store.ts';
import { CircleCheck, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { CheckStep } from './import/check-step.tsx';
import { ChooseStep } from './import/choose-step.tsx';
import { DoneStep } from './import/done-step.tsx';
import { CLIENT_HEADINGS } from './import/file.ts';
import type { ClientFile } from './import/file.ts';
import { MatchStep } from './import/match-step.tsx';
import type { Matched } from './import/match-step.tsx';
import { RecentImports } from './import/recent-imports.tsx';
import { RunningStep } from './import/running-step.tsx';
import { runStore } from './import/run.ts';
import { Steps } from './import/steps.tsx';
import type { ImportRecord } from '#db/schema.ts';

type Stage =
  | { step: 'choose' }
  | { step: 'match'; file: ClientFile; matched: Matched | null }
  | { step: 'check'; file: ClientFile; matched: Matched }
  | { step: 'done'; record: ImportRecord };

const NUMBER = { choose: 1, match: 2, check: 3, done: 4 } as const;

/** A list of clients from another program, looked at before anything is changed. */
export function ImportClientsScreen() {
  const [stage, setStage] = useState<Stage>({ step: 'choose' });
  const run = useStore(runStore, (now) => now);
  const settings = useQuery(businessSettings, []);
  const access = useQuery(myAccess, []);
  if (!settings || !access) return null;
  const { business } = settings;

  const step = (): React.ReactNode => {
    if (!access.may('clients.edit')) {
      return (
        <Notice>Your role does not allow importing clients. Ask an owner or a manager.</Notice>
      );
    }
    if (run) return <RunningStep run={run} />;
    switch (stage.step) {
      case 'choose':
        return (
          <>
            <ChooseStep
              title="Choose the file with your clients"
              headings={CLIENT_HEADINGS}
              onFile={(file) => setStage({ step: 'match', file, matched: null })}
            />
            <RecentImports business={business} />
            <p className="text-muted">
              Appointments to come are{' '}
              <Link
                className="font-medium text-accent underline underline-offset-2"
                to={patterns.importAppointments}
              >
                imported from a list of their own
              </Link>
              .
            </p>
          </>
        );
      case 'match':
        return (
          <MatchStep
            file={stage.file}
            start={stage.matched}
            country={business.country_code}
            onBack={() => setStage({ step: 'choose' })}
            onNext={(matched) => setStage({ ...stage, step: 'check', matched })}
          />
        );
      case 'check':
        return (
          <CheckStep
            file={stage.file}
            matched={stage.matched}
            business={business}
            onBack={() => setStage({ ...stage, step: 'match' })}
            onDone={(record) => setStage({ step: 'done', record })}
          />
        );
      case 'done':
        return (
          <DoneStep
            record={stage.record}
            icon={CircleCheck}
            next={{ words: 'Go to clients', icon: UsersRound, to: patterns.clients }}
            onAgain={() => setStage({ step: 'choose' })}
          />
        );
    }
  };
  return (
    <Page
      title="Import clients"
      width="narrow"
      back={{ to: patterns.clients, label: 'All clients' }}
      subtitle="From a CSV file. Nobody gets a message."
    >
      <Steps at={run ? 4 : NUMBER[stage.step]} />
      <div className="grid grid-cols-1 gap-6">{step()}</div>
    </Page>
  );
}
