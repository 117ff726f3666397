import { patchTestFinding } from '#domain/clients/patch-tests.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import type { WriteScope } from '../write.ts';

/**
 * Refuses a visit whose services insist on a patch test that this client does not have. Services
 * that only warn do so on the screen. Codes: patch_test_needed.
 */
export const checkPatchTests = async (
  scope: WriteScope,
  clientId: Uuid | null,
  segments: readonly { variant_id: Uuid | null; starts_at: Instant }[],
): Promise<Result<null>> => {
  const variants = await scope.getMany(
    'service_variants',
    segments.flatMap(({ variant_id }) => variant_id ?? []),
  );
  const known = variants.flatMap((one) => one ?? []);
  const services = await scope.getMany('services', [
    ...new Set(known.map(({ service_id }) => service_id)),
  ]);
  const firm = services.flatMap((one) =>
    one?.patch_test_required && one.patch_test_enforce === 'block' ? [one] : [],
  );
  if (firm.length === 0) return ok(null);
  const business = await scope.get('businesses', scope.businessId);
  const aliases = clientId ? await scope.list('clients', 'merged_into', clientId) : [];
  const tests = clientId
    ? await scope.listAny('patch_tests', 'client_id', [clientId, ...aliases.map(({ id }) => id)])
    : [];
  const isMissing = firm.some((service) => {
    const ids = known.filter(({ service_id }) => service_id === service.id).map(({ id }) => id);
    const part = segments.find(({ variant_id }) => variant_id && ids.includes(variant_id));
    if (!part) return false;
    const onDay = wallAt(business?.time_zone ?? 'UTC', part.starts_at).day;
    return patchTestFinding(service, tests, { startsAt: part.starts_at, onDay }) !== null;
  });
  return isMissing ? fail('patch_test_needed') : ok(null);
};
