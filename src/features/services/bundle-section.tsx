import { messageFor } from '#app/messages.ts';
import { moveBundle } from '#db/commands/bundles.ts';
import { bundles } from '#db/queries/bundles.ts';
import type { CategoryView } from '#db/queries/services.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { OrderButtons } from '#ui/order-buttons.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { ChevronRight, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { bundleText, bundleTrouble, menuParts, partsOf } from './bundle-words.ts';

const BundleSheet = lazySheet(
  'Bundle',
  async () => (await import('./bundle-sheet.tsx')).BundleSheet,
);

const NEW = 'new';

/** Services that are sold together. */
export function BundleSection({
  tree,
  business,
  mayEdit,
  isArranging,
}: {
  tree: readonly CategoryView[];
  business: BusinessRow;
  mayEdit: boolean;
  isArranging: boolean;
}) {
  const db = useDb();
  const rows = useQuery(bundles, []) ?? [];
  const [chosen, open, close] = useSearchParam('bundle');
  const shownId = useLinger(chosen);
  const edited = rows.find(({ id }) => id === shownId);
  const active = rows.filter(({ status }) => status === 'active');
  const shown = mayEdit && !isArranging ? rows : active;
  if (!mayEdit && shown.length === 0) return null;
  const menu = menuParts(tree);
  const move = async (id: string, to: number): Promise<void> => {
    const result = await moveBundle(db, id, to);
    if (!result.ok) tellFailure(result.error, messageFor);
  };
  const look = 'flex min-h-16 w-full items-center gap-3 px-4 py-2.5 text-left';
  return (
    <section aria-label="Bundles" className="min-w-0 border-t border-line pt-6">
      <header className="mb-3 flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-lg font-semibold">Bundles</h2>
          <p className="text-muted">Services of one visit for one price.</p>
        </div>
        {mayEdit && (
          <Button size="sm" icon={Plus} onClick={() => open(NEW)}>
            Add bundle
          </Button>
        )}
      </header>
      {shown.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card">
          {shown.map((row, index) => {
            const parts = partsOf(row.variant_ids, menu);
            const trouble = bundleTrouble(row, menu);
            const content = (
              <span className="min-w-0 flex-1">
                <bdi className="block font-medium break-words">{row.name}</bdi>
                <span className="block text-sm text-muted">
                  {parts.map(({ name }) => name).join(', ')}
                </span>
                <span className="block text-sm text-muted">
                  {trouble ?? bundleText(row, parts, business)}
                </span>
              </span>
            );
            return (
              <li key={row.id}>
                {isArranging || !mayEdit ? (
                  <div className={look}>
                    {content}
                    {isArranging && (
                      <OrderButtons
                        name={row.name}
                        index={index}
                        count={active.length}
                        onMove={(to) => void move(row.id, to)}
                      />
                    )}
                  </div>
                ) : (
                  <button
                    type="button"
                    onClick={() => open(row.id)}
                    className={`${look} transition-colors duration-100 hover:bg-raised focus-visible:-outline-offset-2`}
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
      <Suspense>
        {shownId && (edited || shownId === NEW) && (
          <BundleSheet
            key={shownId}
            open={chosen !== null}
            row={edited ?? null}
            menu={menu}
            business={business}
            onClose={close}
          />
        )}
      </Suspense>
    </section>
  );
}
