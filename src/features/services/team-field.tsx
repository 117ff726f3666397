import { staffNames } from '#db/queries/staff.ts';
import type { ServiceView } from '#db/queries/services.ts';
import { useQuery } from '#db/use-query.ts';
import type { Uuid } from '#domain/rows.ts';
import { CheckboxField } from '#ui/fields.tsx';

/** Who does the service: what was ticked here wins over how it is stored. */
export function TeamField({
  view,
  value,
  onChange,
}: {
  view: ServiceView | null;
  value: Readonly<Record<Uuid, boolean>>;
  onChange: (value: Record<Uuid, boolean>) => void;
}) {
  const names = useQuery(staffNames, []);
  if (!names || names.size === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Who does it</legend>
      <div className="grid sm:grid-cols-2">
        {[...names].map(([id, name]) => {
          const stored = offeredBy(view, id);
          return (
            <CheckboxField
              key={id}
              label={name}
              value={value[id] ?? stored !== 'none'}
              hint={
                value[id] === undefined && stored === 'some' ? 'Some of the options' : undefined
              }
              onChange={(on) => onChange({ ...value, [id]: on })}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

/** Whether somebody does all options of a service, some, or none. */
export const offeredBy = (view: ServiceView | null, staffId: Uuid): 'all' | 'some' | 'none' => {
  const active = view?.variants.filter(({ status }) => status === 'active') ?? [];
  const refused = active.filter(
    ({ id }) => view?.overrides.get(`${id}:${staffId}`)?.offered === false,
  ).length;
  if (refused === 0) return 'all';
  return refused === active.length ? 'none' : 'some';
};
