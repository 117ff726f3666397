import { ruleText } from '#app/messages.ts';
import { Button } from '#ui/button.tsx';
import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { TextArea, TextField } from '#ui/fields.tsx';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { Details } from './booking-draft.ts';
import type { LaterFlow } from './booking-flow.ts';
import { stepAfter } from './booking-steps.ts';
import { LIMITS, detailIssues, fieldOfServer } from './details.ts';
import { HoldTimer } from './hold-timer.tsx';
import { StepBar } from './step-bar.tsx';
import { StepHeading } from '#ui/step-heading.tsx';

export function DetailsStep({ flow }: { flow: LaterFlow }) {
  const { catalogue, draft, send, goTo } = flow;
  const { rules, business } = catalogue.profile;
  const { details } = draft;
  const form = useRef<HTMLFormElement>(null);
  // Fields are judged once they were left or sent: nobody likes to be corrected while typing.
  const [judged, setJudged] = useState<ReadonlySet<keyof Details>>(new Set());
  const issues = detailIssues(details, rules);
  const refused = refusedField(flow);

  const errorOf = (field: keyof Details): string | undefined => {
    const rule = issues.find((issue) => issue.field === field)?.rule;
    if (rule && judged.has(field)) return ERRORS[`${field}.${rule}`] ?? ruleText(rule);
    return refused?.field === field ? refused.text : undefined;
  };
  const bind = (field: keyof Details) => ({
    name: field,
    value: details[field],
    error: errorOf(field),
    onChange: (value: string) => {
      send({ type: 'detail_typed', field, value });
      if (refused?.field === field) send({ type: 'refusal_read' });
    },
    onBlur: () => {
      if (details[field] !== '') setJudged((known) => new Set(known).add(field));
    },
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (issues.length === 0 && !refused) {
      goTo(stepAfter('details', catalogue, draft));
      return;
    }
    setJudged(new Set(Object.keys(details) as (keyof Details)[]));
    focusFirstInvalid(form.current);
  };

  return (
    <>
      <StepHeading title="Your details" place={business.name}>
        So that {business.name} knows who is coming and can reach you.
      </StepHeading>
      <HoldTimer flow={flow} />
      {/* Our own words and our own order of focus instead of the browser's bubbles. */}
      <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-1 flex-col">
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
            hint="The confirmation goes there, with a link to change or cancel."
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
            hint="Only used when something about your appointment changes."
          />
          {/* A seat has no room for words about one of many. */}
          {!draft.session && (
            <TextArea
              {...bind('note')}
              className="sm:col-span-2"
              label={`Anything ${business.name} should know?`}
              maxLength={LIMITS.note}
              required={false}
            />
          )}
        </div>
        <StepBar flow={flow}>
          <Button type="submit" variant="primary" className="min-w-32 max-sm:flex-1">
            Continue
          </Button>
        </StepBar>
      </form>
    </>
  );
}

/** Sentences that are more helpful here than the general ones. */
const ERRORS: Readonly<Record<string, string>> = {
  'firstName.required': 'Please enter your first name.',
  'email.required': 'Please enter your email address.',
  'phone.required': 'Please enter your phone number.',
};

/** What the server found wrong with one of these fields. */
const refusedField = ({
  draft: { refusal },
}: LaterFlow): { field: keyof Details; text: string } | null => {
  const field = fieldOfServer(refusal?.field);
  if (!refusal || !field) return null;
  const rule = refusal.rule ?? (field === 'email' || field === 'phone' ? field : undefined);
  return { field, text: ruleText(rule) };
};
