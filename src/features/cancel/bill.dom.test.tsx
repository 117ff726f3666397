import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BillStatus } from '#remote/public-bills.ts';
import type { AskedStanding } from '#remote/public-payments.ts';
import { BillPage } from './bill-page.tsx';
import { BillScreen } from './bill-screen.tsx';
import { keepPaying, keptPaying } from './paying.ts';

const PAGE = 'https://checkout.stripe.example/c/pay/cs_1';

const billFixture = (
  more: Partial<BillStatus['bill']> = {},
  rest: Partial<BillStatus> = {},
): BillStatus => ({
  business: {
    name: 'Studio Lumen',
    slug: 'studio-lumen',
    locale: 'en-US',
    currency: 'USD',
    time_zone: 'UTC',
    time_format: 'h12',
    receipt_text: 'See you soon!',
    tax_number: null,
  },
  bill: {
    sale: {
      receipt_prefix: '7KQ2M',
      receipt_no: 12,
      occurred_at: '2026-11-24T10:00:00+00:00',
      currency: 'USD',
      discount_cents: 0,
      tip_cents: 0,
      total_cents: 6500,
    },
    paid_by: null,
    lines: [
      {
        name: 'Cut and finish',
        qty: 1,
        unit_price_cents: 6500,
        tax_name: null,
        tax_milli_percent: 0,
        tax_inclusive: true,
        tax_cents: 0,
      },
    ],
    payments: [
      {
        method: 'card',
        label: null,
        state: 'to_collect',
        collects: false,
        amount_cents: 6500,
        tendered_cents: null,
      },
    ],
    refunds: [],
    ...more,
  },
  due: 6500,
  is_test: false,
  ...rest,
});
const paid = (): BillStatus => {
  const open = billFixture();
  return billFixture(
    {
      payments: [
        ...open.bill.payments,
        {
          method: 'deposit',
          label: null,
          state: 'captured',
          collects: true,
          amount_cents: 6500,
          tendered_cents: null,
        },
      ],
    },
    { due: 0 },
  );
};

let standing: AskedStanding;
let status: BillStatus | null;
let refusal: string | null;
let calls: { name: string; args: Record<string, unknown> }[];
let went: string[];

beforeEach(() => {
  sessionStorage.clear();
  standing = { state: 'open', url: PAGE, decline: null };
  [status, refusal, calls, went] = [billFixture(), null, [], []];
  vi.stubGlobal('fetch', (url: string, init: { body: string }) => {
    const name = url.split('/').at(-1) ?? '';
    calls.push({ name, args: JSON.parse(init.body) as Record<string, unknown> });
    const refused = { ok: false, code: refusal ?? 'not_found' };
    return Promise.resolve(
      Response.json(
        name === 'payments'
          ? { ok: true, ...standing }
          : name === 'bill_status'
            ? status
              ? { ok: true, ...status }
              : refused
            : refusal === null
              ? { ok: true }
              : refused,
      ),
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (shown: BillStatus) => {
  render(
    <MemoryRouter>
      <BillPage
        token="tok"
        status={shown}
        refresh={async () => undefined}
        goTo={(url) => went.push(url)}
      />
    </MemoryRouter>,
  );
  return userEvent.setup();
};
const visit = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/book/:proUrl/bill" element={<BillScreen />} />
      </Routes>
    </MemoryRouter>,
  );

describe('a bill', () => {
  test('says what was bought and is paid on the provider’s page', async () => {
    const user = open(billFixture());
    await screen.findByRole('heading', { name: 'Your bill' });
    const receipt = screen.getByRole('region', { name: 'Receipt 7KQ2M-12' });
    expect(receipt.textContent).toContain('Cut and finish$65.00');
    expect(receipt.textContent).not.toContain('to be collected');
    await user.click(screen.getByRole('button', { name: 'Pay $65.00' }));
    await waitFor(() => expect(went).toEqual([PAGE]));
    expect(calls.map(({ name }) => name)).toEqual(['pay_bill', 'payments']);
    expect(keptPaying()).toEqual({ token: 'tok', opId: calls[0]!.args['op_id'] });
  });

  test('that is paid says so, and how', () => {
    open(paid());
    screen.getByRole('heading', { name: 'This is paid' });
    expect(screen.getByText('Paid online')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('that cannot be paid by card any more sends to the business', () => {
    open(billFixture({}, { due: 0 }));
    screen.getByRole('heading', { name: 'Your bill' });
    expect(screen.getByText('$65.00 to be paid at Studio Lumen')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('that was paid elsewhere meanwhile is not paid twice', async () => {
    refusal = 'nothing_due';
    const user = open(billFixture());
    await user.click(screen.getByRole('button', { name: 'Pay $65.00' }));
    await screen.findByText('It is paid already. Load this page again.');
    expect(went).toEqual([]);
  });

  test('is come back to without its link, and is paid', async () => {
    keepPaying({ token: 'tok', opId: 'op' });
    standing = { state: 'checking', url: null, decline: null };
    visit('/book/studio-lumen/bill?back');
    await screen.findByText('You need not pay again.');
    [standing, status] = [{ state: 'paid', url: null, decline: null }, paid()];
    await userEvent.click(screen.getByRole('button', { name: 'Look again' }));
    await screen.findByRole('heading', { name: 'This is paid' });
    expect(keptPaying()).toBeNull();
    expect(calls.find(({ name }) => name === 'bill_status')?.args).toEqual({ token: 'tok' });
  });

  test('behind a link that leads nowhere is none', async () => {
    status = null;
    visit('/book/studio-lumen/bill?token=guessed');
    await screen.findByRole('heading', { name: 'This link does not work any more' });
  });
});
