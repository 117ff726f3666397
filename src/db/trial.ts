/**
 * A made-up day beside the person's data: a database of its own that holds their menu and team, and people
 * who do not exist. No sync ever opens it, so nothing of it reaches a client; removing it is deleting it.
 */
import { madeUpDay } from '#domain/trial/made-up-day.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Failed, Result } from '#domain/errors/result.ts';
import type { TableName } from '#domain/rows.ts';
import { storageCode } from './errors.ts';
import { DaybookDb, openDb } from './open.ts';
import type { OpenOptions } from './open.ts';

/** What stays as it is: who works here, when, and what they offer. */
const COPIED: readonly TableName[] = [
  'businesses',
  'booking_rules',
  'memberships',
  'staff',
  'work_patterns',
  'date_exceptions',
  'block_off_reasons',
  'tax_rates',
  'service_categories',
  'services',
  'service_variants',
  'staff_service_overrides',
  'add_on_groups',
  'add_ons',
  'bundles',
  'resource_pools',
  'resources',
];

/** Makes the day anew. Codes: those of openDb. */
export const fillTrial = async (
  from: DaybookDb,
  options: Pick<OpenOptions, 'idb' | 'nowMs'> = {},
): Promise<Result<null>> => {
  const who = { userId: from.userId, businessId: from.businessId };
  try {
    await removeTrial(who, options);
  } catch (error) {
    return failed(error);
  }
  const opened = await openDb({ ...who, ...options, trial: true });
  if (!opened.ok) return opened;
  const to = opened.value;
  try {
    for (const name of COPIED) await to.table(name).bulkPut(await from.table(name).toArray());
    const coverage = await from.meta.get('coverage');
    if (coverage) await to.meta.put(coverage);
    const [business, staff, services, variants] = await Promise.all([
      to.rows('businesses').get(to.businessId),
      to.rows('staff').orderBy('id').toArray(),
      to.rows('services').toArray(),
      to.rows('service_variants').toArray(),
    ]);
    if (!business) return fail('not_found');
    const day = madeUpDay(
      { business, staff, services, variants },
      { now: from.now(), userId: to.userId, newId: to.newId },
    );
    await to.rows('clients').bulkPut(day.clients);
    await to.rows('appointments').bulkPut(day.appointments);
    await to.rows('appointment_segments').bulkPut(day.appointment_segments);
    return ok(null);
  } catch (error) {
    return failed(error);
  } finally {
    to.close();
  }
};

const failed = (error: unknown): Failed =>
  fail(storageCode(error) ?? 'storage_failed', { detail: String(error) });

/** Without a trace: everything of the day, also what was done with it. */
export const removeTrial = async (
  who: Pick<OpenOptions, 'userId' | 'businessId'>,
  options: Pick<OpenOptions, 'idb' | 'nowMs'> = {},
): Promise<void> => {
  await new DaybookDb({ ...who, ...options, trial: true }).delete();
};

/** What was done there waits for no server: it is settled at once. Returns the way to stop. */
export const settleTrial = (db: DaybookDb): (() => void) =>
  db.onWrote(() => {
    // What cannot be cleared now goes with the next change, or with the day.
    void db
      .transaction('rw', ['_outbox', '_shadow'], async () => {
        await db.outbox.clear();
        await db.shadows.clear();
      })
      .catch(() => undefined);
  });
