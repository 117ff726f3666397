import { messageFor, ruleText } from '#app/messages.ts';
import { editBusiness } from '#db/commands/business.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { CheckboxField, TextArea } from '#ui/fields.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { SettingsCard } from './settings-card.tsx';

/** What is the business's own at the checkout: ways of paying, and what taxes are of. */
export function CheckoutSection({
  business,
  readOnly,
}: {
  business: BusinessRow;
  readOnly: boolean;
}) {
  const db = useDb();
  const form = useForm({
    initial: {
      other_methods: (business.other_methods ?? []).join('\n'),
      tax_before_discount: business.tax_before_discount ?? false,
    },
    rev: business.rev,
    draftKey: `${db.name}.settings.checkout`,
    words: { error: messageFor, rule: ruleText },
    save: ({ changed: { other_methods: methods, ...changed }, seenRev }) =>
      editBusiness(
        db,
        { ...changed, ...(methods === undefined ? {} : { other_methods: methods.split('\n') }) },
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
    </SettingsCard>
  );
}
