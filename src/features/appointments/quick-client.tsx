import { useEffect, useRef, useState } from 'react';
import type { Uuid } from '#domain/rows.ts';
import { createClient } from '#db/commands/clients.ts';
import { possibleDuplicates } from '#db/queries/clients.ts';
import { businessSettings } from '#db/queries/business.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { messageFor, ruleText } from '#app/messages.ts';
import { clientName } from '#domain/clients/name.ts';
import { NEWS_ANSWERS } from '#domain/clients/news.ts';
import type { NewsAnswer } from '#domain/clients/news.ts';
import { toE164 } from '#domain/clients/phone.ts';
import { typedClient } from '#domain/clients/typed-client.ts';
import type { AppError } from '#domain/errors/result.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { TextField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';

/** The few fields that a new client needs while somebody waits at the desk. */
export function QuickClient({
  typed,
  onPick,
  onCancel,
}: {
  /** What was searched for: a name, a number or an address. */
  typed: string;
  onPick: (id: Uuid) => void;
  onCancel: () => void;
}) {
  const db = useDb();
  const [form, setForm] = useState(() => typedClient(typed));
  const [news, setNews] = useState<NewsAnswer>('later');
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Whoever is quick goes on in the form around it meanwhile: the form as it is by then is told.
  const latestPick = useRef(onPick);
  useEffect(() => {
    latestPick.current = onPick;
  });
  const change = (part: Partial<typeof form>): void => setForm((now) => ({ ...now, ...part }));
  const known =
    useQuery(
      async (database) => {
        const settings = await businessSettings(database);
        const phone = toE164(form.phone, settings?.business.country_code ?? 'US');
        return possibleDuplicates(database, { email: form.email.trim().toLowerCase(), phone });
      },
      [form.email, form.phone],
    ) ?? [];

  const save = async (): Promise<void> => {
    setBusy(true);
    const made = await createClient(db, { ...form, email: form.email.trim() || null }, news);
    setBusy(false);
    if (made.ok) latestPick.current(made.value);
    else setError(made.error);
  };
  const errorOf = (field: string): string | undefined => {
    const issue = error?.issues?.find((one) => one.field === field);
    return issue && ruleText(issue.rule);
  };
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-4">
      <legend className="sr-only">New client</legend>
      <div className="grid grid-cols-2 gap-3 *:min-w-0 *:grid-cols-1">
        <TextField
          label="First name"
          autoFocus
          autoComplete="off"
          value={form.first_name}
          error={errorOf('first_name')}
          onChange={(first_name) => change({ first_name })}
        />
        <TextField
          label="Last name"
          autoComplete="off"
          value={form.last_name}
          error={errorOf('last_name')}
          onChange={(last_name) => change({ last_name })}
        />
      </div>
      <TextField
        label="Phone"
        type="tel"
        autoComplete="off"
        required={false}
        value={form.phone}
        error={errorOf('phone')}
        onChange={(phone) => change({ phone })}
      />
      <EmailField
        label="E-mail"
        autoComplete="off"
        required={false}
        value={form.email}
        error={errorOf('email')}
        onChange={(email) => change({ email })}
      />
      <ChoiceField
        label="News and offers?"
        columns
        value={news}
        onChange={setNews}
        choices={NEWS_ANSWERS}
      />
      {known.map((client) => (
        <Notice
          key={client.id}
          tone="info"
          title={`${clientName(client)} is already here`}
          action={
            <Button size="sm" onClick={() => onPick(client.id)}>
              Use
            </Button>
          }
        >
          The same phone or e-mail.
        </Notice>
      ))}
      {error && !error.issues && <Notice tone="danger">{messageFor(error)}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Back</Button>
        <Button variant="primary" busy={isBusy} onClick={() => void save()}>
          Add client
        </Button>
      </div>
    </fieldset>
  );
}
