import { messageFor } from '#app/messages.ts';
import { moveAddOnGroup } from '#db/commands/add-ons.ts';
import type { AddOnGroupView, ServiceView } from '#db/queries/services.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { OrderButtons } from '#ui/order-buttons.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { ChevronRight, Plus } from 'lucide-react';
import { addOnText } from './service-words.ts';

/** Extras that clients add to a service, in groups. */
export function AddOnSection({
  groups,
  services,
  business,
  mayEdit,
  isArranging,
  onOpen,
  onAdd,
}: {
  groups: readonly AddOnGroupView[];
  services: readonly ServiceView[];
  business: BusinessRow;
  mayEdit: boolean;
  isArranging: boolean;
  onOpen: (id: string) => void;
  onAdd: () => void;
}) {
  const db = useDb();
  const known = new Set(services.map(({ service }) => service.id));
  const move = async (id: string, to: number): Promise<void> => {
    const result = await moveAddOnGroup(db, id, to);
    if (!result.ok) tellFailure(result.error, messageFor);
  };
  return (
    <section aria-label="Add-ons" className="min-w-0 border-t border-line pt-6">
      <header className="mb-3 flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-lg font-semibold">Add-ons</h2>
          <p className="text-muted">Extras that make a service longer, better or both.</p>
        </div>
        {mayEdit && (
          <Button size="sm" icon={Plus} onClick={onAdd}>
            Add group
          </Button>
        )}
      </header>
      {groups.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card">
          {groups.map(({ group, addOns }, index) => {
            const offered = addOns.filter(({ status }) => status === 'active');
            const count = group.service_ids.filter((id) => known.has(id)).length;
            const content = (
              <span className="min-w-0 flex-1">
                <bdi className="block font-medium break-words">{group.name}</bdi>
                <span className="block text-sm text-muted">
                  {offered.map((one) => withText(one.name, addOnText(one, business))).join(', ') ||
                    'Nothing in it'}
                </span>
                <span className="block text-sm text-muted">
                  With {count} {count === 1 ? 'service' : 'services'}
                </span>
              </span>
            );
            return (
              <li key={group.id}>
                {isArranging || !mayEdit ? (
                  <div className="flex min-h-16 items-center gap-3 px-4 py-2.5">
                    {content}
                    {isArranging && (
                      <OrderButtons
                        name={group.name}
                        index={index}
                        count={groups.length}
                        onMove={(to) => void move(group.id, to)}
                      />
                    )}
                  </div>
                ) : (
                  <button
                    type="button"
                    onClick={() => onOpen(group.id)}
                    className="flex min-h-16 w-full items-center gap-3 px-4 py-2.5 text-left transition-colors duration-100 hover:bg-raised focus-visible:-outline-offset-2"
                  >
                    {content}
                    <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden />
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** `Scalp oil (+$12.00 · +10 min)`. */
const withText = (name: string, text: string): string => (text ? `${name} (${text})` : name);
