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

let db: DaybookDb;
let business: BusinessRow;
let answer: Result<{ token: string; amount: number }>;
let asked: { cents: number; opId: string }[];

beforeEach(async () => {
  db = await openSalon();
  business = (await db.rows('businesses').get(db.businessId))!;
  answer = ok({ token: 'tok', amount: 2000 });
  asked = [];
  toastStore.set(() => ({ toasts: [], kept: [] }));
  db.askDeposit = async (_visit, cents, opId) => {
    asked.push({ cents, opId });
    return answer;
  };
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const open = async (typed: string) => {
  renderScreen(db, {
    path: '/calendar',
    screen: <AskDeposit appointmentId="visit" business={business} />,
  });
  await press('Ask for a deposit…');
  await userEvent.type(screen.getByLabelText('Deposit for this visit'), typed);
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

  it('once, however often its answer is lost', async () => {
    answer = fail('timeout');
    await open('20.00');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    answer = ok({ token: 'tok', amount: 2000 });
    await press('Make the link');
    await screen.findByText(/pay \$20\.00 by card\.$/);
    expect(new Set(asked.map(({ opId }) => opId)).size).toBe(1);
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
          <AskDeposit appointmentId="visit" business={business} />
          <p>The rest</p>
        </>
      ),
    });
    await screen.findByText('The rest');
    expect(screen.queryByRole('button', { name: 'Ask for a deposit…' })).toBeNull();
  });
});
