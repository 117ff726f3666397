import { messageFor } from '#app/messages.ts';
import type { DaybookDb } from '#db/open.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { Result } from '#domain/errors/result.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { tellFailure } from '#ui/outcome.ts';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { saveHours, saveMenu } from './answers.ts';
import { readBeginning } from './beginning.ts';
import type { Beginning } from './beginning.ts';
import { hasBegun } from './begun.ts';
import { HoursStep } from './hours-step.tsx';
import { LinkStep } from './link-step.tsx';
import { offersOf } from './menu-form.ts';
import { MenuStep } from './menu-step.tsx';
import { MenuThere } from './menu-there.tsx';
import { simpleWeek } from './simple-week.ts';
import { LAST_STEP, Steps } from './steps.tsx';
import { writeBegun } from './write-begun.ts';

/**
 * Three questions between a new business and its first booking. Nothing here needs a connection.
 * `beginTrial` opens a made-up day in place of the person's data.
 */
export function OnboardingScreen({
  beginTrial,
}: {
  beginTrial: (db: DaybookDb) => Promise<Result<null>>;
}) {
  const db = useDb();
  const data = useQuery(readBeginning, []);
  const [params, setParams] = useSearchParams();
  // Answers from before there was a business are written first; a made-up day has none.
  const [isBegun, setBegun] = useState(() => !db.isTrial && hasBegun(db.userId));
  const wanted = Number(params.get('step') ?? 1);
  const step = wanted >= 1 && wanted <= LAST_STEP ? wanted : 1;
  if (data === undefined) return null;
  const go = (next: number): void => {
    setParams({ step: String(next) });
    window.scrollTo(0, 0);
  };
  return (
    <Page title={`Welcome to ${PRODUCT_NAME}`} width="narrow">
      {data === null ? (
        <SkeletonList rows={4} label="Your business is being prepared" />
      ) : isBegun ? (
        <WhatWasBegun
          beginning={data}
          onWritten={(next) => {
            setBegun(false);
            if (next !== null) go(next);
          }}
        />
      ) : (
        <Steps step={step} onGo={go}>
          {step === 1 && <Hours {...data} onDone={() => go(2)} />}
          {step === 2 && <Menu {...data} onDone={() => go(3)} />}
          {step === 3 && (
            <LinkStep
              business={data.business}
              serviceCount={data.serviceCount}
              beginTrial={beginTrial}
            />
          )}
        </Steps>
      )}
    </Page>
  );
}

function WhatWasBegun({
  beginning,
  onWritten,
}: {
  beginning: Beginning;
  /** With the step to go on with; null = it did not work, and that was said. */
  onWritten: (step: number | null) => void;
}) {
  const db = useDb();
  const isAtIt = useRef(false);
  useEffect(() => {
    if (isAtIt.current) return;
    isAtIt.current = true;
    void writeBegun(db, beginning).then((written) => {
      if (!written.ok) tellFailure(written.error, messageFor);
      onWritten(written.ok ? written.value : null);
    });
  });
  return <SkeletonList rows={4} label="Your answers are being written" />;
}

function Hours({ business, person, today, onDone }: Beginning & { onDone: () => void }) {
  const db = useDb();
  const { staff, pattern } = person;
  return (
    <HoursStep
      initial={{ display_name: staff.display_name, ...simpleWeek(pattern?.weeks[0]) }}
      business={business}
      draftKey={`${db.userId}.onboarding.hours`}
      save={(submitted) => saveHours(db, { person, today }, submitted)}
      onDone={onDone}
    />
  );
}

function Menu({ business, serviceCount, onDone }: Beginning & { onDone: () => void }) {
  const db = useDb();
  if (serviceCount > 0) return <MenuThere serviceCount={serviceCount} onDone={onDone} />;
  const trade = business.trade ?? 'hair';
  return (
    <MenuStep
      initial={{ trade, offers: offersOf(trade) }}
      business={business}
      draftKey={`${db.userId}.onboarding.menu`}
      save={(answers) => saveMenu(db, answers)}
      onDone={onDone}
    />
  );
}
