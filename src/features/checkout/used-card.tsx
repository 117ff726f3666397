import { Suspense, useState } from 'react';
import { usedBySale } from '#db/queries/used-products.ts';
import { useQuery } from '#db/use-query.ts';
import { usedText } from '#domain/inventory/quantity.ts';
import type { Uuid } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { useLinger } from '#ui/use-linger.ts';

const UsedSheet = lazySheet(
  'Products used',
  async () => (await import('./used-sheet.tsx')).UsedSheet,
);

/** What the visit used up, as its recipes say or a person corrected; nothing where nothing was. */
export function UsedCard({
  saleId,
  locale,
  mayCorrect,
}: {
  saleId: Uuid;
  locale: string;
  mayCorrect: boolean;
}) {
  const views = useQuery((db) => usedBySale(db, saleId), [saleId]);
  const [isOpen, setOpen] = useState(false);
  // Each time it begins with what is noted, also while the last one is on its way out.
  const [times, setTimes] = useState(0);
  const isShown = useLinger(isOpen ? 'open' : null);
  if (!views || views.length === 0) return null;
  return (
    <Card
      title="Products used"
      actions={
        mayCorrect && (
          <Button
            size="sm"
            onClick={() => {
              setTimes(times + 1);
              setOpen(true);
            }}
          >
            Correct
          </Button>
        )
      }
    >
      <ul className="grid gap-2">
        {views.map(({ line, product, used_milli }) => (
          <li key={`${line.id} ${product.id}`} className="flex justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              {product.name} <span className="text-sm text-muted">{line.name}</span>
            </span>
            <span className="shrink-0 tabular-nums">{usedText(product, used_milli, locale)}</span>
          </li>
        ))}
      </ul>
      <Suspense>
        {isShown && (
          <UsedSheet
            key={times}
            open={isOpen}
            saleId={saleId}
            views={views}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </Card>
  );
}
