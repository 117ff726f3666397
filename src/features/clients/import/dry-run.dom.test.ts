// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordConsent } from '#db/commands/consents.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon } from '#db/test-rows.ts';
import { importWork } from '#domain/clients/import-plan.ts';
import { dryRun } from './dry-run.ts';
import { CLIENT_HEADINGS, readListFile } from './file.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const updated = async (): Promise<number> => {
  const cleo = await db.rows('clients').get('cleo');
  const list = `First name,Last name,Phone,E-mail,Newsletter\n${[
    cleo?.first_name,
    cleo?.last_name,
    cleo?.phone ?? '',
    cleo?.email ?? '',
    'yes',
  ].join()}`;
  const file = await readListFile(new File([list], 'salon.csv'), CLIENT_HEADINGS);
  if (typeof file === 'string') throw new Error(file);
  const plan = await dryRun(db, file, {
    mapping: file.mapping,
    dayOrder: 'day_first',
    business: { country_code: 'US', time_zone: 'America/New_York' },
  });
  expect(plan.groups).toHaveLength(1);
  return importWork(plan, () => 'update').updates.length;
};

it('counts nobody as updated whose answer about news is known', async () => {
  await db.rows('clients').update('cleo', { phone: '+12125550100', phone_raw: '+12125550100' });
  expect(await updated()).toBe(1);
  await recordConsent(db, 'cleo', {
    purpose: 'marketing',
    channel: 'email',
    state: 'withdrawn',
    source: 'phone',
    text_version: '2026-1',
    wording: null,
  });
  expect(await updated()).toBe(0);
});
