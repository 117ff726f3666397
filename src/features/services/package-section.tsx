import { ChevronRight, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { packages, packagesOpenCents } from '#db/queries/packages.ts';
import type { CategoryView } from '#db/queries/services.ts';
import { useQuery } from '#db/use-query.ts';
import { everyMonths } from '#domain/checkout/membership-words.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, PackageRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';

const PackageSheet = lazySheet(
  'Package',
  async () => (await import('./package-sheet.tsx')).PackageSheet,
);
const MembersList = lazyExtra(async () => (await import('./members-list.tsx')).MembersList);

const NEW = 'new';

/** Several visits that clients pay at once. */
export function PackageSection({
  tree,
  business,
  mayEdit,
}: {
  tree: readonly CategoryView[];
  business: BusinessRow;
  mayEdit: boolean;
}) {
  const rows = useQuery(packages, []) ?? [];
  const openCents = useQuery(packagesOpenCents, []) ?? 0;
  const [chosen, open, close] = useSearchParam('package');
  const shownId = useLinger(chosen);
  const edited = rows.find(({ id }) => id === shownId);
  const shown = rows.filter(({ status }) => status === 'active' || mayEdit);
  if (!mayEdit && shown.length === 0) return null;
  const look = 'flex min-h-16 w-full items-center gap-3 px-4 py-2.5 text-left';
  return (
    <section aria-label="Packages" className="min-w-0 border-t border-line pt-6">
      <header className="mb-3 flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-lg font-semibold">Packages</h2>
          <p className="text-muted">
            Several visits, paid at once at the checkout, or again and again by card.
          </p>
          {openCents > 0 && (
            <p className="text-sm text-muted">
              {formatMoney(openCents, business.currency, business.locale)} paid and not used yet
            </p>
          )}
        </div>
        {mayEdit && (
          <Button size="sm" icon={Plus} onClick={() => open(NEW)}>
            Add package
          </Button>
        )}
      </header>
      {shown.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card">
          {shown.map((row) => {
            const content = (
              <span className="min-w-0 flex-1">
                <bdi className="block font-medium break-words">{row.name}</bdi>
                <span className="block text-sm text-muted">{wordsOf(row, business)}</span>
              </span>
            );
            return (
              <li key={row.id}>
                {mayEdit ? (
                  <button
                    type="button"
                    onClick={() => open(row.id)}
                    className={`${look} transition-colors duration-100 hover:bg-raised focus-visible:-outline-offset-2`}
                  >
                    {content}
                    <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden />
                  </button>
                ) : (
                  <div className={look}>{content}</div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <Suspense>
        <MembersList business={business} />
      </Suspense>
      <Suspense>
        {shownId && (edited || shownId === NEW) && (
          <PackageSheet
            key={shownId}
            open={chosen !== null}
            row={edited ?? null}
            tree={tree}
            business={business}
            onClose={close}
          />
        )}
      </Suspense>
    </section>
  );
}

/** `10 visits · $800.00 · for 365 days`, `4 visits · $200.00 · every month`. */
const wordsOf = (
  { credits, price_cents, valid_days, renews_months, status }: PackageRow,
  { currency, locale }: BusinessRow,
): string =>
  [
    `${credits} ${credits === 1 ? 'visit' : 'visits'}`,
    formatMoney(price_cents, currency, locale),
    valid_days !== null && `for ${valid_days} ${valid_days === 1 ? 'day' : 'days'}`,
    renews_months && everyMonths(renews_months),
    status === 'archived' && 'archived',
  ]
    .filter(Boolean)
    .join(' · ');
