import { TextField } from '#ui/fields.tsx';
import { WholeField } from '#ui/whole-field.tsx';
import type { RulesForm } from './rules-form.ts';
import { Part } from './settings-card.tsx';

/** The way to clients, and how far it goes. */
export function VisitsPart({ form: { values, change, error } }: { form: RulesForm }) {
  return (
    <Part title="Visits at the client’s">
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <WholeField
          label="Usual way there"
          unit="min"
          value={values.travel_before_min}
          onChange={(travel_before_min) => change({ travel_before_min })}
          error={error('travel_before_min')}
        />
        <WholeField
          label="Usual way back"
          unit="min"
          value={values.travel_after_min}
          onChange={(travel_after_min) => change({ travel_after_min })}
          error={error('travel_after_min')}
        />
      </div>
      <p className="text-sm text-muted">
        What a visit begins with; each visit has its own. Nobody can be booked on the way. Who also
        works at the business on such days needs the way back.
      </p>
      <TextField
        label="Postal codes you go to"
        required={false}
        hint="With commas. 112 stands for all that begin with it. Empty: clients anywhere can book."
        value={values.visit_postal_codes}
        onChange={(visit_postal_codes) => change({ visit_postal_codes })}
        error={error('visit_postal_codes')}
      />
    </Part>
  );
}
