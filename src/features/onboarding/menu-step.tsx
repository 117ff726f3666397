import { messageFor, ruleText } from '#app/messages.ts';
import { patterns } from '#app/paths.ts';
import { addMenu } from '#db/commands/starter-menu.ts';
import { useDb } from '#db/use-query.ts';
import { ok } from '#domain/errors/result.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { starterMenu } from '#domain/services/starter-menu.ts';
import { CheckboxField, SelectField } from '#ui/fields.tsx';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { menuChoices, offersOf } from './menu-form.ts';
import { StepForm } from './step-form.tsx';
import { TRADES } from '#domain/business/trades.ts';

/** The second question: what you offer, from a menu that is right more often than not. */
export function MenuStep({
  business,
  trade,
  serviceCount,
  onDone,
}: {
  business: BusinessRow;
  trade: string;
  /** What is on the menu already. */
  serviceCount: number;
  onDone: () => void;
}) {
  const db = useDb();
  const form = useForm({
    initial: { trade, offers: offersOf(trade) },
    draftKey: `${db.name}.onboarding.menu`,
    words: { error: messageFor, rule: ruleText },
    save: async ({ values }) => {
      const choices = menuChoices(starterMenu(values.trade), values.offers);
      return choices.length > 0 ? addMenu(db, choices) : ok(null);
    },
    onSaved: onDone,
  });
  const { values, change } = form;
  if (serviceCount > 0) {
    return (
      <div className="grid grid-cols-1 gap-5">
        <p>
          {serviceCount === 1 ? 'One service is' : `${serviceCount} services are`} on your menu. Add
          more, or change lengths and prices, whenever you like.
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <LinkButton to={patterns.services}>Open the menu</LinkButton>
          <Button variant="primary" onClick={onDone}>
            Continue
          </Button>
        </div>
      </div>
    );
  }
  const menu = starterMenu(values.trade);
  const chosen = Object.values(values.offers).filter(({ on }) => on).length;
  return (
    <StepForm
      form={form}
      label="Your menu"
      saveLabel={chosen === 1 ? 'Add 1 service' : `Add ${chosen} services`}
      onSkip={onDone}
    >
      <SelectField
        label="Kind of business"
        value={values.trade}
        onChange={(next) => change({ trade: next, offers: offersOf(next) })}
        options={TRADES}
      />
      {menu.map((category, place) => (
        <fieldset key={category.name} className="min-w-0">
          <legend className="font-semibold">{category.name}</legend>
          <ul className="divide-y divide-line">
            {category.services.map((service, index) => {
              const key = `${place}.${index}`;
              const offer = values.offers[key];
              if (!offer) return null;
              const set = (part: Partial<typeof offer>): void =>
                change({ offers: { ...values.offers, [key]: { ...offer, ...part } } });
              return (
                <li
                  key={key}
                  className="grid grid-cols-2 items-center gap-x-3 py-1 max-sm:pb-3 sm:grid-cols-[minmax(0,1fr)_7rem_7rem]"
                >
                  <CheckboxField
                    label={service.name}
                    className="max-sm:col-span-2"
                    value={offer.on}
                    onChange={(on) => set({ on })}
                  />
                  <WholeField
                    label={`Length of ${service.name} in minutes`}
                    labelHidden
                    className={offer.on ? '' : 'invisible max-sm:hidden'}
                    suffix={<span className="pr-3">min</span>}
                    value={offer.minutes}
                    onChange={(minutes) => set({ minutes })}
                  />
                  <MoneyField
                    label={`Price of ${service.name}`}
                    labelHidden
                    className={offer.on ? '' : 'invisible max-sm:hidden'}
                    currency={business.currency}
                    locale={business.locale}
                    value={offer.cents}
                    onChange={(cents) => set({ cents })}
                  />
                </li>
              );
            })}
          </ul>
        </fieldset>
      ))}
    </StepForm>
  );
}
