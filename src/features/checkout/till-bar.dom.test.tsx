// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { must } from '#domain/errors/assert.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { showCheckout } from '#tests/setup/checkout.tsx';

/** Nothing is laid out here: says of the part that is watched whether it is in the window. */
let tell: ((isIn: boolean) => void) | null;

let db: DaybookDb;
beforeEach(async () => {
  tell = null;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(listener: (seen: { isIntersecting: boolean }[]) => void) {
        tell = (isIntersecting) => act(() => listener([{ isIntersecting }]));
      }
      observe(): void {}
      disconnect(): void {
        tell = null;
      }
    },
  );
  db = await openSalon();
});
afterEach(() => vi.unstubAllGlobals());

const paymentIsSeen = async (isIn: boolean): Promise<void> => {
  await waitFor(() => expect(tell).not.toBeNull());
  must(tell, 'somebody who watches')(isIn);
};
const way = () => screen.queryByRole('button', { name: 'Take payment' });

test('while the payment is out of sight the total stays, with the way there', async () => {
  await showCheckout(db, '/checkout/visit');
  const payment = await screen.findByRole('region', { name: 'Payment' });
  // Nothing flashes up before somebody has looked.
  expect(way()).toBeNull();
  await paymentIsSeen(false);
  const bar = must(way()?.parentElement, 'a bar');
  expect(bar.textContent).toContain('Total · 1 item$65.00');
  const shown = vi.spyOn(payment, 'scrollIntoView');
  await userEvent.click(must(way(), 'a way'));
  expect(shown).toHaveBeenCalled();
  expect(document.activeElement).toBe(payment);
  await paymentIsSeen(true);
  expect(way()).toBeNull();
});

test('it counts pieces, and says what is still due when a part is paid', async () => {
  await showCheckout(db, '/checkout/visit');
  const payment = within(await screen.findByRole('region', { name: 'Payment' }));
  await userEvent.selectOptions(await screen.findByLabelText('Add a service'), 'cut-variant');
  await paymentIsSeen(false);
  expect(way()?.parentElement?.textContent).toContain('Total · 2 items$130.00');
  const amount = payment.getByLabelText('Amount');
  await userEvent.clear(amount);
  await userEvent.type(amount, '30');
  await userEvent.click(await payment.findByRole('button', { name: 'Add payment of $30.00' }));
  expect(way()?.parentElement?.textContent).toContain('Still due · 2 items$100.00');
});

test('nothing rung up is nothing to pay', async () => {
  await showCheckout(db);
  await screen.findByRole('button', { name: 'Add another item' });
  expect(tell).toBeNull();
});
