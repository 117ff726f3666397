import { Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { WaitlistView } from '#db/queries/waitlist.ts';
import type { BusinessRow, Instant, StaffRow, WaitlistOffer } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { openOffer, standingOf } from '#domain/waitlist/offers.ts';
import { Button } from '#ui/button.tsx';
import type { Icon } from '#ui/icon.ts';
import { offerWords } from './waitlist-words.ts';

/** What somebody was offered: the one that waits for its answer, and what became of the others. */
export function OffersPart({
  view: { entry, name },
  staff,
  business,
  now,
  onTakeBack,
}: {
  view: WaitlistView;
  staff: ReadonlyMap<string, StaffRow>;
  business: BusinessRow;
  now: Instant;
  /** undefined where it cannot be done. */
  onTakeBack: ((offer: WaitlistOffer) => Promise<void>) | undefined;
}) {
  const { offers = [] } = entry;
  if (offers.length === 0) return null;
  const formats = businessFormats(business);
  const open = openOffer(entry, now);
  const heading = `offers-${entry.id}`;
  return (
    <div className="grid gap-1.5">
      <p id={heading} className="text-sm font-medium">
        Offers
      </p>
      <ul aria-labelledby={heading} className="grid gap-1 text-sm">
        {offers.map((offer) => {
          const who = [...new Set(offer.staff_ids)].flatMap(
            (id) => staff.get(id)?.display_name ?? [],
          );
          return (
            <li key={offer.id}>
              <span className="font-medium tabular-nums">{formats.dateTime(offer.starts_at)}</span>
              {who.length > 0 && <span className="text-muted"> with {who.join(' and ')}</span>}
              {`: ${offerWords(offer, standingOf(offer, now), now, formats)}`}
            </li>
          );
        })}
      </ul>
      {open && onTakeBack && (
        <ServerButton
          icon={Undo2}
          label={`Take back what ${name} was offered`}
          onPress={() => onTakeBack(open)}
        >
          Take back
        </ServerButton>
      )}
    </div>
  );
}

/** Sends a free time to whoever waits for one. */
export function OfferButton({ label, onPress }: { label: string; onPress: () => Promise<void> }) {
  return (
    <ServerButton icon={Send} label={label} onPress={onPress}>
      Offer
    </ServerButton>
  );
}

/** Busy until the server has answered. */
function ServerButton({
  icon,
  label,
  onPress,
  children,
}: {
  icon: Icon;
  label: string;
  onPress: () => Promise<void>;
  children: string;
}) {
  const [isBusy, setBusy] = useState(false);
  const press = async (): Promise<void> => {
    setBusy(true);
    await onPress();
    setBusy(false);
  };
  return (
    <Button
      size="sm"
      icon={icon}
      busy={isBusy}
      aria-label={label}
      className="justify-self-start"
      onClick={() => void press()}
    >
      {children}
    </Button>
  );
}
