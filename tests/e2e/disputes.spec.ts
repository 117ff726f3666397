import { expectConfirmed } from '#tests/harness/booking-page.ts';
import { askForDeposits, giveCard, goToBank, goToPayment } from '#tests/harness/deposits.ts';
import { TOLD, expect, expectReadyForOffline, test } from '#tests/harness/e2e.ts';

test('a bank takes a deposit back: the visit says so at each turn, and nothing of it counts any more', async ({
  signedIn: { page: pro, context },
  newDevice,
}) => {
  await askForDeposits(pro);
  const { page: visitor, context: theirs } = await newDevice({
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'block',
  });
  await goToPayment(visitor);
  const bankPage = await goToBank(visitor);
  await giveCard(visitor, '4242 4242 4242 4242');
  await expectConfirmed(visitor);
  const id = new URL(visitor.url()).searchParams.get('id') ?? '';

  await pro.goto(`/appointments/${id}`);
  const deposit = pro.getByRole('region', { name: 'Deposit', exact: true });
  await expect(deposit).toContainText('$14.40 counts at checkout', TOLD);

  const bank = await theirs.newPage();
  await bank.goto(bankPage);
  await bank.getByRole('button', { name: 'Want it back' }).click();
  await expect(deposit).toContainText('$14.40 is with the bank of the client', TOLD);
  await expect(deposit).not.toContainText('counts at checkout');
  await expect(pro.getByText('A deposit is disputed').first()).toBeVisible(TOLD);

  await bank.getByRole('button', { name: 'Decide for the client' }).click();
  await expect(bank.getByText('The dispute is lost.')).toBeVisible();
  await expect(deposit).toContainText('a dispute was lost', TOLD);
  await expect(pro.getByText('The dispute is lost').first()).toBeVisible(TOLD);
  await expectReadyForOffline(pro);
  await context.setOffline(true);
  await pro.reload();
  await expect(deposit).toContainText('a dispute was lost');
  await context.setOffline(false);
});
