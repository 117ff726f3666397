import { messageFor, ruleText } from '#app/messages.ts';
import { editBusiness } from '#db/commands/business.ts';
import { useDb } from '#db/use-query.ts';
import { CAPPED_ROLES } from '#domain/checkout/discount-cap.ts';
import { ROLE_NAMES } from '#domain/permissions/role-names.ts';
import type { BusinessRow, DiscountCaps } from '#domain/rows.ts';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { SettingsCard } from './settings-card.tsx';

type Entries = Record<(typeof CAPPED_ROLES)[number], number | null>;

/** Key by key, because a role that is not named may take off what it likes. */
const capsOf = (entries: Entries): DiscountCaps => {
  const caps: DiscountCaps = {};
  for (const role of CAPPED_ROLES) {
    const cap = entries[role];
    if (cap !== null) caps[role] = cap;
  }
  return caps;
};

/** How much each role may take off a sale. */
export function DiscountsSection({
  business,
  readOnly,
}: {
  business: BusinessRow;
  readOnly: boolean;
}) {
  const db = useDb();
  const caps = business.discount_caps ?? {};
  const form = useForm<{ discount_caps: Entries }>({
    initial: {
      discount_caps: {
        manager: caps.manager ?? null,
        front_desk: caps.front_desk ?? null,
        practitioner: caps.practitioner ?? null,
        assistant: caps.assistant ?? null,
      },
    },
    rev: business.rev,
    draftKey: `${db.name}.settings.discounts`,
    words: { error: messageFor, rule: ruleText },
    save: ({ values, seenRev }) =>
      editBusiness(db, { discount_caps: capsOf(values.discount_caps) }, seenRev),
    onSaved: (done) => tellOutcome({ ok: true, value: done }, 'Discounts saved', messageFor),
  });
  const entries = form.values.discount_caps;
  return (
    <SettingsCard
      id="discounts"
      title="Discounts"
      text="The most that each role may take off a sale. Left empty, there is no limit; owners never have one."
      form={form}
      readOnly={readOnly}
    >
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        {CAPPED_ROLES.map((role) => (
          <WholeField
            key={role}
            label={`${ROLE_NAMES[role]}, at most`}
            required={false}
            unit="%"
            value={entries[role]}
            error={form.error(`discount_caps.${role}`)}
            onChange={(cap) => form.change({ discount_caps: { ...entries, [role]: cap } })}
          />
        ))}
      </div>
    </SettingsCard>
  );
}
