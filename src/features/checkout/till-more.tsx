import { CirclePause, Users } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import {
  PARKED_NAME_MAX,
  parkCart,
  parkedCarts,
  restoreParked,
  takeParked,
} from '#db/commands/parked-carts.ts';
import { clientNames } from '#db/queries/client-names.ts';
import { groupToCheckOut } from '#db/queries/group-bill.ts';
import { settledVisits } from '#db/queries/settled-visits.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { CartDraft } from '#domain/checkout/draft.ts';
import { tipOfferOf } from '#domain/checkout/tip-offer.ts';
import { ok } from '#domain/errors/result.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/fields.tsx';
import { tellFailure, tellOutcome } from '#ui/outcome.ts';
import { showToast } from '#ui/toast.ts';
import { withVisits } from './add-visits.ts';
import { AnotherVisit } from './another-visit.tsx';
import { countDraft } from './cart-draft.ts';

type Props = {
  cart: CartDraft;
  business: BusinessRow;
  /** The visit that is checked out; null = a sale over the counter. */
  visitId: Uuid | null;
  onChange: (part: Partial<CartDraft>) => void;
  /** The cart was set aside. */
  onParked: () => void;
};

/** What few sales need: one bill for several clients, and sales that are set aside. */
export function TillMore(props: Props) {
  return (
    <>
      {props.visitId && <GroupBill {...props} visitId={props.visitId} />}
      {props.visitId && <AnotherVisit {...props} visitId={props.visitId} />}
      <ParkedCarts {...props} />
    </>
  );
}

/** The other visits of the group, to be paid together. */
function GroupBill({ cart, business, visitId, onChange }: Props & { visitId: Uuid }) {
  const visits = useQuery((db) => groupToCheckOut(db, visitId), [visitId]);
  const inCart = new Set(cart.lines.map(({ appointment_id }) => appointment_id));
  const others = (visits ?? []).filter(({ appointment }) => !inCart.has(appointment.id));
  if (others.length === 0) return null;
  const add = (added: typeof others): void => onChange(withVisits(cart, added));
  return (
    <Card title="Same group">
      <p className="mb-3 text-sm text-muted">
        Pay for others on this bill, or check each out alone.
      </p>
      <div className="flex flex-wrap gap-2">
        {others.map((visit) => {
          const cents = visit.lines.reduce((sum, line) => sum + line.unit_price_cents, 0);
          const name = visit.clientName ?? 'Walk-in';
          return (
            <Button key={visit.appointment.id} onClick={() => add([visit])}>
              Add {name} · {formatMoney(cents, business.currency, business.locale)}
            </Button>
          );
        })}
        {others.length > 1 && (
          <Button icon={Users} onClick={() => add(others)}>
            Add all {others.length}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** Sets this sale aside under a name, and goes on with others. They stay on this device. */
function ParkedCarts({ cart, business, visitId, onChange, onParked }: Props) {
  const navigate = useNavigate();
  const db = useDb();
  const parked = useQuery(parkedCarts, []) ?? [];
  const clientIds = cart.clientId ? [cart.clientId] : [];
  const names = useQuery((local) => clientNames(local, clientIds), [cart.clientId]);
  const [typed, setTyped] = useState<string | null>(null);
  const [isNaming, setNaming] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { time, dateTime } = businessFormats(business);
  const usual = names?.get(cart.clientId ?? '') ?? `Sale at ${time(db.now())}`;
  const name = typed ?? usual;
  const hasLines = cart.lines.length > 0;
  const park = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const made = await parkCart(db, name.trim() || usual, cart);
    setBusy(false);
    if (!made.ok) return tellFailure(made.error, messageFor);
    setNaming(false);
    setTyped(null);
    showToast({ type: 'success', title: 'Set aside on this device' });
    onParked();
    // Where it can be gone on with.
    if (visitId !== null) void navigate(pathTo('checkout'));
  };
  const open = async (id: Uuid): Promise<void> => {
    const taken = await takeParked(db, id);
    if (!taken) return;
    onChange(taken.cart);
    const visitIds = taken.cart.lines.flatMap(({ kind, appointment_id }) =>
      kind === 'fee' ? [] : (appointment_id ?? []),
    );
    if ((await settledVisits(db, visitIds)).size > 0) {
      showToast({
        type: 'warning',
        title: 'A visit in this sale was checked out meanwhile',
        description: 'Take it out before you take money for anything else.',
      });
    }
  };
  const remove = async (id: Uuid): Promise<void> => {
    const taken = await takeParked(db, id);
    if (!taken) return;
    const undo = async () => {
      await restoreParked(db, taken);
      return ok(id);
    };
    tellOutcome(ok({ id, undo }), `${taken.name} removed`, messageFor);
  };
  if (!hasLines && parked.length === 0) return null;
  return (
    <Card title="Set aside">
      <div className="grid gap-4">
        {hasLines && !isNaming && (
          <Button icon={CirclePause} onClick={() => setNaming(true)}>
            Set this sale aside…
          </Button>
        )}
        {hasLines && isNaming && (
          <form
            className="grid gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              void park();
            }}
          >
            <TextField
              label="Name of this sale"
              value={name}
              maxLength={PARKED_NAME_MAX}
              autoComplete="off"
              autoFocus
              onChange={setTyped}
            />
            <div className="flex flex-wrap gap-2">
              <Button type="submit" variant="primary" busy={isBusy}>
                Set aside
              </Button>
              <Button variant="quiet" onClick={() => setNaming(false)}>
                Not now
              </Button>
            </div>
          </form>
        )}
        {visitId === null && parked.length > 0 && (
          <ul aria-label="Sales set aside" className="grid gap-2">
            {parked.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 flex-1">
                  <span className="block font-medium break-words">{one.name}</span>
                  <span className="block text-sm text-muted">
                    {formatMoney(
                      countDraft(one.cart, tipOfferOf(business).base).totalCents,
                      business.currency,
                      business.locale,
                    )}{' '}
                    · {dateTime(one.at)}
                  </span>
                </span>
                <Button
                  size="sm"
                  aria-label={`Go on with ${one.name}`}
                  disabled={hasLines}
                  onClick={() => void open(one.id)}
                >
                  Go on
                </Button>
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={`Remove ${one.name}`}
                  onClick={() => void remove(one.id)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
        {visitId === null && parked.length > 0 && hasLines && (
          <p className="text-sm text-muted">
            Complete this sale or set it aside before you go on with another one.
          </p>
        )}
      </div>
    </Card>
  );
}
