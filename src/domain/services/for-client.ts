import type { ServiceVariantRow } from '#domain/rows.ts';

/** Whether somebody comes for the first time, as variants tell them apart. */
export type ClientKind = 'new' | 'returning';

type Variant = Pick<ServiceVariantRow, 'for_client'>;

/**
 * The variant of a service that is meant for a client: the chosen one, if it is; else the first of its
 * siblings, in the order of the menu, that is for just these clients, else the first that is for all.
 * Without any the chosen one stays. `private.check_variants` refuses what this would change.
 */
export const variantFor = <V extends Variant>(
  chosen: V,
  siblings: readonly V[],
  kind: ClientKind,
): V => {
  if (chosen.for_client === 'any' || chosen.for_client === kind) return chosen;
  return (
    siblings.find(({ for_client }) => for_client === kind) ??
    siblings.find(({ for_client }) => for_client === 'any') ??
    chosen
  );
};
