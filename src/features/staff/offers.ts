import { overrideKey } from '#db/queries/services.ts';
import type { CategoryView, ServiceView } from '#db/queries/services.ts';
import type { Uuid } from '#domain/rows.ts';

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
