import { businessSchema, policySchema, rulesSchema } from '#domain/business/schema.ts';
import type { BusinessInput, RulesInput } from '#domain/business/schema.ts';
import { putOp } from '#domain/commands/op.ts';
import { fail } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { sha256 } from '../sha256.ts';
import { hasAgreedPrices } from '../queries/agreed-prices.ts';
import { write } from '../write.ts';
import { editRow } from './edit-row.ts';
import type { Done } from './edit-row.ts';

/**
 * Changes settings of the business. Whether a slug is free, and whether devices that this one has not
 * heard of fix the currency, only the server knows. Codes: invalid, currency_fixed.
 */
export const editBusiness = async (
  db: DaybookDb,
  patch: Partial<BusinessInput>,
  seenRev?: number,
): Promise<Result<Done>> => {
  const now = await db.rows('businesses').get(db.businessId);
  const isOther = patch.currency !== undefined && patch.currency !== now?.currency;
  if (isOther && (await hasAgreedPrices(db))) {
    return fail('currency_fixed', { field: 'currency' });
  }
  return editRow(db, {
    name: 'business.edit',
    table: 'businesses',
    id: db.businessId,
    schema: businessSchema,
    patch,
    seenRev,
  });
};

/** Changes the rules of online booking. Codes: invalid. */
export const editRules = (
  db: DaybookDb,
  patch: Partial<RulesInput>,
  seenRev?: number,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'rules.edit',
    table: 'booking_rules',
    id: db.businessId,
    schema: rulesSchema,
    patch,
    seenRev,
  });

/** Publishes the next version of the policy; what clients accepted before stays readable. */
export const publishPolicy = async (db: DaybookDb, body: string): Promise<Result<Uuid>> => {
  const checked = validate(policySchema, { body });
  if (!checked.ok) return checked;
  const text = checked.value.body;
  const hash = await sha256(text);
  return write(db, 'policy.publish', async (scope) => {
    const texts = await scope.all('policy_texts');
    const newest = texts.toSorted((a, b) => a.version - b.version).at(-1);
    if (newest?.hash === hash) return { ops: [], value: newest.id };
    const id = scope.newId();
    const row = {
      id,
      business_id: scope.businessId,
      version: (newest?.version ?? 0) + 1,
      body: text,
      hash,
      published_at: scope.now,
    };
    return { ops: [putOp('policy_texts', row)], value: id };
  });
};
