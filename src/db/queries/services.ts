import type {
  AddOnGroupRow,
  AddOnRow,
  ServiceCategoryRow,
  ServiceRow,
  ServiceVariantRow,
  StaffServiceOverrideRow,
  Uuid,
} from '#domain/rows.ts';
import { bySortKey } from '#domain/sort-key.ts';
import type { DaybookDb } from '../open.ts';

export type AddOnGroupView = { group: AddOnGroupRow; addOns: AddOnRow[] };

export type ServiceView = {
  service: ServiceRow;
  variants: ServiceVariantRow[];
  /** Overrides of its variants, by `variant_id:staff_id`. */
  overrides: ReadonlyMap<string, StaffServiceOverrideRow>;
  addOnGroups: AddOnGroupView[];
};

export type CategoryView = {
  /** null = services without a category. */
  category: ServiceCategoryRow | null;
  services: ServiceView[];
};

type Options = { archived?: boolean };

/**
 * Everything that is offered, in the order of the lists. With `archived`, services and variants
 * that are not offered any more are there too. Categories without services are kept.
 */
export const serviceTree = async (
  db: DaybookDb,
  { archived = false }: Options = {},
): Promise<CategoryView[]> => {
  const all = await readCatalogue(db);
  const shown = ({ status }: { status: string }) => archived || status === 'active';
  const variantsByService = groupBy(all.variants.filter(shown), (variant) => variant.service_id);
  const overridesByVariant = groupBy(all.overrides, (override) => override.variant_id);
  const groups = addOnGroupViews(all.groups, all.addOns.filter(shown));

  const views = all.services.filter(shown).map((service): ServiceView => {
    const variants = variantsByService.get(service.id) ?? [];
    const overrides = variants.flatMap((variant) => overridesByVariant.get(variant.id) ?? []);
    return {
      service,
      variants,
      overrides: new Map(overrides.map((one) => [overrideKey(one.variant_id, one.staff_id), one])),
      addOnGroups: groups.filter(({ group }) => group.service_ids.includes(service.id)),
    };
  });
  const byCategory = groupBy(views, ({ service }) => service.category_id ?? '');
  const known = new Set(all.categories.map(({ id }) => id));
  const homeless = views.filter(({ service }) => !known.has(service.category_id ?? ''));
  return [
    ...all.categories.map((category) => ({
      category,
      services: byCategory.get(category.id) ?? [],
    })),
    ...(homeless.length > 0 ? [{ category: null, services: homeless }] : []),
  ];
};

/** Groups of add-ons with their add-ons, for the add-on editor. */
export const addOnGroups = async (db: DaybookDb): Promise<AddOnGroupView[]> => {
  const [groups, addOns] = await Promise.all([
    db.rows('add_on_groups').toArray(),
    db.rows('add_ons').toArray(),
  ]);
  return addOnGroupViews(groups.toSorted(bySortKey), addOns.toSorted(bySortKey));
};

export const overrideKey = (variantId: Uuid, staffId: Uuid): string => `${variantId}:${staffId}`;

const readCatalogue = async (db: DaybookDb) => {
  const [categories, services, variants, overrides, groups, addOns] = await Promise.all([
    db.rows('service_categories').toArray(),
    db.rows('services').toArray(),
    db.rows('service_variants').toArray(),
    db.rows('staff_service_overrides').toArray(),
    db.rows('add_on_groups').toArray(),
    db.rows('add_ons').toArray(),
  ]);
  return {
    categories: categories.toSorted(bySortKey),
    services: services.toSorted(bySortKey),
    variants: variants.toSorted(bySortKey),
    overrides,
    groups: groups.toSorted(bySortKey),
    addOns: addOns.toSorted(bySortKey),
  };
};

const addOnGroupViews = (groups: AddOnGroupRow[], addOns: AddOnRow[]): AddOnGroupView[] => {
  const byGroup = groupBy(addOns, (addOn) => addOn.group_id);
  return groups.map((group) => ({ group, addOns: byGroup.get(group.id) ?? [] }));
};

const groupBy = <T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
};
