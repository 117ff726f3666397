import { pathTo } from '#app/paths.ts';
import { members } from '#db/queries/packages.ts';
import { useQuery } from '#db/use-query.ts';
import { everyMonths, membershipNext, membershipState } from '#domain/checkout/membership-words.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Chip } from '#ui/chip.tsx';
import { List, ListRow } from '#ui/list.tsx';

/** Whose clients somebody may not see, or who are not loaded yet. */
const NOT_HERE = 'A client who is not on this device';

/** Who has a membership, and what is the matter with it; from the rows of this device. */
export function MembersList({ business }: { business: BusinessRow }) {
  const rows = useQuery(members, []) ?? [];
  if (rows.length === 0) return null;
  const formats = businessFormats(business);
  return (
    <section aria-label="Members" className="mt-6">
      <h3 className="mb-2 font-semibold">Members</h3>
      <List label="Members">
        {rows.map(({ membership, client }) => {
          const { words, tone } = membershipState(membership);
          const { name, price_cents, renews_months, client_id: clientId } = membership;
          const price = formatMoney(price_cents, business.currency, business.locale);
          const row = {
            // Beside the text it would leave a phone no room for either.
            title: (
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1 whitespace-normal wrap-anywhere">
                <bdi className="min-w-0">
                  {client || (clientId ? NOT_HERE : 'Somebody who is gone')}
                </bdi>
                <Chip tone={tone}>{words}</Chip>
              </span>
            ),
            subtitle: (
              <span className="whitespace-normal">
                {name} · {price} {everyMonths(renews_months)} ·{' '}
                {membershipNext(membership, (day) => formats.date(day))}
              </span>
            ),
          };
          return clientId === null || client === '' ? (
            <ListRow key={membership.id} {...row} />
          ) : (
            <ListRow key={membership.id} {...row} to={pathTo('client', { clientId })} />
          );
        })}
      </List>
    </section>
  );
}
