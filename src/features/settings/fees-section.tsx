import { messageFor, ruleText } from '#app/messages.ts';
import { editRules } from '#db/commands/business.ts';
import { useDb } from '#db/use-query.ts';
import { NO_FEES } from '#domain/appointments/fee-terms.ts';
import type { BookingRulesRow, BusinessRow, FeeTerms } from '#domain/rows.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { feeEntry, feeRuleOf } from '#ui/fee-entry.ts';
import type { FeeEntry } from '#ui/fee-entry.ts';
import { FeeFields } from '#ui/fee-fields.tsx';
import { CheckboxField, SelectField } from '#ui/fields.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { minuteOptions } from './choices.ts';
import { entriesOf, rulesOf } from './deposit-rule-entry.ts';
import type { DepositRuleEntry } from './deposit-rule-entry.ts';
import { Part, SettingsCard } from './settings-card.tsx';
import { Suspense } from 'react';

// A list that few businesses have.
const DepositRules = lazyPart(async () => (await import('./deposit-rules.tsx')).DepositRules);

type Entries = { late_cancel: FeeEntry; no_show: FeeEntry; grace_min: number };
type Values = {
  fee_terms: Entries;
  deposit_rule: FeeEntry;
  deposit_rules: DepositRuleEntry[];
  asks_card: boolean;
};

const GRACE_MINUTES = [0, 5, 15, 30, 60, 120];

/** What most take, as soon as they take anything. */
const USUAL = { late_cancel: 50, no_show: 100, deposit: 30 } as const;

const feeEntriesOf = ({ late_cancel, no_show, grace_min }: FeeTerms): Entries => ({
  late_cancel: feeEntry(late_cancel, USUAL.late_cancel),
  no_show: feeEntry(no_show, USUAL.no_show),
  grace_min,
});

/** What it costs to cancel late or not to come. Nothing is charged by itself. */
export function FeesSection({
  business,
  rules,
  paymentMode,
  readOnly,
}: {
  business: BusinessRow;
  rules: BookingRulesRow;
  /** Whether clients can pay online: `test`, where no real card is charged; null = no, or not known. */
  paymentMode: string | null;
  readOnly: boolean;
}) {
  const db = useDb();
  const form = useForm<Values>({
    initial: {
      fee_terms: feeEntriesOf(rules.fee_terms ?? NO_FEES),
      deposit_rule: feeEntry(rules.deposit_rule ?? null, USUAL.deposit),
      deposit_rules: entriesOf(rules.deposit_rules ?? []),
      asks_card: rules.asks_card ?? false,
    },
    rev: rules.rev,
    draftKey: `${db.name}.settings.fees-and-deposits`,
    words: { error: messageFor, rule: ruleText },
    save: ({ values: { fee_terms: typed, deposit_rule, deposit_rules, asks_card }, seenRev }) =>
      editRules(
        db,
        {
          fee_terms: {
            late_cancel: feeRuleOf(typed.late_cancel),
            no_show: feeRuleOf(typed.no_show),
            grace_min: typed.grace_min,
          },
          deposit_rule: feeRuleOf(deposit_rule),
          deposit_rules: rulesOf(deposit_rules),
          asks_card,
        },
        seenRev,
      ),
    onSaved: (done) => tellOutcome({ ok: true, value: done }, 'Fees saved', messageFor),
  });
  const { late_cancel, grace_min } = form.values.fee_terms;
  const change = (part: Partial<Entries>): void =>
    form.change({ fee_terms: { ...form.values.fee_terms, ...part } });
  const notice = formatDuration(rules.cancel_notice_min, {
    locale: business.locale,
    display: 'long',
    days: true,
  });
  const hasRules = form.values.deposit_rules.length > 0;
  const asks = hasRules || form.values.deposit_rule.kind !== 'none';
  const fields = (name: 'late_cancel' | 'no_show') => (
    <FeeFields
      entry={form.values.fee_terms[name]}
      onChange={(part) => change({ [name]: { ...form.values.fee_terms[name], ...part } })}
      error={form.error(`fee_terms.${name}`)}
      business={business}
    />
  );
  return (
    <SettingsCard
      id="fees"
      title="Fees and deposits"
      text="Clients see the exact amounts before they book and before they cancel. You decide about each fee when it happens; beside deposits nothing is charged by itself."
      form={form}
      readOnly={readOnly}
    >
      <Part title="Cancelled late by the client">
        {fields('late_cancel')}
        {late_cancel.kind !== 'none' && (
          <>
            <p className="text-sm text-muted">
              {rules.cancel_notice_min > 0
                ? `Late is less than ${notice} before the start: as the booking rules say. With a fee clients may still cancel online then.`
                : 'By the booking rules no cancellation is late: set how long before the start there.'}
            </p>
            <SelectField
              label="Always free after booking for"
              value={String(grace_min)}
              onChange={(minutes) => change({ grace_min: Number(minutes) })}
              options={minuteOptions(GRACE_MINUTES, grace_min, business.locale, 'No time')}
              hint="For who books by mistake at short notice."
            />
          </>
        )}
      </Part>
      <Part title="Did not come">{fields('no_show')}</Part>
      {(paymentMode || asks || form.values.asks_card) && (
        <Part title="Paid when booking online">
          <p className="text-sm text-muted">
            {hasRules
              ? 'The first rule that fits a booking is meant. A service, or an option of it, can have its own.'
              : 'With rules some pay more than others, or nothing: new clients, dear bookings, who did not come.'}
          </p>
          <Suspense>
            <DepositRules
              entries={form.values.deposit_rules}
              business={business}
              errorOf={(place, field) =>
                form.error(`deposit_rules.${place}${field ? `.${field}` : ''}`)
              }
              onChange={(deposit_rules) => form.change({ deposit_rules })}
            />
          </Suspense>
          <FeeFields
            label={hasRules ? 'Deposit of everybody else' : 'Deposit'}
            entry={form.values.deposit_rule}
            onChange={(part) =>
              form.change({ deposit_rule: { ...form.values.deposit_rule, ...part } })
            }
            error={form.error('deposit_rule')}
            business={business}
          />
          {asks && (
            <p className="text-sm text-muted">
              {paymentMode === 'test'
                ? 'Payments are being tried out here: no real card is charged.'
                : 'Asked for as soon as clients can pay online here.'}{' '}
              When they cancel in time it goes back to their card; else what the fees above come to
              is kept, and all of it where they cost nothing.
            </p>
          )}
          <CheckboxField
            label="Clients leave a card to book"
            hint="Nothing is charged when they book. You decide about each fee when it happens."
            value={form.values.asks_card}
            onChange={(asks_card) => form.change({ asks_card })}
          />
        </Part>
      )}
    </SettingsCard>
  );
}
