import { readFile } from 'node:fs/promises';
import { csvRows } from '#domain/text/csv.ts';
import { TABLES } from '#domain/rows.ts';
import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';
import { expectEqualEverywhere, rowDifferences, serverRows } from '#tests/harness/equality.ts';
import { unzip } from '#tests/harness/unzip.ts';

const exportAll = async (page: Page): Promise<Map<string, string>> => {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export everything' }).press('Enter');
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^studio-lumen \d{4}-\d\d-\d\d\.zip$/);
  await expect(page.getByText('Your file is in the downloads')).toBeVisible();
  return unzip(new Uint8Array(await readFile(await download.path())));
};

test('a professional takes everything with them, without signal', async ({ signedIn, server }) => {
  const { page, context } = signedIn;
  await expectEqualEverywhere(server.url, [page]);
  const onServer = await serverRows(server.url, page);
  await expectReadyForOffline(page);
  await server.stop();
  await context.setOffline(true);
  await page.goto('/settings');
  const files = await exportAll(page);

  const exported = TABLES.map((table) => {
    const text = files.get(`data/${table}.json`) ?? '';
    return [table, JSON.parse(text) as Record<string, unknown>[]] as const;
  });
  expect(rowDifferences(Object.fromEntries(exported), onServer)).toEqual([]);
  const manifest = JSON.parse(files.get('manifest.json') ?? '') as Record<string, unknown>;
  expect(manifest).toMatchObject({ complete: true, unsent_changes: 0 });
  const rowsOf = (table: string) => [...(onServer[table]?.values() ?? [])];
  const linesOf = (path: string): number => [...csvRows(files.get(path) ?? '', ',')].length - 1;
  expect(linesOf('appointments.csv')).toBe(onServer['appointments']?.size);
  expect(linesOf('clients.csv')).toBe(
    rowsOf('clients').filter(({ status }) => status !== 'anonymised').length,
  );
  const ahead = rowsOf('appointments').filter(
    ({ status, ends_at }) =>
      ['pending', 'booked', 'arrived', 'in_service'].includes(String(status)) &&
      String(ends_at) > String(manifest['made_at']),
  );
  expect(ahead.length).toBeGreaterThan(0);
  expect(files.get('calendar.ics')?.match(/^BEGIN:VEVENT/gm)).toHaveLength(ahead.length);
});

test('what the server has not seen is in the file too, and the file says so', async ({
  signedIn,
  server,
}) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  await server.stop();
  await context.setOffline(true);
  await page.goto('/clients?new=client');
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('First name').fill('=Nadia');
  await sheet.getByLabel('Last name').fill('Offline');
  await sheet.getByRole('button', { name: 'Add client' }).click();
  await expect(sheet).toBeHidden();
  await page.goto('/settings');
  await expect(page.getByText(/^One change has not reached the server yet/)).toBeVisible();
  const files = await exportAll(page);
  expect(files.get('clients.csv')).toContain("'=Nadia,Offline");
  expect(JSON.parse(files.get('manifest.json') ?? '')).toMatchObject({ unsent_changes: 1 });
  await context.setOffline(false);
  await server.start();
  // The settings show the state of sync twice.
  await page.goto('/clients');
  await expectSynced(page);
});

test('who may not take the clients along is told so', async ({ newDevice }) => {
  const { page } = await newDevice();
  await signIn(page, DEMO.desk);
  await page.goto('/settings');
  await expect(
    page.getByText('Your role does not allow exporting. Ask an owner or a manager.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export everything' })).toHaveCount(0);
});
