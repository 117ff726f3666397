import { ruleText } from '#app/messages.ts';
import type { AppError } from '#domain/errors/result.ts';
import { typedExactly, typedLine, typedLines } from '#domain/text/typed.ts';
import { TextArea, TextField } from '#ui/fields.tsx';
import type { Details } from './booking-draft.ts';
import type { LaterFlow } from './booking-flow.ts';
import { LIMITS, detailIssues, fieldOfServer } from './details.ts';

export type DetailField = Exclude<keyof Details, 'news'>;

/** What the server found wrong with one of these fields. */
type RefusedDetail = { field: DetailField; text: string } | null;

export const refusedDetail = (refusal: AppError | null): RefusedDetail => {
  const field = fieldOfServer(refusal?.field);
  if (!refusal || !field) return null;
  const rule = refusal.rule ?? (field === 'email' || field === 'phone' ? field : undefined);
  return { field, text: ruleText(rule) };
};

/** Who somebody is and how to reach them. */
export function DetailFields({
  flow,
  judged,
  refused,
  hasNote,
  emailHint,
  phoneHint,
  onJudge,
  onRefusalRead,
}: {
  flow: LaterFlow;
  /** Fields are judged once they were left or sent: nobody likes to be corrected while typing. */
  judged: ReadonlySet<DetailField>;
  refused: RefusedDetail;
  hasNote: boolean;
  emailHint: string;
  phoneHint: string;
  onJudge: (field: DetailField) => void;
  onRefusalRead: () => void;
}) {
  const { catalogue, draft, send } = flow;
  const { rules, business } = catalogue.profile;
  const { details } = draft;
  const issues = detailIssues(details, rules);

  const errorOf = (field: DetailField): string | undefined => {
    const rule = issues.find((issue) => issue.field === field)?.rule;
    if (rule && judged.has(field)) return ERRORS[`${field}.${rule}`] ?? ruleText(rule);
    return refused?.field === field ? refused.text : undefined;
  };
  const bind = (field: DetailField) => ({
    name: field,
    value: details[field],
    error: errorOf(field),
    onChange: (text: string) => {
      send({ type: 'detail_typed', field, value: WITHOUT_UNSEEN[field](text) });
      if (refused?.field === field) onRefusalRead();
    },
    onBlur: () => {
      if (details[field] !== '') onJudge(field);
    },
  });
  return (
    <div className="mb-8 grid max-w-xl grid-cols-1 items-start gap-5 sm:grid-cols-2">
      <TextField
        {...bind('firstName')}
        label="First name"
        autoComplete="given-name"
        maxLength={LIMITS.name}
        required
      />
      <TextField
        {...bind('lastName')}
        label="Last name"
        autoComplete="family-name"
        maxLength={LIMITS.name}
        required={false}
      />
      <TextField
        {...bind('email')}
        className="sm:col-span-2"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.email}
        required={rules.require_email}
        hint={emailHint}
      />
      <TextField
        {...bind('phone')}
        className="sm:col-span-2"
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={LIMITS.phone}
        required={rules.require_phone}
        hint={phoneHint}
      />
      {hasNote && (
        <TextArea
          {...bind('note')}
          className="sm:col-span-2"
          label={`Anything ${business.name} should know?`}
          maxLength={LIMITS.note}
          required={false}
        />
      )}
    </div>
  );
}

const WITHOUT_UNSEEN: Readonly<Record<DetailField, (text: string) => string>> = {
  firstName: typedLine,
  lastName: typedLine,
  email: typedExactly,
  phone: typedExactly,
  note: typedLines,
};

/** Sentences that are more helpful here than the general ones. */
const ERRORS: Readonly<Record<string, string>> = {
  'firstName.required': 'Please enter your first name.',
  'email.required': 'Please enter your email address.',
  'phone.required': 'Please enter your phone number.',
};
