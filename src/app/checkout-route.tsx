import { Suspense } from 'react';
import { CheckoutScreen } from '#features/checkout/checkout-screen.tsx';
import type { Uuid } from '#domain/rows.ts';
import { giftCardServer } from '#remote/gift-cards.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const ClientField = lazyPart(
  async () => (await import('#features/appointments/client-field.tsx')).ClientField,
);

/** The checkout with what belongs to others: whom it is for, and what the server says of gift cards. */
export function CheckoutRoute() {
  return <CheckoutScreen clientPicker={Picker} giftServer={giftCardServer} />;
}

function Picker({
  clientId,
  onChange,
}: {
  clientId: Uuid | null;
  onChange: (clientId: Uuid | null) => void;
}) {
  return (
    <Suspense>
      <ClientField
        value={{ clientId, isWalkIn: false }}
        error={undefined}
        withWalkIn={false}
        // A scanner types its barcodes where the focus is.
        takesFocus={false}
        onChange={(whom) => onChange(whom.clientId)}
      />
    </Suspense>
  );
}
