import { messageFor, ruleText } from '#app/messages.ts';
import { TRADES } from '#domain/business/trades.ts';
import type { Result } from '#domain/errors/result.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { starterMenu } from '#domain/services/starter-menu.ts';
import { CheckboxField, SelectField } from '#ui/fields.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { offersOf } from './menu-form.ts';
import type { MenuAnswers } from './menu-form.ts';
import { StepForm } from './step-form.tsx';

/** The second question: what you offer, from a menu that is right more often than not. */
export function MenuStep({
  initial,
  business: { currency, locale },
  draftKey,
  saveWord = 'Add',
  save,
  onDone,
}: {
  initial: MenuAnswers;
  business: Pick<BusinessRow, 'currency' | 'locale'>;
  draftKey: string;
  saveWord?: 'Add' | 'Keep';
  save: (answers: MenuAnswers) => Promise<Result<unknown>>;
  onDone: () => void;
}) {
  const form = useForm({
    initial,
    draftKey,
    words: { error: messageFor, rule: ruleText },
    save: ({ values }) => save(values),
    onSaved: onDone,
  });
  const { values, change } = form;
  const menu = starterMenu(values.trade);
  const chosen = Object.values(values.offers).filter(({ on }) => on).length;
  return (
    <StepForm
      form={form}
      label="Your menu"
      saveLabel={`${saveWord} ${chosen} ${chosen === 1 ? 'service' : 'services'}`}
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
                    unit="min"
                    value={offer.minutes}
                    onChange={(minutes) => set({ minutes })}
                  />
                  <MoneyField
                    label={`Price of ${service.name}`}
                    labelHidden
                    className={offer.on ? '' : 'invisible max-sm:hidden'}
                    currency={currency}
                    locale={locale}
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
