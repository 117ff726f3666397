import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { visitToCheckOut, visitsToCheckOut } from '#db/queries/checkout.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { CartDraft } from '#domain/checkout/draft.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { withVisits } from './add-visits.ts';

/** Whoever is paid for at the same counter was there lately. */
const LATELY_MS = 12 * 3_600_000;

/** Somebody pays for somebody else who came by themselves: a friend, a child, a neighbour. */
export function AnotherVisit({
  cart,
  business,
  visitId,
  onChange,
}: {
  cart: CartDraft;
  business: BusinessRow;
  /** The visit that is checked out; those of its group have their own card. */
  visitId: Uuid;
  onChange: (part: Partial<CartDraft>) => void;
}) {
  const db = useDb();
  const [isOpen, setOpen] = useState(false);
  const open = useQuery(
    async (local) => ({
      visits: await visitsToCheckOut(local, toInstant(local.nowMs() - LATELY_MS)),
      groupId: (await local.rows('appointments').get(visitId))?.group_id,
    }),
    [visitId],
  );
  const inCart = new Set(cart.lines.map(({ appointment_id }) => appointment_id));
  const others = (open?.visits ?? []).filter(
    ({ appointment: { id, group_id } }) =>
      id !== visitId && !inCart.has(id) && (!group_id || group_id !== open?.groupId),
  );
  if (others.length === 0) return null;
  const add = async (id: Uuid): Promise<void> => {
    const visit = await visitToCheckOut(db, id);
    // Checked out a moment ago: it leaves the list by itself.
    if (!visit || visit.settledBy) return;
    onChange(withVisits(cart, [visit]));
    setOpen(false);
  };
  if (!isOpen) {
    return (
      <Button icon={UserPlus} className="justify-self-start" onClick={() => setOpen(true)}>
        Add another visit…
      </Button>
    );
  }
  return (
    <Card title="Another visit">
      <p className="mb-3 text-sm text-muted">Paid on this bill, by whoever pays it.</p>
      <div className="flex flex-wrap gap-2">
        {others.map(({ appointment, clientName, cents }) => (
          <Button key={appointment.id} onClick={() => void add(appointment.id)}>
            Add {clientName ?? 'Walk-in'} · {formatMoney(cents, business.currency, business.locale)}
          </Button>
        ))}
      </div>
    </Card>
  );
}
