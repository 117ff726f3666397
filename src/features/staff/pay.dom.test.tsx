// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setCommission } from '#db/commands/pay.ts';
import type { DaybookDb } from '#db/open.ts';
import { valueOf } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import { openSalon, put } from '#tests/fixtures/salon.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { PayScreen } from './pay-screen.tsx';

let db: DaybookDb;
let saved: Blob[];
beforeEach(async () => {
  sessionStorage.clear();
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  db = await openSalon();
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

/** A cut of 60.00 by Mia in October, with a tip of 5.00. */
const sell = async (id: string) => {
  const common = { sale_id: id, occurred_at: '2026-10-05T17:00:00+00:00' };
  await put(db, 'sales', { id, ...common, client_id: null, tip_cents: 500, total_cents: 6500 });
  await put(db, 'sale_lines', {
    id: `${id}-line`,
    ...common,
    position: 0,
    kind: 'service',
    staff_id: 'mia',
    name: 'Cut',
    variant_id: null,
    qty: 1,
    tax_cents: 0,
    total_cents: 6000,
  });
  await put(db, 'tips', { id: `${id}-tip`, ...common, staff_id: 'mia', amount_cents: 500 });
  await put(db, 'payments', {
    id: `${id}-payment`,
    ...common,
    method: 'cash',
    state: 'captured',
    collects: false,
    amount_cents: 6500,
  });
};
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

test('a month is looked through, corrected by hand, closed and kept as it was', async () => {
  valueOf(await setCommission(db, 'mia', { service_bp: 4000, product_bp: 0 }));
  await sell('one');
  renderScreen(db, { path: '/staff/pay', screen: <PayScreen own="What I am paid" /> });
  const mia = await screen.findByRole('button', { name: /^Mia/ });
  expect(mia.textContent).toBe('MiaServices $24.00 · Tips $5.00$29.00');
  await userEvent.click(mia);
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.type(await sheet.findByLabelText(/^Put on top/), '10');
  await userEvent.type(sheet.getByLabelText(/^Why/), 'Bonus');
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText(/Extra \$10\.00/)).toBeTruthy();
  await press('CSV');
  expect(await must(saved[0], 'a file').text()).toContain(
    'Mia,60.00,40,,0.00,,24.00,0.00,0,0.00,5.00,10.00,0.00,Bonus,39.00,USD',
  );
  await press('Close this run');
  await press('Close run');
  await waitFor(async () => expect(await db.rows('pay_runs').count()).toBe(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const closed = await screen.findByRole('region', { name: 'Closed runs' });
  expect(screen.queryByRole('button', { name: 'Close this run' })).toBeNull();

  await sell('two');
  await userEvent.click(await within(closed).findByRole('button', { name: /2026/ }));
  const run = within(await screen.findByRole('dialog'));
  expect(await run.findByText(/Mia \+\$29\.00/)).toBeTruthy();
  expect(run.getByText('$39.00')).toBeTruthy();

  await userEvent.type(run.getByLabelText(/^How/), 'Bank transfer');
  await userEvent.click(run.getByRole('button', { name: 'Mark as paid' }));
  expect(await run.findByText('Paid on November 24, 2026: Bank transfer')).toBeTruthy();
  expect(await db.rows('pay_runs').toArray()).toMatchObject([
    { paid_on: '2026-11-24', paid_note: 'Bank transfer' },
  ]);
  await userEvent.click(run.getByRole('button', { name: /^Mia/ }));
  const paper = await run.findByRole('region', { name: 'Statement for Mia' });
  expect(document.activeElement).toBe(paper);
  const statement = within(paper);
  expect(statement.getByText('Services: 40 % of $60.00')).toBeTruthy();
  expect(statement.getByText('Paid on November 24, 2026: Bank transfer')).toBeTruthy();
  expect(run.getByRole('button', { name: 'Print' })).toBeTruthy();
  await userEvent.click(run.getByRole('button', { name: 'Not paid after all' }));
  expect(await run.findByRole('button', { name: 'Mark as paid' })).toBeTruthy();
});

test('what services bring above a step earns another percentage, also on paper', async () => {
  await sell('one');
  renderScreen(db, { path: '/staff/pay', screen: <PayScreen own="What I am paid" /> });
  await press(/^Mia/);
  const sheet = within(await screen.findByRole('dialog'));
  const type = async (label: RegExp, text: string): Promise<void> => {
    const field = await sheet.findByLabelText(label);
    await userEvent.clear(field);
    await userEvent.type(field, text);
  };
  await type(/^Of services/, '40');
  for (const _ of [1, 2]) await userEvent.click(sheet.getByRole('button', { name: 'Add a step' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Remove step 2' }));
  // A step of nothing is none.
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  const above = await sheet.findByLabelText(/^Services above/);
  await waitFor(() => expect(above.getAttribute('aria-invalid')).toBe('true'));
  await type(/^Services above/, '50');
  await type(/^Earn/, '45.5');
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Services $24.55 · Tips $5.00')).toBeTruthy();
  await press('CSV');
  expect(await must(saved[0], 'a file').text()).toContain(
    'Mia,60.00,"40; 45.5 above 50.00",,0.00,,24.55,',
  );
  await press('Close this run');
  await press('Close run');
  const closed = await screen.findByRole('region', { name: 'Closed runs' });
  await userEvent.click(await within(closed).findByRole('button', { name: /2026/ }));
  const closedRun = within(await screen.findByRole('dialog', { name: /2026/ }));
  await userEvent.click(await closedRun.findByRole('button', { name: /^Mia/ }));
  const statement = within(await closedRun.findByRole('region', { name: 'Statement for Mia' }));
  expect(
    statement.getByText('Services: 40 %, above $50.00 45.5 %, of $60.00').nextSibling?.textContent,
  ).toBe('$24.55');
});

test('a service earns another rate and so much each time, one without commission nothing, and the others so much', async () => {
  const services = await db.rows('services').toArray();
  const [cut, other] = services;
  const variant = must(
    await db
      .rows('service_variants')
      .filter(({ service_id }) => service_id === cut!.id)
      .first(),
    'an option',
  );
  await sell('one');
  await db.rows('sale_lines').update('one-line', { variant_id: variant.id });
  await sell('two');
  renderScreen(db, { path: '/staff/pay', screen: <PayScreen own="What I am paid" /> });
  await press(/^Mia/);
  const sheet = within(await screen.findByRole('dialog'));
  const type = async (label: RegExp, text: string): Promise<void> => {
    const field = await sheet.findByLabelText(label);
    await userEvent.clear(field);
    await userEvent.type(field, text);
  };
  await type(/^Of services/, '40');
  await type(/^For each service/, '1.50');
  const add = () =>
    userEvent.click(sheet.getByRole('button', { name: 'Add a rate for a service' }));
  await add();
  // Nobody is asked twice about one service.
  await userEvent.selectOptions(sheet.getByLabelText('Service'), cut!.name);
  expect(sheet.getByText('No commission.')).toBeTruthy();
  await type(/^Of its price/, '10');
  await type(/^Each time/, '5');
  expect(other).toBeTruthy();
  await add();
  const chosen = sheet.getAllByLabelText<HTMLSelectElement>('Service');
  expect([...chosen[1]!.options].map(({ value }) => value)).not.toContain(cut!.id);
  await userEvent.click(sheet.getAllByRole('button', { name: /^Remove the rate of/ })[1]!);
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // 40 % of 60.00 and 1.50; 10 % of 60.00 and 5.00.
  expect(await screen.findByText('Services $36.50 · Tips $10.00')).toBeTruthy();
  await press('CSV');
  expect(await must(saved[0], 'a file').text()).toContain(
    `Mia,60.00,40,1,1.50,${cut!.name}: 10 of 60.00 and 1 x 5.00,36.50,`,
  );
  await press('Close this run');
  await press('Close run');
  const closed = await screen.findByRole('region', { name: 'Closed runs' });
  await userEvent.click(await within(closed).findByRole('button', { name: /2026/ }));
  const closedRun = within(await screen.findByRole('dialog', { name: /2026/ }));
  await userEvent.click(await closedRun.findByRole('button', { name: /^Mia/ }));
  const paper = await closedRun.findByRole('region', { name: 'Statement for Mia' });
  expect(paper.textContent).toContain('Services: 40 % of $60.00$24.00');
  expect(paper.textContent).toContain('Each service: 1 × $1.50$1.50');
  expect(paper.textContent).toContain(`${cut!.name}: 10 % of $60.00 and 1 × $5.00$11.00`);
  // What was closed keeps its rates: nothing came later.
  expect(closedRun.queryByText(/came later/)).toBeNull();
});

test('without the right to all transactions somebody sees their own pay alone', async () => {
  await db.rows('memberships').update('membership', {
    role: 'manager',
    custom_permissions: { transactions: 'own' },
  } as never);
  renderScreen(db, { path: '/staff/pay', screen: <PayScreen own="What I am paid" /> });
  expect(await screen.findByText('What I am paid')).toBeTruthy();
  expect(screen.queryByText('Mia')).toBeNull();
});
