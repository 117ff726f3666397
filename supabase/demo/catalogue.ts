import { firstSortKeys } from '#domain/sort-key.ts';
import { must } from '#domain/errors/assert.ts';
import type { Uuid } from '#domain/rows.ts';
import { ADD_ON_GROUPS, MENU } from './menu.ts';
import type { MenuService, MenuVariant, Skill } from './menu.ts';
import type { DemoRows } from './rows.ts';

/** A variant with what the diary needs to book it. */
export type Bookable = {
  variantId: Uuid;
  serviceId: Uuid;
  skill: Skill;
  title: string;
  variant: MenuVariant;
  service: MenuService;
  /** What may be booked with it. */
  addOns: { id: Uuid; minutes: number; priceCents: number }[];
};

/** The menu as rows; the answer is what can be booked. */
export const addCatalogue = (rows: DemoRows, newId: () => Uuid): Bookable[] => {
  const bookable: Bookable[] = [];
  const serviceIdsBySkill = new Map<Skill, Uuid[]>();
  const categoryKeys = firstSortKeys(MENU.length);
  MENU.forEach((category, categoryIndex) => {
    const categoryId = newId();
    rows.add('service_categories', {
      id: categoryId,
      name: category.name,
      image_path: null,
      colour: category.colour,
      visible_online: true,
      sort_key: must(categoryKeys[categoryIndex], 'a key for each category'),
    });
    const serviceKeys = firstSortKeys(category.services.length);
    category.services.forEach((service, serviceIndex) => {
      const serviceId = newId();
      serviceIdsBySkill.set(category.skill, [
        ...(serviceIdsBySkill.get(category.skill) ?? []),
        serviceId,
      ]);
      rows.add('services', {
        id: serviceId,
        category_id: categoryId,
        name: service.name,
        description: service.description,
        image_path: null,
        colour: category.colour,
        visibility: service.visibility ?? 'public',
        audience: 'all',
        location_types: [service.atClient ? 'client' : 'business'],
        approval: service.approval ?? false,
        staff_needed: 1,
        rebook_after_days: service.rebookAfterDays ?? null,
        patch_test_required: false,
        patch_test_min_hours: 48,
        patch_test_valid_days: 183,
        patch_test_enforce: 'warn',
        sort_key: must(serviceKeys[serviceIndex], 'a key for each service'),
        status: 'active',
      });
      const variantKeys = firstSortKeys(service.variants.length);
      service.variants.forEach((variant, variantIndex) => {
        const variantId = newId();
        rows.add('service_variants', {
          id: variantId,
          service_id: serviceId,
          name: variant.name,
          price_kind: variant.kind ?? 'fixed',
          price_cents: variant.price * 100,
          duration_min: variant.minutes,
          processing_min: variant.processing ?? 0,
          finishing_min: variant.finishing ?? 0,
          buffer_before_min: 0,
          buffer_after_min: variant.bufferAfter ?? 0,
          processing_bookable: true,
          for_client: 'any',
          sort_key: must(variantKeys[variantIndex], 'a key for each variant'),
          status: 'active',
        });
        const title =
          service.variants.length === 1 ? service.name : `${service.name}, ${variant.name}`;
        bookable.push({
          variantId,
          serviceId,
          skill: category.skill,
          title,
          variant,
          service,
          addOns: [],
        });
      });
    });
  });

  const groupKeys = firstSortKeys(ADD_ON_GROUPS.length);
  ADD_ON_GROUPS.forEach((group, groupIndex) => {
    const groupId = newId();
    rows.add('add_on_groups', {
      id: groupId,
      name: group.name,
      service_ids: group.skills.flatMap((skill) => serviceIdsBySkill.get(skill) ?? []),
      min_count: 0,
      max_count: group.max,
      sort_key: must(groupKeys[groupIndex], 'a key for each group'),
    });
    const keys = firstSortKeys(group.addOns.length);
    group.addOns.forEach((addOn, index) => {
      const addOnId = newId();
      for (const item of bookable.filter(({ skill }) => group.skills.includes(skill))) {
        item.addOns.push({ id: addOnId, minutes: addOn.minutes, priceCents: addOn.price * 100 });
      }
      rows.add('add_ons', {
        id: addOnId,
        group_id: groupId,
        name: addOn.name,
        price_cents: addOn.price * 100,
        extra_min: addOn.minutes,
        sort_key: must(keys[index], 'a key for each add-on'),
        status: 'active',
      });
    });
  });
  return bookable;
};
