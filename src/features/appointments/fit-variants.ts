/** Of services with an option for new and one for returning clients, the one for whoever comes. */
import type { StaffRow, Uuid } from '#domain/rows.ts';
import { variantFor, type ClientKind } from '#domain/services/for-client.ts';
import { withVariant, type DraftLine, type Offered } from './draft.ts';

type Team = readonly Pick<StaffRow, 'id' | 'status' | 'bookable'>[];

/** The lines with the options that are for this client, but for those somebody insisted on. */
export const fitVariants = (
  lines: readonly DraftLine[],
  kind: ClientKind | null,
  offered: ReadonlyMap<Uuid, Offered>,
  staff: Team,
): DraftLine[] =>
  lines.map((line) => {
    const found = offered.get(line.variantId ?? '');
    if (!found || kind === null || line.isAsPicked) return line;
    const fitting = variantFor(found.variant, found.view.variants, kind);
    const next = fitting === found.variant ? undefined : offered.get(fitting.id);
    return next
      ? {
          ...withVariant(line, next, staff, null),
          addOnIds: line.addOnIds,
          pickedId: line.variantId,
          ...(line.isSecond ? { priceCents: 0 } : {}),
        }
      : line;
  });
