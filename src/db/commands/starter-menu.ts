import { putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import type { Colour } from '#domain/colours.ts';
import { fail } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import {
  EMPTY_SERVICE,
  EMPTY_VARIANT,
  categorySchema,
  serviceSchema,
  variantSchema,
} from '#domain/services/schema.ts';
import type { VariantInput } from '#domain/services/schema.ts';
import { sortKeyBetween } from '#domain/sort-key.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import { lastSortKey } from './reorder.ts';

export type MenuChoice = {
  category: string;
  colour: Colour;
  services: readonly { name: string; variant: Partial<VariantInput> }[];
};

/**
 * Puts a whole menu into the catalogue at once, behind what is there; a category of the same name
 * is used again. Answers how many services were added. Codes: invalid (fields as
 * `0.services.1.price_cents`).
 */
export const addMenu = (
  db: DaybookDb,
  choices: readonly MenuChoice[],
): Promise<Result<{ added: number }>> =>
  write(db, 'menu.add', async (scope) => {
    const ops: Op[] = [];
    const known = await scope.all('service_categories');
    let categoryKey = await lastSortKey(scope, 'service_categories');
    let serviceKey = await lastSortKey(scope, 'services');
    let added = 0;
    const { businessId: business_id } = scope;
    for (const [place, { category, colour, services }] of choices.entries()) {
      if (services.length === 0) continue;
      const asRow = validate(categorySchema, { name: category, colour, visible_online: true });
      if (!asRow.ok) return asRow;
      const existing = known.find(({ name }) => name.toLowerCase() === category.toLowerCase());
      const category_id = existing?.id ?? scope.newId();
      if (!existing) {
        const row = { ...asRow.value, id: category_id, business_id, sort_key: categoryKey };
        ops.push(putOp('service_categories', row));
        categoryKey = sortKeyBetween(categoryKey, null);
      }
      for (const [index, { name, variant }] of services.entries()) {
        const service = validate(serviceSchema, { ...EMPTY_SERVICE, name, colour, category_id });
        const price_kind = variant.price_cents === 0 ? ('free' as const) : ('fixed' as const);
        const only = validate(variantSchema, { ...EMPTY_VARIANT, price_kind, ...variant });
        const wrong = [service, only].find((one) => !one.ok);
        if (wrong && !wrong.ok) {
          const field = `${place}.services.${index}.${wrong.error.field ?? ''}`;
          const issues = [{ field, rule: wrong.error.rule ?? '' }];
          return fail('invalid', { ...issues[0], issues });
        }
        if (!service.ok || !only.ok) continue;
        const service_id = scope.newId();
        ops.push(
          putOp('services', {
            ...service.value,
            id: service_id,
            business_id,
            sort_key: serviceKey,
            status: 'active',
          }),
          putOp('service_variants', {
            ...only.value,
            id: scope.newId(),
            business_id,
            service_id,
            sort_key: 'V',
            status: 'active',
          }),
        );
        serviceKey = sortKeyBetween(serviceKey, null);
        added += 1;
      }
    }
    return { ops, value: { added } };
  });
