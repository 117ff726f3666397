import { openSheet } from '#tests/harness/app.ts';
import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';
import { expectEqualEverywhere, serverRows } from '#tests/harness/equality.ts';

type Visit = {
  name: string;
  price: string;
  /** Percent off everything. */
  discount?: string;
  tip?: string;
  /** So much by the terminal; the rest is cash. */
  terminal?: string;
};

/** 60.00 and 75.01 in cash, 75.00 by the terminal, 20.00 of it tips. */
const AT_THE_DESK: readonly Visit[] = [
  { name: 'Cut and finish', price: '60.00' },
  { name: 'Colour', price: '120.01', discount: '12.5', tip: '20.00', terminal: '50.00' },
  { name: 'Beard trim', price: '25.00', terminal: '25.00' },
];
/** 45.50, 20.00 and 49.99 in cash, 30.01 by the terminal, 2.65 of it tips. */
const AT_THE_CHAIR: readonly Visit[] = [
  { name: 'Blow-dry', price: '45.50' },
  { name: 'Matte clay', price: '17.35', tip: '2.65' },
  { name: 'Updo', price: '80.00', terminal: '30.01' },
];

const ringUp = async (page: Page, visit: Visit): Promise<void> => {
  const { name, price, discount, tip, terminal } = visit;
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Add another item' }).click();
  const item = openSheet(page);
  await item.getByLabel('Name').fill(name);
  await item.getByLabel('Price of one').fill(price);
  await item.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('button', { name: `Change ${name}` })).toBeVisible();
  if (discount) {
    await page
      .getByRole('group', { name: 'Discount on everything' })
      .getByRole('radio', { name: 'Percent' })
      .check();
    await page.getByLabel('Discount on everything in percent').fill(discount);
  }
  if (tip) {
    await page.getByRole('button', { name: 'Another amount' }).click();
    await page.getByRole('textbox', { name: 'Tip' }).fill(tip);
  }
  const payment = page.getByRole('region', { name: 'Payment' });
  if (terminal) {
    await payment.getByRole('button', { name: 'Card terminal' }).click();
    await payment.getByLabel('Amount').fill(terminal);
    if (terminal !== price) {
      await payment.getByRole('button', { name: `Add payment of $${terminal}` }).click();
      await expect(payment.getByText('Still due')).toBeVisible();
      await payment.getByRole('button', { name: 'Cash', exact: true }).click();
    }
  }
  await payment.getByRole('button', { name: /^Complete sale/ }).click();
  await expect(page.getByText('Waiting to sync').first()).toBeVisible();
};

test('two people check out a day on two devices without signal, and the books are the same to the cent', async ({
  server,
  signedIn: desk,
  newDevice,
}) => {
  const chair = await newDevice({ viewport: { width: 360, height: 740 } });
  await signIn(chair.page, DEMO.desk);
  for (const { page, context } of [desk, chair]) {
    await expectReadyForOffline(page);
    await context.setOffline(true);
  }
  const { page } = desk;
  await page.goto('/transactions?do=drawer');
  await openSheet(page).getByLabel('Cash in the drawer').fill('100.00');
  await openSheet(page).getByRole('button', { name: 'Open drawer' }).click();
  await expect(openSheet(page)).toHaveCount(0);
  for (const visit of AT_THE_CHAIR) await ringUp(chair.page, visit);
  for (const visit of AT_THE_DESK) await ringUp(page, visit);

  // What lies in the drawer is the cash of both; what the other one sold is not known here yet.
  await page.goto('/transactions?do=drawer');
  const drawer = openSheet(page);
  await expect(drawer.getByText('$235.01')).toBeVisible();
  await drawer.getByLabel('Counted').fill('350.50');
  await drawer.getByRole('button', { name: 'Count and close' }).click();
  await expect(openSheet(page)).toHaveCount(0);
  await page.goto('/transactions?do=drawer');
  await expect(openSheet(page).getByText('$115.49 too much')).toBeVisible();
  await page.goto('/transactions?do=day');
  await expect(openSheet(page).getByText('$210.01')).toBeVisible();
  await openSheet(page).getByRole('button', { name: 'Close the day' }).click();
  await expect(openSheet(page)).toHaveCount(0);

  for (const { context } of [chair, desk]) await context.setOffline(false);
  for (const device of [chair, desk]) await expectSynced(device.page);
  await expectEqualEverywhere(server.url, [page, chair.page]);
  for (const device of [chair, desk]) {
    await device.page.goto('/transactions');
    const together = device.page.getByRole('region', { name: 'Together' });
    await expect(together).toContainText('$355.51');
    await expect(together).toContainText('$22.65');
    await expect(together).not.toContainText('not synced yet');
  }
  await page.goto('/transactions?do=drawer');
  const counted = openSheet(page).getByRole('region', { name: 'Counted before' });
  await expect(counted.getByText('$350.50').first()).toBeVisible();
  await expect(counted.getByText('too much')).toHaveCount(0);
  await expect(counted.getByText('missing')).toHaveCount(0);
  await page.goto('/transactions?do=day');
  await expect(openSheet(page).getByText('+$145.50')).toBeVisible();

  const rows = await serverRows(server.url, page);
  const rowsOf = (table: string) => [...(rows[table]?.values() ?? [])];
  const numbers = new Map<unknown, number[]>();
  for (const { receipt_prefix, receipt_no } of rowsOf('sales')) {
    numbers.set(receipt_prefix, [...(numbers.get(receipt_prefix) ?? []), Number(receipt_no)]);
  }
  expect([...numbers.values()].map((list) => list.toSorted((a, b) => a - b))).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
  const cash = rowsOf('payments').filter(({ method }) => method === 'cash');
  expect(cash.reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0)).toBe(25_050);
});
