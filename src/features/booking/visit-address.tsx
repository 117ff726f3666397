import { ruleText } from '#app/messages.ts';
import type { AddressText } from '#domain/text/address-form.ts';
import { typedLine } from '#domain/text/typed.ts';
import { TextField } from '#ui/fields.tsx';
import { useState } from 'react';
import type { LaterFlow } from './booking-flow.ts';
import { ADDRESS_LIMITS, addressIssues } from './address-issues.ts';

/** More postal codes than this are not a sentence any more. */
const MOST_NAMED = 12;

/** The address that somebody comes to. Browsers fill it in by themselves. */
export function VisitAddress({
  flow,
  isTried,
  canComeHere,
}: {
  flow: LaterFlow;
  /** Somebody wanted to go on. */
  isTried: boolean;
  /** The same can be had at the business. */
  canComeHere: boolean;
}) {
  const { catalogue, draft, send } = flow;
  const { profile } = catalogue;
  // Fields are judged once they were left or sent: nobody likes to be corrected while typing.
  const [left, setLeft] = useState<ReadonlySet<keyof AddressText>>(new Set());
  const issues = addressIssues(draft.address, profile);
  const areas = profile.rules.visit_postal_codes ?? [];

  const errorOf = (field: keyof AddressText): string | undefined => {
    const rule = issues.find((issue) => issue.field === field)?.rule;
    if (rule && (isTried || left.has(field))) {
      return rule === 'outside_area'
        ? outsideWords(flow, canComeHere)
        : (ERRORS[`${field}.${rule}`] ?? ruleText(rule));
    }
    return refusedField(flow) === field ? refusedWords(flow, canComeHere) : undefined;
  };
  const bind = (field: keyof AddressText) => ({
    name: field,
    value: draft.address[field],
    error: errorOf(field),
    maxLength: ADDRESS_LIMITS[field],
    onChange: (text: string) => {
      send({ type: 'address_typed', field, value: typedLine(text) });
      if (draft.refusal) send({ type: 'refusal_read' });
    },
    onBlur: () => {
      if (draft.address[field] !== '') setLeft((known) => new Set(known).add(field));
    },
  });

  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-lg font-semibold">Your address</legend>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <TextField
          {...bind('line1')}
          className="sm:col-span-2"
          label="Street and number"
          autoComplete="address-line1"
          required
        />
        <TextField
          {...bind('line2')}
          className="sm:col-span-2"
          label="Floor, entrance, code"
          autoComplete="address-line2"
          required={false}
        />
        <TextField {...bind('city')} label="City" autoComplete="address-level2" required />
        <TextField
          {...bind('postal_code')}
          label="Postal code"
          autoComplete="postal-code"
          required={areas.length > 0}
        />
        <TextField
          {...bind('region')}
          label="State or region"
          autoComplete="address-level1"
          required={false}
        />
      </div>
      {areas.length > 0 && areas.length <= MOST_NAMED && (
        <p className="mt-3 text-sm text-muted">
          {profile.business.name} comes to postal codes that begin with {areas.join(', ')}.
        </p>
      )}
    </fieldset>
  );
}

/** Sentences that are more helpful here than the general ones. */
const ERRORS: Readonly<Record<string, string>> = {
  'line1.required': 'Please enter your street and number.',
  'city.required': 'Please enter your city.',
  'postal_code.required': 'Please enter your postal code.',
};

/** What can be done instead is the help. */
const outsideWords = (
  {
    catalogue: {
      profile: { business },
    },
    draft,
  }: LaterFlow,
  canComeHere: boolean,
): string => {
  const ways = [
    canComeHere && `choose “At ${business.name}”`,
    business.phone && `call ${business.phone}`,
  ].filter(Boolean);
  const instead = ways.length > 0 ? ` You can ${ways.join(', or ')}.` : '';
  return `${business.name} does not come to ${draft.address.postal_code.trim()}.${instead}`;
};

/** What the server found wrong: `address.postal_code` is the field of that name, others the first. */
const refusedField = ({ draft: { refusal, address } }: LaterFlow): keyof AddressText | null => {
  if (refusal?.code === 'outside_area') return 'postal_code';
  if (refusal?.code !== 'invalid' || !/^address\b/.test(refusal.field ?? '')) return null;
  const named = Object.keys(address).find((line) => refusal.field === `address.${line}`);
  return (named as keyof AddressText | undefined) ?? 'line1';
};

const refusedWords = (flow: LaterFlow, canComeHere: boolean): string =>
  flow.draft.refusal?.code === 'outside_area'
    ? outsideWords(flow, canComeHere)
    : ruleText(flow.draft.refusal?.rule);
