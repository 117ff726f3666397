import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AskedStanding } from '#remote/public-payments.ts';
import { PayDeposit } from './pay-deposit.tsx';
import { keepPaying, keptPaying } from './paying.ts';
import { statusFixture } from './status-fixture.ts';

const PAGE = 'https://checkout.stripe.example/c/pay/cs_1';

let standing: AskedStanding;
let refusal: string | null;
let calls: { name: string; args: Record<string, unknown> }[];
let went: string[];
let refreshed: number;

beforeEach(() => {
  sessionStorage.clear();
  standing = { state: 'open', url: PAGE, decline: null };
  refusal = null;
  [calls, went, refreshed] = [[], [], 0];
  vi.stubGlobal('fetch', (url: string, init: { body: string }) => {
    const name = url.split('/').at(-1) ?? '';
    calls.push({ name, args: JSON.parse(init.body) as Record<string, unknown> });
    return Promise.resolve(
      Response.json(
        name === 'payments'
          ? { ok: true, ...standing }
          : refusal === null
            ? { ok: true }
            : { ok: false, code: refusal },
      ),
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (cents = 2000, until: string | null = null) => {
  render(
    <PayDeposit
      token="tok"
      cents={cents}
      until={until}
      business={statusFixture().business}
      refresh={async () => {
        refreshed += 1;
      }}
      goTo={(url) => went.push(url)}
    />,
  );
  return userEvent.setup();
};
const pay = () => screen.findByRole('button', { name: 'Pay $20.00' });

describe('a deposit that is asked for', () => {
  test('is begun and paid on the provider’s page, which knows nothing of the link', async () => {
    const user = open();
    await screen.findByText('Studio Lumen asks for a deposit of $20.00');
    await user.click(await pay());
    await waitFor(() => expect(went).toEqual([PAGE]));
    expect(calls.map(({ name }) => name)).toEqual(['pay_deposit', 'payments']);
    expect(calls[0]!.args).toMatchObject({ token: 'tok' });
    expect(keptPaying()).toEqual({ token: 'tok', opId: calls[0]!.args['op_id'] });
  });

  test('is looked at again by who comes back with the browser’s button', async () => {
    const user = open();
    await user.click(await pay());
    await waitFor(() => expect(went).toEqual([PAGE]));
    standing = { state: 'paid', url: null, decline: null };
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(refreshed).toBe(1));
    expect(screen.queryByRole('button', { name: 'Pay $20.00' })).toBeNull();
  });

  test('that was left is gone on with on the same page, and a decline is told', async () => {
    keepPaying({ token: 'tok', opId: 'op' });
    standing = { ...standing, decline: 'insufficient_funds' };
    const user = open();
    const declined = await screen.findByRole('alert');
    expect(declined.textContent).toBe(
      'Your card was declinedNothing was charged. Try again, or use another card.',
    );
    // What it was for is still said.
    expect(screen.getByText('Studio Lumen asks for a deposit of $20.00')).toBeTruthy();
    await user.click(await pay());
    expect(went).toEqual([PAGE]);
    expect(calls.map(({ name }) => name)).toEqual(['payments']);
  });

  test('that was paid is looked up, and the visit read again', async () => {
    keepPaying({ token: 'tok', opId: 'op' });
    standing = { state: 'paid', url: null, decline: null };
    open();
    await waitFor(() => expect(refreshed).toBe(1));
    expect(keptPaying()).toBeNull();
  });

  test('whose bank takes its time is not paid twice', async () => {
    keepPaying({ token: 'tok', opId: 'op' });
    standing = { state: 'checking', url: null, decline: null };
    const user = open();
    await screen.findByText('Your bank is being asked');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    standing = { state: 'over', url: null, decline: null };
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    await pay();
  });

  test('of another visit in this tab is left alone', async () => {
    keepPaying({ token: 'other', opId: 'op' });
    open();
    await pay();
    expect(calls).toEqual([]);
  });

  test('that is not asked for any more says so', async () => {
    refusal = 'nothing_due';
    const user = open();
    await user.click(await pay());
    await screen.findByText('Nothing has to be paid before this appointment.');
    expect(went).toEqual([]);
  });

  test('says until when the time is kept, and when that is over', async () => {
    refusal = 'too_late';
    const user = open(2000, '2026-12-01T17:00:00+00:00');
    await screen.findByText(/kept for you until .*12:00\sPM; unpaid, it is given to somebody else/);
    await user.click(await pay());
    await screen.findByText(/^The time was kept for you until now\. Ask Studio Lumen/);
    expect(went).toEqual([]);
  });

  test('may be a card alone, and nothing is charged', async () => {
    const user = open(0);
    await screen.findByText('Studio Lumen asks you to leave a card');
    await user.click(await screen.findByRole('button', { name: 'Enter your card' }));
    await waitFor(() => expect(went).toEqual([PAGE]));
    expect(calls[0]).toMatchObject({ name: 'pay_deposit', args: { token: 'tok' } });
  });
});
