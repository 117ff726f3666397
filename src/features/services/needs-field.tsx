import { pathTo } from '#app/paths.ts';
import { useQuery } from '#db/use-query.ts';
import { POOL_QTY_MAX } from '#domain/resources/schema.ts';
import type { ResourceNeed } from '#domain/rows.ts';
import { bySortKey } from '#domain/sort-key.ts';
import { CheckboxField, SelectField } from '#ui/fields.tsx';
import { LinkButton } from '#ui/link-button.tsx';

/** What a service needs besides people: of each group none or some. */
export function NeedsField({
  value,
  onChange,
  error,
}: {
  value: readonly ResourceNeed[];
  onChange: (needs: ResourceNeed[]) => void;
  error: string | undefined;
}) {
  const known = useQuery(
    async (db) => ({
      pools: (await db.rows('resource_pools').toArray()).toSorted(bySortKey),
      resources: await db.rows('resources').toArray(),
    }),
    [],
  );
  if (!known) return null;
  const pools = known.pools.filter(({ status }) => status === 'active');
  const countOf = (poolId: string): number =>
    known.resources.filter(({ pool_id, status }) => pool_id === poolId && status === 'active')
      .length;
  const setQty = (poolId: string, qty: number): void =>
    onChange(
      known.pools.flatMap(({ id }) => {
        const now = id === poolId ? qty : (value.find((one) => one.pool_id === id)?.qty ?? 0);
        return now > 0 ? [{ pool_id: id, qty: now }] : [];
      }),
    );
  return (
    <section aria-label="Rooms and equipment" className="grid gap-2">
      <h4 className="text-sm font-medium">Rooms and equipment</h4>
      {pools.length === 0 ? (
        <p className="text-sm text-muted">
          When a service needs a chair or a room, no more visits are booked at a time than there is
          room for.
          <LinkButton to={pathTo('resources')} variant="quiet" size="sm" className="ml-1">
            Add rooms or equipment
          </LinkButton>
        </p>
      ) : (
        pools.map((pool) => {
          const qty = value.find(({ pool_id }) => pool_id === pool.id)?.qty ?? 0;
          const count = countOf(pool.id);
          const most = Math.min(POOL_QTY_MAX, Math.max(count, qty, 1));
          return (
            <div key={pool.id} className="flex flex-wrap items-center gap-x-3">
              <div className="min-w-0 flex-1 basis-52">
                <CheckboxField
                  label={`Needs ${qty > 1 ? qty : 1} of ${pool.name}`}
                  hint={
                    count === 0
                      ? 'None is in use: it cannot be booked online.'
                      : `${count} in use${qty > count ? ', which is not enough' : ''}`
                  }
                  value={qty > 0}
                  onChange={(on) => setQty(pool.id, on ? 1 : 0)}
                />
              </div>
              {qty > 0 && most > 1 && (
                <div className="w-28">
                  <SelectField
                    label={`How many of ${pool.name}`}
                    value={String(qty)}
                    onChange={(text) => setQty(pool.id, Number(text))}
                    options={Array.from({ length: most }, (_, index) => ({
                      value: String(index + 1),
                      label: String(index + 1),
                    }))}
                  />
                </div>
              )}
            </div>
          );
        })
      )}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </section>
  );
}
