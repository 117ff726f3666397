import { businessSettings } from '#db/queries/business.ts';
import type { PoolView } from '#db/queries/resources.ts';
import { useQuery } from '#db/use-query.ts';
import { outState } from '#domain/resources/out-of-service.ts';
import type { Day, ResourceRow } from '#domain/rows.ts';
import { formatDate } from '#domain/time/format.ts';

/** `Needed by Cut and Colour (2)` */
export const neededByWords = ({ neededBy }: Pick<PoolView, 'neededBy'>): string => {
  if (neededBy.length === 0) return 'No service needs it yet';
  const names = neededBy.map(({ service, qty }) =>
    qty === 1 ? service.name : `${service.name} (${qty})`,
  );
  const [first = '', second] = names;
  if (names.length > 3) return `Needed by ${first} and ${names.length - 1} other services`;
  return second === undefined
    ? `Needed by ${first}`
    : `Needed by ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
};

/** `Out of service until Nov 28`, or null for what is in service and will be. */
export const outWords = (
  resource: Pick<ResourceRow, 'out_from' | 'out_until'>,
  today: Day,
  dayWords: (day: Day) => string,
): string | null => {
  const { out_from, out_until } = resource;
  const state = outState(resource, today);
  if (state === 'in_service' || out_from === null) return null;
  if (state === 'out') {
    return out_until === null
      ? 'Out of service until further notice'
      : `Out of service until ${dayWords(out_until)}`;
  }
  return out_until === null
    ? `Out of service from ${dayWords(out_from)}`
    : `Out of service ${dayWords(out_from)} – ${dayWords(out_until)}`;
};

/** Days as this business writes them. */
export const useDayWords = (): ((day: Day) => string) => {
  const locale = useQuery(async (db) => (await businessSettings(db))?.business.locale, []);
  return (day) =>
    formatDate(day, { locale: locale ?? 'en', parts: { month: 'short', day: 'numeric' } });
};
