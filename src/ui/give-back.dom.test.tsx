import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OnlinePayment, OnlineRefunds } from '#domain/checkout/online-refunds.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Instant } from '#domain/rows.ts';
import { SAMPLE_BUSINESS } from '#domain/sample-rows.ts';
import { press } from '#tests/setup/salon-screen.tsx';
import { toasts } from '#tests/setup/screen.tsx';
import { GiveBack } from './give-back.tsx';
import { toastStore } from './toast.ts';

const DUE: Instant = '2026-11-23T10:10:00.000Z';

let payment: OnlinePayment;
let answer: Result<{ due_at: Instant }>;
let asked: { cents: number; reason: string; opId: string }[];
let ids = 0;

beforeEach(() => {
  toastStore.set(() => ({ toasts: [], kept: [] }));
  payment = {
    id: 'payment',
    amount: 1500,
    returned: 0,
    left: 1500,
    asked: null,
    card: { brand: 'visa', last4: '4242' },
  };
  answer = ok({ due_at: DUE });
  asked = [];
});
afterEach(() => {
  vi.restoreAllMocks();
});

const server: OnlineRefunds = {
  look: async () => ok({ payments: [payment] }),
  ask: async (_payment, cents, reason, opId) => {
    asked.push({ cents, reason, opId });
    if (answer.ok) {
      payment = {
        ...payment,
        left: 0,
        asked: { amount: cents, due_at: DUE, may_take_back: true },
      };
    }
    return answer;
  },
  takeBack: async () => {
    payment = { ...payment, left: 1500, asked: null };
    return ok(null);
  },
};
const refunds = async () => server;
const newId = () => `op-${(ids += 1)}`;

const open = () =>
  render(
    <GiveBack
      paidFor={{ appointment_id: 'visit' }}
      business={SAMPLE_BUSINESS}
      refunds={refunds}
      newId={newId}
      words={({ code }) => code}
    />,
  );

describe('what was paid online', () => {
  it('goes back in part, with a reason, and is taken back', async () => {
    open();
    await press('Give back to the card…');
    await screen.findByText(/^Up to \$15\.00 goes back to the card ending in 4242/);
    await userEvent.clear(screen.getByLabelText('Amount'));
    await userEvent.type(screen.getByLabelText('Amount'), '5.00');
    await press('Give back');
    await screen.findByText('Say why.');
    expect(asked).toEqual([]);
    await userEvent.type(screen.getByLabelText('Reason'), 'Shorter');
    await press('Give back');
    await screen.findByText(/^\$5\.00 goes back to the card ending in 4242 at /);
    expect(asked).toMatchObject([{ cents: 500, reason: 'Shorter' }]);
    await waitFor(() => expect(toasts()).toEqual(['Refund noted']));
    await press('Take back');
    await screen.findByRole('button', { name: 'Give back to the card…' });
  });

  it('is asked for once, however often its answer is lost', async () => {
    answer = fail('timeout');
    open();
    await press('Give back to the card…');
    await userEvent.type(screen.getByLabelText('Reason'), 'Shorter');
    await press('Give back');
    await waitFor(() => expect(toasts()).toEqual(['timeout']));
    answer = ok({ due_at: DUE });
    await press('Give back');
    await screen.findByText(/^\$15\.00 goes back/);
    expect(new Set(asked.map(({ opId }) => opId)).size).toBe(1);
  });

  it('cannot be more than there is', async () => {
    open();
    await press('Give back to the card…');
    await userEvent.clear(screen.getByLabelText('Amount'));
    await userEvent.type(screen.getByLabelText('Amount'), '15.01');
    await press('Give back');
    await screen.findByText('Enter an amount up to $15.00.');
    expect(asked).toEqual([]);
  });

  it('needs a connection', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    open();
    await screen.findByText('Giving back to the card needs a connection.');
    expect(screen.queryByRole('button', { name: 'Give back to the card…' })).toBeNull();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await screen.findByRole('button', { name: 'Give back to the card…' });
  });

  it('keeps what was typed while there is no connection', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    open();
    await press('Give back to the card…');
    await userEvent.type(screen.getByLabelText('Reason'), 'Shorter');
    online.mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await screen.findByText('Giving back to the card needs a connection.');
    expect(screen.queryByRole('button', { name: 'Give back' })).toBeNull();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    const again = await screen.findByRole('textbox', { name: 'Reason' });
    expect(again).toHaveProperty('value', 'Shorter');
  });
});
