import { screen } from '@testing-library/react';
import type { DaybookDb } from '#db/open.ts';
import { fail } from '#domain/errors/result.ts';
import { CheckoutScreen } from '#features/checkout/checkout-screen.tsx';
import { renderScreen } from './screen.tsx';

/** What the server says of gift cards without a connection. */
const NO_SERVER = { lease: () => Promise.resolve(fail('offline')) };

const Picker = ({ onChange }: { onChange: (id: string | null) => void }) => (
  <button type="button" onClick={() => onChange('bob')}>
    Choose Bob
  </button>
);

/** The checkout over the counter, or of a visit, with one client to choose; waits until it is there. */
export const showCheckout = async (
  db: DaybookDb,
  at = '/checkout',
  path = at.startsWith('/checkout/') ? '/checkout/:appointmentId' : '/checkout',
): Promise<void> => {
  renderScreen(db, {
    path,
    at,
    screen: <CheckoutScreen clientPicker={Picker} giftServer={NO_SERVER} />,
  });
  await screen.findByRole('heading', { name: /^Checkout/ });
};
