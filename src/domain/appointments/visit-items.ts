import type { Instant, Uuid } from '#domain/rows.ts';

type Part = { variant_id: Uuid | null; starts_at?: Instant; service_name?: string };

/** What the frozen name of a segment ends with when it is one more person, at no price of their own. */
export const SECOND = ' – second person';

/** Whether a frozen name is that of one more person: it is no service of its own. */
export const isSecondName = (name: string): boolean => name.endsWith(SECOND);

/**
 * Whether a segment is one more person for the service of the one before it. The same service twice at
 * once, for two who come together, is two of it: the name tells.
 */
export const helpsWith = (before: Part | undefined, segment: Part): boolean =>
  before?.starts_at !== undefined &&
  before.starts_at === segment.starts_at &&
  before.variant_id !== null &&
  before.variant_id === segment.variant_id &&
  isSecondName(segment.service_name ?? '');

/**
 * The services of a visit in its order, each with everybody who does it at the same time, the first one
 * at the head. `private.visit_items` is the same rule.
 */
export const visitItems = <S extends Part>(segments: readonly S[]): [S, ...S[]][] => {
  const items: [S, ...S[]][] = [];
  segments.forEach((segment, index) => {
    if (helpsWith(segments[index - 1], segment)) items.at(-1)?.push(segment);
    else items.push([segment]);
  });
  return items;
};
