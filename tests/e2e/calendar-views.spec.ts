import { bookAppointment, card, openDay, quietDay } from '#tests/harness/app.ts';
import { expect, test } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';

const day = quietDay();

const chooseOption = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Calendar options' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

test('colour the calendar by service instead of by person; it stays so', async ({
  signedIn: { page },
}) => {
  await openDay(page, day);
  await bookAppointment(page, {
    client: 'Carla Colour',
    isNewClient: true,
    service: 'Dry cut',
    with: 'Jonah Reyes',
    day,
    time: '10:00',
  });
  const own = card(page, 'Carla Colour');
  await expect(own).toHaveAttribute('data-colour', 'blue');
  await chooseOption(page, 'Colour by service');
  await expect(own).toHaveAttribute('data-colour', 'teal');
  await page.reload();
  await expect(own).toHaveAttribute('data-colour', 'teal');
  await chooseOption(page, 'Colour by person');
  await expect(own).toHaveAttribute('data-colour', 'blue');
});
