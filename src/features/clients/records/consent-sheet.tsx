import { messageFor, ruleText } from '#app/messages.ts';
import { recordConsent } from '#db/commands/consents.ts';
import { useDb } from '#db/use-query.ts';
import { CONSENT_TEXTS } from '#domain/clients/consent-texts.ts';
import {
  CONSENT_SOURCES,
  CONSENT_TOPICS,
  consentsNow,
  topicKey,
} from '#domain/clients/consents.ts';
import { clientShortName } from '#domain/clients/name.ts';
import { must } from '#domain/errors/assert.ts';
import type { ClientRow, ConsentEventRow } from '#domain/rows.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { SOURCES, topicText } from './consent-words.ts';

/** One more line of the ledger: what, yes or no, and how it was said. */
export function ConsentSheet({
  open,
  client,
  events,
  onClose,
}: {
  open: boolean;
  client: ClientRow;
  events: readonly ConsentEventRow[];
  onClose: () => void;
}) {
  const db = useDb();
  const form = useForm({
    initial: {
      topic: 'marketing:email',
      state: 'granted' as ConsentEventRow['state'],
      source: 'in_person' as ConsentEventRow['source'],
    },
    words: { error: messageFor, rule: ruleText },
    save: async ({ values: { topic: key, state, source } }) => {
      const { purpose, channel } = topicOf(key);
      const { version, wording } = CONSENT_TEXTS[purpose];
      const saved = await recordConsent(db, client.id, {
        purpose,
        channel,
        // Who takes back a yes withdraws it; who never gave one refuses.
        state: state !== 'granted' && wasGiven(events, key) ? 'withdrawn' : state,
        source,
        text_version: version,
        wording,
      });
      if (saved.ok) tellOutcome(saved, 'Consent written down', messageFor);
      return saved;
    },
    onSaved: onClose,
  });
  const { values, change } = form;
  const { purpose } = topicOf(values.topic);
  const isGiven = wasGiven(events, values.topic);
  return (
    <FormSheet
      open={open}
      title="Record a consent"
      form={form}
      saveLabel="Write down"
      onClose={onClose}
    >
      <SelectField
        label="About"
        value={values.topic}
        onChange={(topic) => change({ topic })}
        options={CONSENT_TOPICS.map((topic) => ({
          value: topicKey(topic),
          label: topicText(topic),
        }))}
      />
      <blockquote className="rounded-md bg-raised px-3 py-2">
        “{CONSENT_TEXTS[purpose].wording}”
        <span className="block text-sm text-muted">Text {CONSENT_TEXTS[purpose].version}</span>
      </blockquote>
      <ChoiceField
        label={`${clientShortName(client)} says`}
        columns
        value={values.state === 'granted' ? 'granted' : 'denied'}
        onChange={(state) => change({ state })}
        choices={[
          { value: 'granted', label: 'Yes' },
          { value: 'denied', label: isGiven ? 'No longer' : 'No' },
        ]}
      />
      <SelectField
        label="How"
        value={values.source}
        onChange={(source) => change({ source: source as ConsentEventRow['source'] })}
        options={CONSENT_SOURCES.map((value) => ({ value, label: SOURCES[value] }))}
      />
      <p className="text-sm text-muted">
        Lines stay as they were written. A mistake is corrected by writing down how it is.
      </p>
    </FormSheet>
  );
}

const topicOf = (key: string) =>
  must(
    CONSENT_TOPICS.find((topic) => topicKey(topic) === key),
    'the list offers known topics only',
  );

const wasGiven = (events: readonly ConsentEventRow[], key: string): boolean =>
  consentsNow(events).some((one) => topicKey(one) === key && one.last?.state === 'granted');
