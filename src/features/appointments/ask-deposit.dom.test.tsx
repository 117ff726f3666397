// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { press } from '#tests/setup/salon-screen.tsx';
import { renderScreen, toasts } from '#tests/setup/screen.tsx';
import { toastStore } from '#ui/toast.ts';
import { AskDeposit } from './ask-deposit.tsx';

/** A week from now and an hour. */
const STARTS = '2026-12-01T16:30:00.000Z';

let db: DaybookDb;
let business: BusinessRow;
let answer: Result<{ token: string; amount: number; mailed: boolean }>;
let asked: { cents: number; opId: string; until: string | null }[];

beforeEach(async () => {
  db = await openSalon();
  business = (await db.rows('businesses').get(db.businessId))!;
  answer = ok({ token: 'tok', amount: 2000, mailed: false });
  asked = [];
  toastStore.set(() => ({ toasts: [], kept: [] }));
  db.askDeposit = async (_visit, cents, opId, until) => {
    asked.push({ cents, opId, until });
    return answer;
  };
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const open = async (typed: string, before: () => Promise<void> = async () => undefined) => {
  renderScreen(db, {
    path: '/calendar',
    screen: <AskDeposit appointmentId="visit" startsAt={STARTS} business={business} />,
  });
  await press('Ask for a deposit…');
  await userEvent.type(screen.getByLabelText('Deposit for this visit'), typed);
  await before();
  await press('Make the link');
};

describe('a deposit is asked for', () => {
  it('with a link to pass on', async () => {
    await open('20.00');
    await screen.findByText(/pay \$20\.00 by card\.$/);
    expect(asked.map(({ cents }) => cents)).toEqual([2000]);
    const link = `${location.origin}/cancel-appointment?token=tok`;
    await screen.findByText(link);
    await press('Copy the link');
    await waitFor(() => expect(toasts()).toEqual(['Link copied']));
    expect(await navigator.clipboard.readText()).toBe(link);
  });

  it('by mail where there is an address, and says so', async () => {
    answer = ok({ token: 'tok', amount: 2000, mailed: true });
    await open('20.00');
    await screen.findByText(/^Your client gets this link by mail\. .* pay \$20\.00 by card\.$/);
  });

  it('once, however often its answer is lost', async () => {
    answer = fail('timeout');
    await open('20.00');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    answer = ok({ token: 'tok', amount: 2000, mailed: false });
    await press('Make the link');
    await screen.findByText(/pay \$20\.00 by card\.$/);
    expect(new Set(asked.map(({ opId }) => opId)).size).toBe(1);
  });

  it('with a last moment, after which the visit is cancelled', async () => {
    await open('20.00', async () => {
      const field = screen.getByLabelText('Keep the time');
      const options = [...field.querySelectorAll('option')];
      // Dates are written with spaces of several kinds.
      expect(options.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
        'As long as it takes',
        'Until Tue, Nov 24, 11:30 AM',
        'Until Tue, Nov 24, 1:30 PM',
        'Until Wed, Nov 25, 10:30 AM',
        'Until Thu, Nov 26, 10:30 AM',
        'Until Tue, Dec 1, 10:30 AM',
      ]);
      await userEvent.selectOptions(field, options[3]!);
    });
    await screen.findByText(/^Unpaid by Wed, Nov 25, 10:30\sAM, the visit is cancelled/);
    expect(asked).toMatchObject([{ cents: 2000, until: '2026-11-25T15:30:00+00:00' }]);
  });

  it('of no less than cards can be charged for', async () => {
    await open('0.20');
    await screen.findByText('Enter at least $0.50.');
    expect(asked).toEqual([]);
  });

  it('of nobody where no server is spoken with', async () => {
    db.askDeposit = null;
    renderScreen(db, {
      path: '/calendar',
      screen: (
        <>
          <AskDeposit appointmentId="visit" startsAt={STARTS} business={business} />
          <p>The rest</p>
        </>
      ),
    });
    await screen.findByText('The rest');
    expect(screen.queryByRole('button', { name: 'Ask for a deposit…' })).toBeNull();
  });
});
