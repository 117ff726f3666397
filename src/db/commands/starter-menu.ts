import { putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import type { Result } from '#domain/errors/result.ts';
import { menuServices } from '#domain/services/menu-choice.ts';
import type { MenuChoice } from '#domain/services/menu-choice.ts';
import { categorySchema } from '#domain/services/schema.ts';
import { sortKeyBetween } from '#domain/sort-key.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import { lastSortKey } from './reorder.ts';

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
    for (const [place, choice] of choices.entries()) {
      const { category, colour } = choice;
      if (choice.services.length === 0) continue;
      const asRow = validate(categorySchema, { name: category, colour, visible_online: true });
      if (!asRow.ok) return asRow;
      const existing = known.find(({ name }) => name.toLowerCase() === category.toLowerCase());
      const category_id = existing?.id ?? scope.newId();
      if (!existing) {
        const row = { ...asRow.value, id: category_id, business_id, sort_key: categoryKey };
        ops.push(putOp('service_categories', row));
        categoryKey = sortKeyBetween(categoryKey, null);
      }
      const services = menuServices(choice, place, category_id);
      if (!services.ok) return services;
      for (const { service, variant } of services.value) {
        const service_id = scope.newId();
        ops.push(
          putOp('services', {
            ...service,
            id: service_id,
            business_id,
            sort_key: serviceKey,
            status: 'active',
          }),
          putOp('service_variants', {
            ...variant,
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
