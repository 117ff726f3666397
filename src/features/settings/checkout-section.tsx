import { messageFor, ruleText } from '#app/messages.ts';
import { editBusiness } from '#db/commands/business.ts';
import { useDb } from '#db/use-query.ts';
import { MOST_TIP_CHOICES, TIP_BASES, tipOfferOf } from '#domain/checkout/tip-offer.ts';
import type { BusinessRow, TipBase } from '#domain/rows.ts';
import { CheckboxField, SelectField, TextArea, TextField } from '#ui/fields.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { Part, SettingsCard } from './settings-card.tsx';

const BASES: Record<TipBase, string> = {
  net: 'What is paid, without tax',
  with_tax: 'What is paid, with tax',
  full_net: 'The full price, without tax',
  full_with_tax: 'The full price, with tax',
};
const PLACES = Array.from({ length: MOST_TIP_CHOICES }, (_, place) => place);

/** What is the business's own at the checkout: ways of paying, taxes, tips and what receipts say. */
export function CheckoutSection({
  business,
  readOnly,
}: {
  business: BusinessRow;
  readOnly: boolean;
}) {
  const db = useDb();
  const offer = tipOfferOf(business);
  const form = useForm({
    initial: {
      other_methods: (business.other_methods ?? []).join('\n'),
      tax_before_discount: business.tax_before_discount ?? false,
      takes_tips: offer.isOn,
      // In percent, one for each field.
      tip_choices_bp: PLACES.map((place) => percentOf(offer.choices[place])),
      tip_base: offer.base,
      receipt_text: business.receipt_text ?? '',
      tax_number: business.tax_number ?? '',
    },
    rev: business.rev,
    draftKey: `${db.name}.settings.checkout`,
    words: { error: messageFor, rule: ruleText },
    save: ({
      changed: { other_methods: methods, tip_choices_bp: percents, ...changed },
      seenRev,
    }) =>
      editBusiness(
        db,
        {
          ...changed,
          ...(methods === undefined ? {} : { other_methods: methods.split('\n') }),
          ...(percents === undefined
            ? {}
            : { tip_choices_bp: percents.flatMap((one) => (one === null ? [] : one * 100)) }),
        },
        seenRev,
      ),
    onSaved: (done) => tellOutcome({ ok: true, value: done }, 'Checkout saved', messageFor),
  });
  return (
    <SettingsCard
      id="checkout"
      title="Checkout"
      text="Sales that were rung up before stay as they are."
      form={form}
      readOnly={readOnly}
    >
      <TextArea
        label="Other ways of paying"
        required={false}
        hint="One in each line: an app, a voucher of the town. They stand beside cash and card."
        value={form.values.other_methods}
        error={form.error('other_methods')}
        onChange={(other_methods) => form.change({ other_methods })}
      />
      <CheckboxField
        label="Discounts do not lower the tax"
        hint="The tax is that of the full price. Ask your accountant which is right for you."
        value={form.values.tax_before_discount}
        onChange={(tax_before_discount) => form.change({ tax_before_discount })}
      />
      <Part title="Tips">
        <CheckboxField
          label="Ask for a tip"
          value={form.values.takes_tips}
          onChange={(takes_tips) => form.change({ takes_tips })}
        />
        {form.values.takes_tips && (
          <>
            <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-3">
              {PLACES.map((place) => (
                <WholeField
                  key={place}
                  label={`Offer ${place + 1}`}
                  required={false}
                  unit="%"
                  value={form.values.tip_choices_bp[place] ?? null}
                  error={place === 0 ? form.error('tip_choices_bp') : undefined}
                  onChange={(percent) =>
                    form.change({
                      tip_choices_bp: form.values.tip_choices_bp.toSpliced(place, 1, percent),
                    })
                  }
                />
              ))}
            </div>
            <SelectField
              label="Percent of"
              hint="Only of the work of people, never of what is sold over the counter."
              value={form.values.tip_base}
              onChange={(tip_base) => form.change({ tip_base: tip_base as TipBase })}
              options={TIP_BASES.map((value) => ({ value, label: BASES[value] }))}
            />
          </>
        )}
      </Part>
      <Part title="Receipts">
        <TextField
          label="Tax number"
          required={false}
          hint="As it has to stand on receipts where you are."
          autoComplete="off"
          value={form.values.tax_number}
          error={form.error('tax_number')}
          onChange={(tax_number) => form.change({ tax_number })}
        />
        <TextArea
          label="Last words"
          required={false}
          hint="Below every receipt: thanks, opening hours, how long things can be brought back."
          value={form.values.receipt_text}
          error={form.error('receipt_text')}
          onChange={(receipt_text) => form.change({ receipt_text })}
        />
      </Part>
    </SettingsCard>
  );
}

const percentOf = (bp: number | undefined): number | null => (bp === undefined ? null : bp / 100);
