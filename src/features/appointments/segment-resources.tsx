import { Armchair } from 'lucide-react';
import { changeResource } from '#db/commands/change-resource.ts';
import { visitResources } from '#db/queries/visit-resources.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { AppointmentSegmentRow, ResourceRow, Uuid } from '#domain/rows.ts';
import { tellDone, tellFailed } from '#app/tell.ts';
import { Menu, type MenuItem } from '#ui/menu.tsx';

/** The rooms and chairs that a part of a visit has, each with the way to another one that is free. */
export function SegmentResources({
  segment,
  mayEdit,
}: {
  segment: AppointmentSegmentRow;
  mayEdit: boolean;
}) {
  const db = useDb();
  const known = useQuery((database) => visitResources(database, [segment]), [segment]);
  const pools = known?.get(segment.id) ?? [];
  const change = async (from: Uuid | null, to: ResourceRow): Promise<void> => {
    const result = await changeResource(db, segment.id, { from, to: to.id });
    if (result.ok) tellDone(result, `Now in ${to.name}`);
    else tellFailed(result.error);
  };
  return (
    <ul className="mt-1 flex flex-wrap gap-1.5">
      {pools.flatMap(({ pool, has, qty, options }) => {
        const places: (ResourceRow | null)[] = [
          ...has,
          ...Array.from({ length: Math.max(0, qty - has.length) }, () => null),
        ];
        return places.map((one, index) => {
          const items = options.map(({ resource, isFree, isOut }): MenuItem => ({
            label: resource.name + (isOut ? ' (out of service)' : isFree ? '' : ' (in use)'),
            disabled: !isFree,
            onPress: () => void change(one?.id ?? null, resource),
          }));
          const name = one?.name ?? `None of ${pool.name}`;
          return (
            <li key={`${pool.id} ${one?.id ?? index}`}>
              {mayEdit && items.length > 0 ? (
                <Menu
                  label={`Instead of ${name}`}
                  items={items}
                  trigger={(props) => (
                    <button
                      type="button"
                      {...props}
                      aria-label={`${name}, change`}
                      className={look(one !== null, true)}
                    >
                      <Armchair size={16} aria-hidden /> <bdi>{name}</bdi>
                    </button>
                  )}
                />
              ) : (
                <span className={look(one !== null, false)}>
                  <Armchair size={16} aria-hidden /> <bdi>{name}</bdi>
                </span>
              )}
            </li>
          );
        });
      })}
    </ul>
  );
}

const look = (hasOne: boolean, isButton: boolean): string =>
  [
    'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-2.5 text-sm',
    hasOne ? 'border-line text-ink' : 'border-warning text-warning',
    isButton ? 'hover:bg-raised pointer-coarse:min-h-11' : '',
  ].join(' ');
