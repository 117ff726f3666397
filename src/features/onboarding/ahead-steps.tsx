import type { Result } from '#domain/errors/result.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { checkMenu } from '#domain/services/menu-choice.ts';
import { starterMenu } from '#domain/services/starter-menu.ts';
import { beginnerSchema } from '#domain/staff/schema.ts';
import { validate } from '#domain/validation/validate.ts';
import { useState } from 'react';
import { keepBegun, readBegun } from './begun.ts';
import type { Begun } from './begun.ts';
import { HoursStep } from './hours-step.tsx';
import { menuChoices, offersOf } from './menu-form.ts';
import { MenuStep } from './menu-step.tsx';
import { simpleWeek, weekOf } from './simple-week.ts';
import { Steps } from './steps.tsx';

/** A week begins so in a new business, until it is set otherwise. */
const WEEK_START = 1;

/**
 * The questions about hours and menu while the server cannot be reached: the answers wait on this device
 * and are written once the business is there (write-begun.ts).
 */
export function AheadSteps({
  userId,
  business,
}: {
  userId: Uuid;
  business: Pick<BusinessRow, 'currency' | 'locale'> & { trade: string };
}) {
  const [begun, setBegun] = useState(() => readBegun(userId));
  const [step, setStep] = useState(!begun.hours ? 1 : begun.menu ? 3 : 2);
  const keep = (checked: Result<unknown>, part: Partial<Begun>): Promise<Result<unknown>> => {
    if (checked.ok) setBegun(keepBegun(userId, part));
    return Promise.resolve(checked);
  };
  return (
    <Steps step={step} takesFocus onGo={setStep}>
      {step === 1 && (
        <HoursStep
          initial={begun.hours ?? { display_name: '', ...simpleWeek() }}
          business={{ ...business, week_start: WEEK_START }}
          draftKey={`${userId}.onboarding.hours`}
          save={({ values }) => {
            const weeks = [weekOf(values)];
            return keep(validate(beginnerSchema, { ...values, weeks }), { hours: values });
          }}
          onDone={() => setStep(2)}
        />
      )}
      {step === 2 && (
        <MenuStep
          initial={begun.menu ?? { trade: business.trade, offers: offersOf(business.trade) }}
          business={business}
          draftKey={`${userId}.onboarding.menu`}
          saveWord="Keep"
          save={(menu) =>
            keep(checkMenu(menuChoices(starterMenu(menu.trade), menu.offers)), { menu })
          }
          onDone={() => setStep(3)}
        />
      )}
      {step === 3 && (
        <p>
          That is all for now. The link on which your clients book comes with your calendar, as soon
          as there is a connection.
        </p>
      )}
    </Steps>
  );
}
