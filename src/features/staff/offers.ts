import { overrideKey } from '#db/queries/services.ts';
import type { CategoryView, ServiceView } from '#db/queries/services.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, PriceKind, Uuid } from '#domain/rows.ts';
import { formatDuration } from '#domain/time/duration.ts';

/** Whether somebody does all options of a service, some, or none. */
export const offeredBy = (view: ServiceView, staffId: Uuid): 'all' | 'some' | 'none' => {
  const active = view.variants.filter(({ status }) => status === 'active');
  const refused = active.filter(
    ({ id }) => view.overrides.get(overrideKey(id, staffId))?.offered === false,
  ).length;
  if (refused === 0) return 'all';
  return refused === active.length ? 'none' : 'some';
};

/** `All 40 services`, `38 of 40 services`. */
export const offerCount = (tree: readonly CategoryView[], staffId: Uuid): string => {
  const services = tree.flatMap((category) => category.services);
  const done = services.filter((view) => offeredBy(view, staffId) !== 'none').length;
  const word = services.length === 1 ? 'service' : 'services';
  if (services.length === 0) return 'No services on the menu yet';
  return done === services.length
    ? `All ${services.length} ${word}`
    : `${done} of ${services.length} ${word}`;
};

/** Whether a price of this kind has an amount that a person can have their own of. */
export const hasAmount = (kind: PriceKind): boolean => kind === 'fixed' || kind === 'from';

/** `Own: 30 min, $70.00`; null when everything is as the service says. */
export const ownTermsText = (
  { variants, overrides }: ServiceView,
  staffId: Uuid,
  { currency, locale }: Pick<BusinessRow, 'currency' | 'locale'>,
): string | null => {
  const own = variants.flatMap(({ id, price_kind }) => {
    const override = overrides.get(overrideKey(id, staffId));
    if (!override?.offered) return [];
    const { duration_min, price_cents } = override;
    const words = [
      duration_min === null ? null : formatDuration(duration_min, { locale }),
      price_cents === null || !hasAmount(price_kind)
        ? null
        : formatMoney(price_cents, currency, locale),
    ].filter((word) => word !== null);
    return words.length > 0 ? [words.join(', ')] : [];
  });
  if (own.length === 0) return null;
  return variants.length === 1
    ? `Own: ${own[0]}`
    : `Own for ${own.length} of ${variants.length} options`;
};
