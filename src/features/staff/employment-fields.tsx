import { pathTo } from '#app/paths.ts';
import { visitsAfter } from '#db/queries/visits-after.ts';
import { useQuery } from '#db/use-query.ts';
import type { Day, StaffRow, Uuid } from '#domain/rows.ts';
import { addDays } from '#domain/time/day.ts';
import { DateField } from '#ui/fields.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';

type Days = Pick<StaffRow, 'employed_from' | 'employed_until'>;

/** From when until when somebody is here, and what is booked with them after that. */
export function EmploymentFields({
  staffId,
  value,
  onChange,
  error,
}: {
  /** null = somebody new. */
  staffId: Uuid | null;
  value: Days;
  onChange: (change: Partial<Days>) => void;
  error: (field: string) => string | undefined;
}) {
  const { employed_from: from, employed_until: until } = value;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">Employment</legend>
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        <DateField
          label="First day"
          required={false}
          value={from ?? ''}
          onChange={(day) => onChange({ employed_from: day || null })}
          error={error('employed_from')}
        />
        <DateField
          label="Last day"
          required={false}
          value={until ?? ''}
          onChange={(day) => onChange({ employed_until: day || null })}
          error={error('employed_until')}
        />
      </div>
      <p className="mt-2 text-sm text-muted">Nobody can book them before or after.</p>
      {staffId && until && <LateVisits staffId={staffId} lastDay={until} />}
    </fieldset>
  );
}

function LateVisits({ staffId, lastDay }: { staffId: Uuid; lastDay: Day }) {
  const count = useQuery((db) => visitsAfter(db, staffId, lastDay), [staffId, lastDay]) ?? 0;
  if (count === 0) return null;
  return (
    <Notice
      tone="warning"
      live
      title={count === 1 ? 'One appointment is after that' : `${count} appointments are after that`}
    >
      <p className="mb-3">They stay booked. Give them to somebody else, move or cancel them.</p>
      <LinkButton
        size="sm"
        to={pathTo('calendar', null, { view: 'agenda', staff: staffId, date: addDays(lastDay, 1) })}
      >
        Show them
      </LinkButton>
    </Notice>
  );
}
