import { packagesOfClient } from '#db/queries/packages.ts';
import type { HeldPackage } from '#db/queries/packages.ts';
import { useQuery } from '#db/use-query.ts';
import { visitsLeft } from '#domain/checkout/package-words.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Chip } from '#ui/chip.tsx';
import { List, ListRow } from '#ui/list.tsx';

const STATES: Readonly<Record<HeldPackage['state'], string | null>> = {
  active: null,
  used_up: 'Used up',
  expired: 'Expired',
};

/** What somebody has paid before, with what is left of it; what can be used comes first. */
export function ClientPackages({
  clientId,
  business,
  formats,
}: {
  clientId: Uuid;
  business: BusinessRow;
  formats: BusinessFormats;
}) {
  const held = useQuery((db) => packagesOfClient(db, clientId), [clientId]) ?? [];
  if (held.length === 0) return null;
  const shown = [
    ...held.filter(({ state }) => state === 'active'),
    ...held.filter(({ state }) => state !== 'active'),
  ];
  return (
    <section aria-label="Packages" className="max-lg:order-2">
      <h2 className="mb-2 font-semibold">Packages</h2>
      <List>
        {shown.map(({ holding, left, state }) => (
          <ListRow
            key={holding.id}
            title={
              <span className="whitespace-normal">
                <bdi>{holding.name}</bdi>
              </span>
            }
            subtitle={visitsLeft(left, holding, (day) => formats.date(day))}
            trailing={
              STATES[state] ? (
                <Chip>{STATES[state]}</Chip>
              ) : (
                <span className="tabular-nums">
                  {formatMoney(left.cents, business.currency, business.locale)}
                </span>
              )
            }
          />
        ))}
      </List>
    </section>
  );
}
