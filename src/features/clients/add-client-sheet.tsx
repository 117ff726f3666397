import { messageFor, ruleText } from '#app/messages.ts';
import { createClient } from '#db/commands/clients.ts';
import { useDb } from '#db/use-query.ts';
import { NEWS_ANSWERS } from '#domain/clients/news.ts';
import type { NewsAnswer } from '#domain/clients/news.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { TextArea, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { useForm } from '#ui/use-form.ts';
import { useState } from 'react';
import { ALERT_HINT } from './client-words.ts';
import { ContactFields } from './contact-fields.tsx';

type Values = {
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  alert_note: string;
  note: string;
  news: NewsAnswer;
};

const empty: Values = {
  first_name: '',
  last_name: '',
  phone: '',
  email: '',
  alert_note: '',
  note: '',
  news: 'later',
};

/** The few things one asks at the counter; everything else is on the client's own page. */
export function AddClientSheet({
  open,
  business,
  prefill,
  onClose,
  onAdded,
}: {
  open: boolean;
  business: BusinessRow;
  prefill: Partial<Values>;
  onClose: () => void;
  onAdded: (id: Uuid, name: string) => void;
}) {
  const db = useDb();
  const [start] = useState(prefill);
  const form = useForm<Values>({
    initial: { ...empty, ...start },
    // What was typed for somebody else is not theirs.
    draftKey: [db.name, 'client.new', ...Object.values(start)].join('.'),
    words: { error: messageFor, rule: ruleText },
    save: ({ values: { news, ...client } }) => createClient(db, client, news),
    onSaved: (id) =>
      onAdded(
        id as Uuid,
        `${form.values.first_name} ${form.values.last_name}`.trim() || form.values.phone,
      ),
  });
  const { values, change, error } = form;
  return (
    <FormSheet
      open={open}
      title="Add client"
      form={form}
      saveLabel="Add client"
      focusFirst
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="First name"
          autoComplete="off"
          autoCapitalize="words"
          value={values.first_name}
          onChange={(first_name) => change({ first_name })}
          error={error('first_name')}
        />
        <TextField
          label="Last name"
          autoComplete="off"
          autoCapitalize="words"
          value={values.last_name}
          onChange={(last_name) => change({ last_name })}
          error={error('last_name')}
        />
      </div>
      <ContactFields form={form} countryCode={business.country_code} />
      <TextField
        label="Alert"
        required={false}
        hint={ALERT_HINT}
        value={values.alert_note}
        onChange={(alert_note) => change({ alert_note })}
        error={error('alert_note')}
      />
      <TextArea
        label="Note"
        required={false}
        value={values.note}
        onChange={(note) => change({ note })}
        error={error('note')}
      />
      <ChoiceField
        label="News and offers?"
        columns
        value={values.news}
        onChange={(news) => change({ news })}
        choices={NEWS_ANSWERS}
      />
      <p className="text-sm text-muted">A name, a phone number or an e-mail is enough.</p>
    </FormSheet>
  );
}
