import { pathTo } from '#app/paths.ts';
import { lowStock } from '#db/queries/inventory.ts';
import { useQuery } from '#db/use-query.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';

const NAMED = 3;

/** What has to be ordered. */
export function LowStockCard() {
  const low = useQuery(lowStock, []);
  if (!low || low.length === 0) return null;
  const names = low.slice(0, NAMED).map(({ name }) => name);
  const more = low.length - names.length;
  return (
    <section aria-label="Low stock" className="min-w-0 max-lg:order-5">
      <Notice
        tone="warning"
        title={low.length === 1 ? '1 product is low' : `${low.length} products are low`}
        action={
          <LinkButton size="sm" to={pathTo('inventory', null, { low: '1' })}>
            Open the inventory
          </LinkButton>
        }
      >
        {names.join(', ')}
        {more > 0 && ` and ${more} more`}
      </Notice>
    </section>
  );
}
