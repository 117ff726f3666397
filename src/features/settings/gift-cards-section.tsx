import { messageFor, ruleText } from '#app/messages.ts';
import { editBusiness } from '#db/commands/business.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { CheckboxField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Whether gift cards are sold on the booking page, and for how long all of them can be used. */
export function GiftCardsSection({
  business,
  readOnly,
}: {
  business: BusinessRow;
  readOnly: boolean;
}) {
  const db = useDb();
  const form = useForm<{ sells_gift_cards: boolean; gift_card_years: number | null }>({
    initial: {
      sells_gift_cards: business.sells_gift_cards ?? true,
      gift_card_years: business.gift_card_years ?? null,
    },
    rev: business.rev,
    draftKey: `${db.name}.settings.gift-cards`,
    words: { error: messageFor, rule: ruleText },
    save: ({ values, seenRev }) => editBusiness(db, values, seenRev),
    onSaved: (done) => tellOutcome({ ok: true, value: done }, 'Gift cards saved', messageFor),
  });
  const years = form.values.gift_card_years;
  return (
    <SettingsCard
      id="gift-cards"
      title="Gift cards"
      text="Cards that are sold already keep what they say."
      form={form}
      readOnly={readOnly}
    >
      <CheckboxField
        label="Sell gift cards on the booking page"
        hint="Your booking page leads there, as soon as clients can pay online."
        value={form.values.sells_gift_cards}
        onChange={(sells_gift_cards) => form.change({ sells_gift_cards })}
      />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <WholeField
          label="Years in which a card can be used"
          hint={`${business.country_code === 'US' ? 5 : 1} to 20. Left empty, it never expires.`}
          required={false}
          value={years}
          error={form.error('gift_card_years')}
          onChange={(gift_card_years) => form.change({ gift_card_years })}
        />
      </div>
      {years !== null && (
        <Notice title="Ask what the law of your place says">
          {business.country_code === 'US'
            ? 'In the United States gift cards last at least 5 years; some states ask for more, or forbid that they expire.'
            : 'Some countries say how long gift cards last at least, or forbid that they expire. This is your decision: nothing here checks the law of your place.'}
        </Notice>
      )}
    </SettingsCard>
  );
}
