import { messageFor, ruleText } from '#app/messages.ts';
import { publishPolicy } from '#db/commands/business.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow, PolicyTextRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { TextArea } from '#ui/fields.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { SettingsCard } from './settings-card.tsx';

/** The text that clients accept when they book. Every change is a new version; old ones stay. */
export function PolicySection({
  business,
  policy,
  readOnly,
}: {
  business: BusinessRow;
  policy: PolicyTextRow | null;
  readOnly: boolean;
}) {
  const db = useDb();
  const form = useForm({
    initial: { body: policy?.body ?? '' },
    draftKey: `${db.name}.settings.policy`,
    words: { error: messageFor, rule: ruleText },
    save: ({ values }) => publishPolicy(db, values.body),
    onSaved: (id) => tellOutcome({ ok: true, value: id }, 'New policy published', messageFor),
  });
  return (
    <SettingsCard
      id="policy"
      title="Cancellation policy"
      text="Clients accept it when they book. Who accepted an older version is held to that one."
      form={form}
      readOnly={readOnly}
      saveLabel="Publish new version"
    >
      <TextArea
        label="Text"
        rows={6}
        placeholder="Please cancel at least 24 hours before. Later cancellations are charged with half of the price, missed appointments in full."
        value={form.values.body}
        onChange={(body) => form.change({ body })}
        error={form.error('body')}
        hint={
          policy
            ? `Version ${policy.version}, published ${businessFormats(business).date(policy.published_at)}.`
            : 'Nothing published yet: clients book without accepting a policy.'
        }
      />
    </SettingsCard>
  );
}
