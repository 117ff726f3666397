import { messageFor, ruleText } from '#app/messages.ts';
import { editRules } from '#db/commands/business.ts';
import { useDb } from '#db/use-query.ts';
import { readPostalCodes } from '#domain/appointments/visit-area.ts';
import type { RulesInput } from '#domain/business/schema.ts';
import type { BookingRulesRow } from '#domain/rows.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField, SwitchField } from '#ui/fields.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';
import { EXPIRY_MINUTES, NOTICE_MINUTES, minuteOptions } from './choices.ts';
import { startOfRules } from './rules-form.ts';
import { ReachPart, WhenPart } from './rules-reach.tsx';
import { VisitsPart } from './rules-visits.tsx';
import { WaitlistPart } from './rules-waitlist.tsx';
import { Part, SettingsCard } from './settings-card.tsx';

const APPROVAL = [
  { value: 'auto', label: 'Booked at once', hint: 'Free times are there to be taken.' },
  { value: 'new_clients', label: 'New clients ask first', hint: 'Known clients book at once.' },
  { value: 'all', label: 'Everybody asks first', hint: 'You approve or decline each request.' },
] as const;

const STAFF_CHOICE = [
  { value: 'client', label: 'Clients may choose', hint: 'Or say that anybody is fine.' },
  { value: 'any_only', label: 'You decide', hint: 'They see who it will be after booking.' },
  { value: 'hidden', label: 'Not a topic', hint: 'No names on the booking page.' },
] as const;

const ASSIGN = [
  { value: 'least_busy', label: 'Whoever has least to do' },
  { value: 'rank', label: 'In the order of the team' },
  { value: 'first_free', label: 'Whoever is free first' },
];

/** How online booking works. */
export function RulesSection({
  rules,
  locale,
  readOnly,
}: {
  rules: BookingRulesRow;
  locale: string;
  readOnly: boolean;
}) {
  const db = useDb();
  const form = useForm({
    initial: startOfRules(rules),
    rev: rules.rev,
    draftKey: `${db.name}.settings.rules`,
    words: { error: messageFor, rule: ruleText },
    // A number left empty is for the schema to refuse.
    save: ({ changed: { visit_postal_codes: codes, ...changed }, seenRev }) =>
      editRules(
        db,
        {
          ...(changed as Partial<RulesInput>),
          // What is no list is for the schema to refuse.
          ...(codes !== undefined && { visit_postal_codes: readPostalCodes(codes) ?? [''] }),
        },
        seenRev,
      ),
    onSaved: (done) => tellOutcome({ ok: true, value: done }, 'Booking rules saved', messageFor),
  });
  const { values, change, error } = form;
  return (
    <SettingsCard
      id="rules"
      title="Booking rules"
      text="What clients may do by themselves. You and your team may always do everything."
      form={form}
      readOnly={readOnly}
    >
      <WhenPart form={form} locale={locale} />
      <ReachPart form={form} />
      <VisitsPart form={form} />
      <Part title="Approval">
        <ChoiceField
          label="A new booking"
          value={values.approval_mode === 'rules' ? 'auto' : values.approval_mode}
          onChange={(approval_mode) => change({ approval_mode })}
          choices={APPROVAL}
        />
        <WholeField
          label="Who stayed away this often asks first"
          required={false}
          unit="no-shows"
          hint="Empty: no-shows change nothing."
          value={values.approve_after_no_shows}
          onChange={(approve_after_no_shows) => change({ approve_after_no_shows })}
          error={error('approve_after_no_shows')}
        />
        {(values.approval_mode !== 'auto' || values.approve_after_no_shows !== null) && (
          <>
            <SelectField
              label="A request without an answer lapses after"
              value={String(values.pending_expiry_min)}
              onChange={(minutes) => change({ pending_expiry_min: Number(minutes) })}
              options={minuteOptions(EXPIRY_MINUTES, values.pending_expiry_min, locale)}
              error={error('pending_expiry_min')}
            />
            <SwitchField
              label="A request keeps its time free"
              hint="Off: somebody else may take the time meanwhile."
              value={values.pending_blocks_slot}
              onChange={(pending_blocks_slot) => change({ pending_blocks_slot })}
            />
          </>
        )}
      </Part>
      <Part title="Changes by clients">
        <SwitchField
          label="Clients may cancel online"
          value={values.allow_cancel}
          onChange={(allow_cancel) => change({ allow_cancel })}
        />
        {values.allow_cancel && (
          <SelectField
            label="Until, before the start"
            value={String(values.cancel_notice_min)}
            onChange={(minutes) => change({ cancel_notice_min: Number(minutes) })}
            options={minuteOptions(NOTICE_MINUTES, values.cancel_notice_min, locale)}
            hint="A later cancellation counts as late."
            error={error('cancel_notice_min')}
          />
        )}
        <SwitchField
          label="Clients may move appointments online"
          value={values.allow_reschedule}
          onChange={(allow_reschedule) => change({ allow_reschedule })}
        />
        {values.allow_reschedule && (
          <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
            <SelectField
              label="Until, before the start"
              value={String(values.reschedule_notice_min)}
              onChange={(minutes) => change({ reschedule_notice_min: Number(minutes) })}
              options={minuteOptions(NOTICE_MINUTES, values.reschedule_notice_min, locale)}
              error={error('reschedule_notice_min')}
            />
            <WholeField
              label="How often"
              unit="times"
              value={values.max_reschedules}
              onChange={(max_reschedules) => change({ max_reschedules })}
              error={error('max_reschedules')}
            />
          </div>
        )}
      </Part>
      <WaitlistPart form={form} locale={locale} />
      <Part title="Who does it">
        <ChoiceField
          label="The person"
          value={values.staff_choice}
          onChange={(staff_choice) => change({ staff_choice })}
          choices={STAFF_CHOICE}
        />
        <SelectField
          label="When nobody was chosen"
          value={values.assign_rule}
          onChange={(rule) => change({ assign_rule: rule as RulesInput['assign_rule'] })}
          options={ASSIGN}
        />
      </Part>
      <Part title="What clients must tell">
        <div>
          <SwitchField
            label="Phone number"
            value={values.require_phone}
            onChange={(require_phone) => change({ require_phone })}
          />
          <SwitchField
            label="E-mail"
            hint="Off: without one, they get no confirmation."
            value={values.require_email}
            onChange={(require_email) => change({ require_email })}
          />
        </div>
      </Part>
    </SettingsCard>
  );
}
