import { openSheet } from '#tests/harness/app.ts';
import { chooseService } from '#tests/harness/booking-page.ts';
import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';
import { picturesOf } from '#tests/harness/local-data.ts';
import { storedFiles } from '#tests/harness/release-page.ts';

const PLACE_MARK = 'planted: 40.7128 N 74.0060 W';

/** What a phone hands over: 1,200 × 800 pixels, with a place written into it. */
const portrait = async (page: Page): Promise<Buffer> => {
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1_200, 800];
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#7aa';
    context.fillRect(0, 0, 1_200, 800);
    context.fillStyle = '#fc9';
    context.fillRect(400, 200, 400, 400);
    return canvas.toDataURL('image/jpeg').split(',')[1]!;
  });
  const jpeg = Buffer.from(drawn, 'base64');
  const exif = Buffer.from(`Exif\0\0${PLACE_MARK}`, 'latin1');
  const head = Buffer.from([0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
};

test('a face chosen without signal is seen at once, then by clients, and by a colleague offline', async ({
  signedIn: { page, context },
  newDevice,
}) => {
  await expectReadyForOffline(page);
  const buffer = await portrait(page);
  await context.setOffline(true);
  await page.goto('/staff');
  const card = page.getByRole('listitem').filter({ hasText: 'Jonah Reyes' });
  await card.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit profile' }).click();
  await openSheet(page)
    .getByLabel('Picture: file')
    .setInputFiles({ name: 'jonah.jpg', mimeType: 'image/jpeg', buffer });
  await expect(openSheet(page).getByText(/^Waiting to upload/)).toBeVisible();
  // As after a crash: everything from the disk, and still no network.
  await page.goto('/calendar?view=day&staff=all');
  const headOf = (one: Page) => one.getByTitle('Jonah Reyes: show the day');
  await expectSquare(headOf(page), 512);
  for (const { text } of await picturesOf(page)) expect(text).not.toContain(PLACE_MARK);

  await context.setOffline(false);
  await expectSynced(page);

  const visitor = (await newDevice({ viewport: { width: 390, height: 780 } })).page;
  await chooseService(visitor, 'Dry cut');
  await visitor.getByRole('button', { name: 'Continue' }).click();
  const option = visitor.locator('label').filter({ hasText: 'Jonah Reyes' });
  await expectSquare(option, 512);
  // The name stands beside it: said twice it would only be in the way.
  await expect(option.getByRole('radio', { name: /^Jonah Reyes/ })).toBeAttached();
  await expect(visitor.getByRole('img')).toHaveCount(0);

  const other = await newDevice();
  await signIn(other.page, DEMO.desk, '/calendar?view=day&staff=all');
  await expectReadyForOffline(other.page);
  // The service worker has come after the picture: from now on it keeps what is looked at.
  await other.page.reload();
  await expectSquare(headOf(other.page), 512);
  await expect
    .poll(() => storedFiles(other.page))
    .toContainEqual(expect.stringContaining('/pictures/'));
  await other.context.setOffline(true);
  await other.page.reload();
  await expectSquare(headOf(other.page), 512);
});

/** The picture in there has come, as large as it was stored. */
const expectSquare = (place: ReturnType<Page['locator']>, side: number): Promise<void> =>
  expect
    .poll(() =>
      place.locator('img').evaluateAll((images) =>
        images.map((image) => {
          const { naturalWidth, naturalHeight } = image as HTMLImageElement;
          return [naturalWidth, naturalHeight];
        }),
      ),
    )
    .toEqual([[side, side]]);
