import { patchTestFinding } from '#domain/clients/patch-tests.ts';
import type { PatchTestFinding } from '#domain/clients/patch-tests.ts';
import type { BusinessRow, Instant, PatchTestRow, ServiceRow, Uuid } from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import type { DaybookDb } from '../open.ts';

export type PatchTestWarning = PatchTestFinding & { service: ServiceRow };

type Part = { variant_id: Uuid | null; starts_at: Instant };

/** Which services of a visit ask for a test that this client does not have; each service once. */
export const patchTestWarnings = async (
  db: DaybookDb,
  clientId: Uuid | null,
  segments: readonly Part[],
): Promise<PatchTestWarning[]> => {
  const variants = await db
    .rows('service_variants')
    .bulkGet(segments.flatMap(({ variant_id }) => variant_id ?? []));
  const serviceOf = new Map(variants.flatMap((one) => (one ? [[one.id, one.service_id]] : [])));
  const services = await db.rows('services').bulkGet([...new Set(serviceOf.values())]);
  const asking = services.flatMap((one) => (one?.patch_test_required ? [one] : []));
  if (asking.length === 0) return [];
  const [tests, business] = await Promise.all([
    clientId ? testsOf(db, clientId) : [],
    db.rows('businesses').get(db.businessId),
  ]);
  return asking.flatMap((service) => {
    const part = segments.find(({ variant_id }) => serviceOf.get(variant_id ?? '') === service.id);
    if (!part) return [];
    const finding = patchTestFinding(service, tests, visitAt(business, part.starts_at));
    return finding ? [{ ...finding, service }] : [];
  });
};

const testsOf = async (db: DaybookDb, clientId: Uuid): Promise<PatchTestRow[]> => {
  const aliases = await db.rows('clients').where('merged_into').equals(clientId).primaryKeys();
  return db
    .rows('patch_tests')
    .where('client_id')
    .anyOf([clientId, ...aliases])
    .toArray();
};

const visitAt = (business: BusinessRow | undefined, startsAt: Instant) => ({
  startsAt,
  onDay: wallAt(business?.time_zone ?? 'UTC', startsAt).day,
});
