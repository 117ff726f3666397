import { packagesAtTill } from '#db/queries/packages.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { CartLine } from '#domain/checkout/cart.ts';
import { everyMonths } from '#domain/checkout/membership-words.ts';
import { visitsLeft } from '#domain/checkout/package-words.ts';
import { coveredLine, leftBeside } from '#domain/checkout/packages.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Day, PackageRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { addDays, addMonths } from '#domain/time/day.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SelectField } from '#ui/fields.tsx';

/** What the client has paid before, offered for what is rung up, and packages to be sold. */
export function PackageCard({
  clientId,
  lines,
  business,
  onChange,
}: {
  clientId: Uuid | null;
  lines: readonly CartLine[];
  business: BusinessRow;
  onChange: (lines: CartLine[]) => void;
}) {
  const db = useDb();
  const known = useQuery((local) => packagesAtTill(local, clientId), [clientId]);
  if (!known || (known.offered.length === 0 && known.held.length === 0)) return null;
  const { offered, held, renewable, serviceOf } = known;
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const formats = businessFormats(business);
  const sell = (sold: PackageRow, from = wallAt(business.time_zone, db.now()).day): void =>
    onChange([...lines, soldLine(sold, from)]);
  const renews = new Set(offered.flatMap(({ id, renews_months }) => (renews_months ? id : [])));
  const isSold = ({ id }: PackageRow): boolean =>
    lines.some(({ new_package }) => new_package?.package_id === id);
  return (
    <Card title="Packages">
      <div className="grid gap-4">
        {held.map(({ holding, left }) => {
          const rest = leftBeside(left, holding.id, lines);
          const fitting = lines.flatMap((line, place) =>
            line.kind === 'service' &&
            line.qty === 1 &&
            !line.package_use &&
            holding.service_ids.includes(serviceOf.get(line.variant_id ?? '') ?? '')
              ? [{ line, place }]
              : [],
          );
          return (
            <section key={holding.id} aria-label={holding.name} className="grid gap-2">
              <div>
                <p className="font-medium break-words">
                  <bdi>{holding.name}</bdi>
                </p>
                <p className="text-sm text-muted">
                  {visitsLeft(rest, holding, (day) => formats.date(day))}
                </p>
              </div>
              {rest.credits > 0 &&
                fitting.map(({ line, place }) => (
                  <Button
                    key={place}
                    onClick={() =>
                      onChange(lines.toSpliced(place, 1, coveredLine(line, holding.id, rest)))
                    }
                  >
                    Use a visit for {line.name}
                  </Button>
                ))}
            </section>
          );
        })}
        {renewable.map(
          ({ offer, from }) =>
            !isSold(offer) && (
              <Button key={offer.id} onClick={() => sell(offer, from)}>
                Renew {offer.name} · {money(offer.price_cents)}
              </Button>
            ),
        )}
        {lines.some(({ new_package }) => renews.has(new_package?.package_id ?? '')) && (
          <p className="text-sm text-muted">
            A membership that is paid here is for one period. With a link from the client’s page
            they leave a card, and it renews by itself.
          </p>
        )}
        {offered.length > 0 &&
          (clientId ? (
            <SelectField
              label="Sell a package or a membership"
              placeholder="Choose a package"
              value=""
              onChange={(id) => {
                const found = offered.find((one) => one.id === id);
                if (found) sell(found);
              }}
              options={offered.map(({ id, name, price_cents, renews_months }) => ({
                value: id,
                label: `${name} · ${money(price_cents)}${renews_months ? ` ${everyMonths(renews_months)}` : ''}`,
              }))}
            />
          ) : (
            <p className="text-sm text-muted">Choose a client to sell or use a package.</p>
          ))}
      </div>
    </Card>
  );
}

const soldLine = (
  { id, name, price_cents, credits, service_ids, valid_days, renews_months }: PackageRow,
  from: Day,
): CartLine => ({
  kind: 'package',
  name,
  qty: 1,
  unit_price_cents: price_cents,
  discount: null,
  tax: null,
  staff_id: null,
  appointment_id: null,
  variant_id: null,
  new_package: {
    package_id: id,
    credits,
    service_ids,
    expires_on: renews_months
      ? addDays(addMonths(from, renews_months), -1)
      : valid_days === null
        ? null
        : addDays(from, valid_days),
  },
});
