import { messageFor } from '#app/messages.ts';
import { setServiceOffered } from '#db/commands/save-service.ts';
import type { CategoryView } from '#db/queries/services.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow, StaffRow, Uuid } from '#domain/rows.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { SwitchField } from '#ui/fields.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { SideSheet } from '#ui/side-sheet.tsx';
import { SlidersHorizontal } from 'lucide-react';
import { offerCount, offeredBy, ownTermsText } from './offers.ts';

/** What one person does. Each switch takes effect at once. */
export function OffersSheet({
  open,
  staff,
  tree,
  business,
  onTerms,
  onClose,
}: {
  open: boolean;
  staff: StaffRow;
  tree: readonly CategoryView[];
  business: BusinessRow;
  /** Their own time and price for a service. */
  onTerms: (serviceId: Uuid) => void;
  onClose: () => void;
}) {
  const db = useDb();
  const set = async (serviceIds: readonly Uuid[], offered: boolean): Promise<void> => {
    const result = await setServiceOffered(db, serviceIds, staff.id, offered);
    if (!result.ok) tellFailure(result.error, messageFor);
  };
  return (
    <SideSheet
      open={open}
      title={`What ${staff.display_name} does`}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p role="status" className="text-muted">
        {offerCount(tree, staff.id)}. Times and prices are those of the service, unless they have
        their own.
      </p>
      <div className="mt-4 grid grid-cols-1 gap-6">
        {tree.map(({ category, services }) => {
          if (services.length === 0) return null;
          const ids = services.map(({ service }) => service.id);
          const doesAll = services.every((view) => offeredBy(view, staff.id) === 'all');
          return (
            <section key={category?.id ?? ''} aria-label={category?.name ?? 'Without category'}>
              <header className="flex items-center gap-2 border-b border-line pb-1">
                <h3 className="min-w-0 flex-1 font-semibold break-words">
                  {category?.name ?? 'Without category'}
                </h3>
                {services.length > 1 && (
                  <Button size="sm" variant="quiet" onClick={() => void set(ids, !doesAll)}>
                    {doesAll ? 'None of these' : 'All of these'}
                  </Button>
                )}
              </header>
              {services.map((view) => {
                const does = offeredBy(view, staff.id);
                const { id, name } = view.service;
                const own = ownTermsText(view, staff.id, business);
                const hints = [does === 'some' && 'Some of the options', own].filter(Boolean);
                return (
                  <div key={id} className="flex items-center gap-1">
                    <div className="min-w-0 flex-1">
                      <SwitchField
                        label={name}
                        hint={hints.length > 0 ? hints.join(' · ') : undefined}
                        value={does !== 'none'}
                        onChange={(on) => void set([id], on)}
                      />
                    </div>
                    <IconButton
                      icon={SlidersHorizontal}
                      label={`Own time and price for ${name}`}
                      className={does === 'none' ? 'invisible' : ''}
                      onClick={() => onTerms(id)}
                    />
                  </div>
                );
              })}
            </section>
          );
        })}
      </div>
    </SideSheet>
  );
}
