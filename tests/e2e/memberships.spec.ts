import { axeFaults } from '#tests/harness/axe.ts';
import { openSheet } from '#tests/harness/app.ts';
import { TOLD, expect, expectReadyForOffline, expectSynced, test } from '#tests/harness/e2e.ts';

test('a membership is offered by a link, begun with a card, seen without signal, and ended by its client', async ({
  signedIn: { page: pro, context },
  newDevice,
}) => {
  await pro.goto('/more/services');
  await pro.getByRole('button', { name: 'Add package' }).click();
  const form = openSheet(pro);
  await form.getByLabel('Name', { exact: true }).fill('Two cuts a month');
  await form.getByLabel('Visits', { exact: true }).fill('2');
  await form.getByLabel('Price, taxes included').fill('60');
  await form.getByLabel('Renews').selectOption('Every month');
  await form.getByLabel('Classic cut').check();
  await form.getByRole('button', { name: 'Add package' }).click();
  await expect(pro.getByRole('button', { name: /^Two cuts a month/ })).toContainText(
    '2 visits · $60.00 · every month',
  );
  await expectSynced(pro);

  await pro.goto('/clients');
  await pro
    .locator(
      'main a[href^="/clients/"]:not([href="/clients/import"], [href="/clients/duplicates"])',
    )
    .first()
    .click();
  const card = pro.getByRole('region', { name: 'Memberships' });
  await card
    .getByLabel('Offer a membership')
    .selectOption({ label: 'Two cuts a month · $60.00 every month' });
  await card.getByRole('button', { name: 'Make the link' }).click();
  const link = await card.getByText(/\/membership\?token=/).innerText();
  expect(await axeFaults(pro)).toEqual([]);

  const { page: client } = await newDevice({
    viewport: { width: 320, height: 700 },
    serviceWorkers: 'block',
  });
  await client.goto(link);
  await expect(client.getByRole('heading', { name: 'Begin your membership' })).toBeVisible();
  expect(await axeFaults(client)).toEqual([]);
  await client.getByRole('button', { name: 'Pay $60.00' }).click();
  await client.getByLabel('Card number').fill('4000 0000 0000 0002');
  await client.getByRole('button', { name: 'Pay $60.00' }).click();
  await expect(client.getByRole('alert')).toContainText('declined');
  await client.getByLabel('Card number').fill('4242 4242 4242 4242');
  await client.getByRole('button', { name: 'Pay $60.00' }).click();
  // Back at an address without the link, which stayed in the tab.
  await expect(client.getByRole('heading', { name: 'Your membership' })).toBeVisible();
  expect(client.url()).not.toContain('token');
  await expect(client.getByText('ending in 4242')).toBeVisible();

  await expect(card.getByText('Active', { exact: true })).toBeVisible(TOLD);
  await expect(pro.getByRole('region', { name: 'Packages' })).toContainText(
    '2 of 2 visits left',
    TOLD,
  );
  await expectReadyForOffline(pro);
  await context.setOffline(true);
  await pro.reload();
  await expect(card.getByText('Active', { exact: true })).toBeVisible();
  await context.setOffline(false);

  await client.getByRole('button', { name: 'Use another card' }).click();
  await expect(client.getByRole('button', { name: 'Save this card' })).toBeVisible();
  await client.getByRole('button', { name: 'Save this card' }).click();
  await expect(client.getByRole('heading', { name: 'Your membership' })).toBeVisible();
  await client.getByRole('button', { name: 'End the membership…' }).click();
  await client.getByRole('button', { name: 'End it' }).click();
  await expect(client.getByRole('heading', { name: 'Your membership ends' })).toBeVisible();
  await expect(card.getByText('Cancelled', { exact: true })).toBeVisible(TOLD);
});
