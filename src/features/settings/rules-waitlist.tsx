import { clockText, minuteOfClock } from '#domain/time/clock-text.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField, SwitchField, TimeField } from '#ui/fields.tsx';
import { RESPOND_MINUTES, minuteOptions } from './choices.ts';
import type { RulesForm } from './rules-form.ts';
import { Part } from './settings-card.tsx';

const MODES = [
  {
    value: 'manual',
    label: 'Ask you first',
    hint: 'You see whom it fits, and call them or send an offer.',
  },
  {
    value: 'first_in_line',
    label: 'Offer it to the first in line',
    hint: 'It is kept for them until they answer; then the next one is asked.',
  },
  {
    value: 'highest_value',
    label: 'Offer it to the highest value first',
    hint: 'The same, but whose services cost the most comes first.',
  },
  {
    value: 'everyone',
    label: 'Offer it to everybody whom it fits',
    hint: 'Whoever accepts first has it.',
  },
] as const;

/** What becomes of a time that comes free while somebody waits for one. */
export function WaitlistPart({
  form: { values, change, error },
  locale,
}: {
  form: RulesForm;
  locale: string;
}) {
  return (
    <Part title="Waitlist">
      <SwitchField
        label="Clients may join the waitlist online"
        hint="Off: nobody joins, and no time is offered by itself."
        value={values.allow_waitlist}
        onChange={(allow_waitlist) => change({ allow_waitlist })}
      />
      <ChoiceField
        label="When a time comes free"
        value={values.waitlist_mode}
        onChange={(waitlist_mode) => change({ waitlist_mode })}
        choices={MODES}
      />
      {values.waitlist_mode !== 'manual' && (
        <p className="text-sm text-muted">
          Offers go by e-mail, at most two a day to one client. Whoever needs your approval or has
          no e-mail address is not asked: you see that the time fits them.
        </p>
      )}
      <SelectField
        label="Time to answer an offer"
        value={String(values.waitlist_respond_min)}
        onChange={(minutes) => change({ waitlist_respond_min: Number(minutes) })}
        options={minuteOptions(RESPOND_MINUTES, values.waitlist_respond_min, locale)}
        hint="It ends an hour before the start at the latest."
        error={error('waitlist_respond_min')}
      />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <TimeField
          label="No offers from"
          value={clockOf(values.quiet_from_min)}
          onChange={(text) => change({ quiet_from_min: minuteOfClock(text) })}
          error={error('quiet_from_min')}
        />
        <TimeField
          label="No offers until"
          value={clockOf(values.quiet_to_min)}
          onChange={(text) => change({ quiet_to_min: minuteOfClock(text) })}
          error={error('quiet_to_min')}
          hint="An offer made at night goes out then, and the time to answer begins."
        />
      </div>
    </Part>
  );
}

const clockOf = (minute: number | null): string => (minute === null ? '' : clockText(minute));
