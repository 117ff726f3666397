import { myAccess } from '#db/queries/business.ts';
import { publishedForms } from '#db/queries/forms.ts';
import { useQuery } from '#db/use-query.ts';
import type { Uuid } from '#domain/rows.ts';
import { CheckboxField } from '#ui/fields.tsx';

/**
 * The forms that clients of the service are asked to fill in: what was ticked here wins over how it
 * is stored. Only for whoever may build forms.
 */
export function FormsField({
  serviceId,
  value,
  onChange,
}: {
  /** null = it is being made. */
  serviceId: Uuid | null;
  value: Readonly<Record<Uuid, boolean>>;
  onChange: (value: Record<Uuid, boolean>) => void;
}) {
  const published = useQuery(publishedForms, []);
  const access = useQuery(myAccess, []);
  const forms = published?.filter(({ wanted }) => wanted !== 'manual') ?? [];
  if (forms.length === 0 || !access?.may('forms')) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Forms</legend>
      <div className="grid sm:grid-cols-2">
        {forms.map(({ id, name, service_ids }) => {
          const isStored = serviceId !== null && service_ids.includes(serviceId);
          // A form without services is asked for with all of them.
          const fixed =
            service_ids.length === 0
              ? 'Asked for with all services.'
              : isStored && service_ids.length === 1
                ? 'Asked for with this service alone.'
                : null;
          return fixed === null ? (
            <CheckboxField
              key={id}
              label={name}
              value={value[id] ?? isStored}
              onChange={(on) => onChange({ ...value, [id]: on })}
            />
          ) : (
            <p key={id} className="min-w-0 py-2">
              <bdi className="block break-words">{name}</bdi>
              <span className="block text-sm text-muted">{fixed} You change that at the form.</span>
            </p>
          );
        })}
      </div>
    </fieldset>
  );
}
