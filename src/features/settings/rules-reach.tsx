import { SLOT_STEPS } from '#domain/business/schema.ts';
import type { RulesInput } from '#domain/business/schema.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField, SwitchField } from '#ui/fields.tsx';
import { WholeField } from '#ui/whole-field.tsx';
import { NOTICE_MINUTES, minuteOptions } from './choices.ts';
import type { RulesForm } from './rules-form.ts';
import { Part } from './settings-card.tsx';

const AUDIENCE = [
  { value: 'all', label: 'Everybody' },
  {
    value: 'existing',
    label: 'Known clients',
    hint: 'Whose phone or e-mail you have. Others are asked to contact you.',
  },
  { value: 'new', label: 'New clients', hint: 'Known clients book with you directly.' },
] as const;

const CLOCKS = [
  {
    value: 'business',
    label: 'Times of your business',
    hint: 'For visits at your place. Who is elsewhere reads both.',
  },
  {
    value: 'client',
    label: 'The client’s own times',
    hint: 'For work by video or phone.',
  },
] as const;

const GAPS = [
  { value: 'off', label: 'All alike', hint: 'Every free time is shown.' },
  {
    value: 'prefer',
    label: 'Suggest times without gaps',
    hint: 'Times right before or after something else are marked as suggested.',
  },
  {
    value: 'strict',
    label: 'Only times without gaps',
    hint: 'Times that would leave less than your shortest service are hidden, unless a day has no others.',
  },
] as const;

/** From when to when, how much, and on which grid. */
export function WhenPart({ form, locale }: { form: RulesForm; locale: string }) {
  const { values, change, error } = form;
  return (
    <Part title="When clients can book">
      <SwitchField
        label="Several services in one booking"
        value={values.multi_service}
        onChange={(multi_service) => change({ multi_service })}
      />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="Appointments start every"
          value={String(values.slot_step_min)}
          onChange={(step) =>
            change({ slot_step_min: Number(step) as RulesInput['slot_step_min'] })
          }
          options={SLOT_STEPS.map((step) => ({
            value: String(step),
            label: step === 0 ? 'Length of the service' : formatDuration(step, { locale }),
          }))}
        />
        <SelectField
          label="Shortest notice before the start"
          value={String(values.min_notice_min)}
          onChange={(minutes) => change({ min_notice_min: Number(minutes) })}
          options={minuteOptions(NOTICE_MINUTES, values.min_notice_min, locale)}
          error={error('min_notice_min')}
        />
        <WholeField
          label="How far ahead, at most"
          unit="days"
          value={values.window_days}
          onChange={(window_days) => change({ window_days })}
          error={error('window_days')}
        />
        <WholeField
          label="Services in one booking"
          value={values.max_services}
          disabled={!values.multi_service}
          onChange={(max_services) => change({ max_services })}
          error={error('max_services')}
        />
        <WholeField
          label="Wait between two services, at most"
          unit="min"
          value={values.max_gap_min}
          disabled={!values.multi_service}
          onChange={(max_gap_min) => change({ max_gap_min })}
          error={error('max_gap_min')}
        />
        <WholeField
          label="People in one booking"
          hint="1: everybody books for themselves. Up to 6: whoever books may bring others along."
          value={values.group_max}
          onChange={(group_max) => change({ group_max })}
          error={error('group_max')}
        />
        <WholeField
          label="A chosen time is held for"
          unit="min"
          hint="While a client fills in the rest."
          value={values.hold_min}
          onChange={(hold_min) => change({ hold_min })}
          error={error('hold_min')}
        />
        <WholeField
          label="Visits a day for each person, at most"
          required={false}
          hint="Empty: as many as fit. You and your team may book more."
          value={values.max_per_day_per_staff}
          onChange={(max_per_day_per_staff) => change({ max_per_day_per_staff })}
          error={error('max_per_day_per_staff')}
        />
        <WholeField
          label="Visits ahead for each client, at most"
          required={false}
          hint="Empty: as many as they like. Who has so many is asked to contact you."
          value={values.max_open_per_client}
          onChange={(max_open_per_client) => change({ max_open_per_client })}
          error={error('max_open_per_client')}
        />
      </div>
      <SwitchField
        label="Buffers of neighbours may overlap"
        hint="On: the buffer after a visit and the one before the next are the same minutes. The longer one counts."
        value={values.share_buffers}
        onChange={(share_buffers) => change({ share_buffers })}
      />
      <ChoiceField
        label="Gaps between appointments"
        value={values.gap_mode}
        onChange={(gap_mode) => change({ gap_mode })}
        choices={GAPS}
      />
      <SelectField
        label="For clients who have been here before"
        hint="Known when they booked on the same device, or move a visit with their link."
        value={values.gap_mode_returning ?? ''}
        onChange={(mode) =>
          change({ gap_mode_returning: GAPS.find(({ value }) => value === mode)?.value ?? null })
        }
        options={[{ value: '', label: 'The same' }, ...GAPS]}
      />
    </Part>
  );
}

/** Who may book at all, and by whose clock they read the times. */
export function ReachPart({ form }: { form: RulesForm }) {
  const { values, change } = form;
  return (
    <Part title="Who can book">
      <ChoiceField
        label="Online booking is for"
        value={values.audience}
        onChange={(audience) => change({ audience })}
        choices={AUDIENCE}
      />
      <ChoiceField
        label="The booking page shows"
        value={values.zone_mode}
        onChange={(zone_mode) => change({ zone_mode })}
        choices={CLOCKS}
      />
    </Part>
  );
}
