import { businessSettings, myAccess } from '#db/queries/business.ts';
import { serviceTree } from '#db/queries/services.ts';
import { staffList } from '#db/queries/staff.ts';
import type { DaybookDb } from '#db/open.ts';
import { useQuery } from '#db/use-query.ts';
import type { Result } from '#domain/errors/result.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { HoursStep } from './hours-step.tsx';
import { LinkStep } from './link-step.tsx';
import { MenuStep } from './menu-step.tsx';

const STEPS = ['You', 'Menu', 'Link'] as const;
const TITLES = ['When do you work?', 'What do you offer?', 'Your booking link'] as const;

/**
 * Three questions between a new business and its first booking. Nothing here needs a connection.
 * `beginTrial` opens a made-up day in place of the person's data.
 */
export function OnboardingScreen({
  beginTrial,
}: {
  beginTrial: (db: DaybookDb) => Promise<Result<null>>;
}) {
  const data = useQuery(readBeginning, []);
  const [params, setParams] = useSearchParams();
  const wanted = Number(params.get('step') ?? 1);
  const step = wanted >= 1 && wanted <= STEPS.length ? wanted : 1;
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // After the first step, the next question is where reading goes on.
    if (isFirst.current) isFirst.current = false;
    else heading.current?.focus();
  }, [step]);
  if (data === undefined) return null;
  const go = (next: number): void => {
    setParams({ step: String(next) });
    window.scrollTo(0, 0);
  };
  return (
    <Page title={`Welcome to ${PRODUCT_NAME}`} width="narrow">
      {data === null ? (
        <SkeletonList rows={4} label="Your business is being prepared" />
      ) : (
        <>
          <Progress step={step} onGo={go} />
          <section
            aria-labelledby="step-title"
            className="rounded-lg border border-line bg-surface p-5 shadow-card sm:p-8"
          >
            <h2
              id="step-title"
              ref={heading}
              tabIndex={-1}
              className="mb-5 text-xl font-semibold focus:outline-none"
            >
              {TITLES[step - 1]}
            </h2>
            {step === 1 && data.person && (
              <HoursStep
                business={data.business}
                person={data.person}
                today={data.today}
                onDone={() => go(2)}
              />
            )}
            {step === 2 && (
              <MenuStep
                business={data.business}
                trade={data.business.trade ?? 'hair'}
                serviceCount={data.serviceCount}
                onDone={() => go(3)}
              />
            )}
            {step === 3 && (
              <LinkStep
                business={data.business}
                serviceCount={data.serviceCount}
                beginTrial={beginTrial}
              />
            )}
          </section>
        </>
      )}
    </Page>
  );
}

function Progress({ step, onGo }: { step: number; onGo: (step: number) => void }) {
  return (
    <ol aria-label="Steps" className="mb-5 flex gap-2">
      {STEPS.map((name, index) => {
        const number = index + 1;
        const isDone = number < step;
        return (
          <li key={name} className="min-w-0 flex-1">
            <button
              type="button"
              aria-current={number === step ? 'step' : undefined}
              onClick={() => onGo(number)}
              className={clsx(
                'flex min-h-11 w-full items-center gap-2 border-t-3 pt-2 text-left text-sm',
                number <= step ? 'border-accent' : 'border-line text-muted',
                number === step && 'font-semibold',
              )}
            >
              {isDone ? (
                <Check size={16} className="shrink-0 text-accent" aria-hidden />
              ) : (
                <span className="tabular-nums">{number}.</span>
              )}
              <span className="truncate">{name}</span>
              {isDone && <span className="sr-only">done</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

const readBeginning = async (db: DaybookDb) => {
  const settings = await businessSettings(db);
  if (!settings) return null;
  const { business } = settings;
  const today = wallAt(business.time_zone, db.now()).day;
  const [people, access, tree] = await Promise.all([
    staffList(db, today),
    myAccess(db),
    serviceTree(db),
  ]);
  // The owner's record comes with the business; wait for it rather than ask about nobody.
  const person = people.find(({ staff }) => staff.id === access.staffId) ?? people[0];
  if (!person) return null;
  const serviceCount = tree.flatMap(({ services }) => services).length;
  return { business, today, person, serviceCount };
};
