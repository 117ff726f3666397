import { must } from '#domain/errors/assert.ts';
import type { Uuid } from '#domain/rows.ts';
import { createAddOn, createAddOnGroup, editAddOnGroup } from '#db/commands/add-ons.ts';
import {
  archiveBundle,
  createBundle,
  editBundle,
  moveBundle,
  restoreBundle,
} from '#db/commands/bundles.ts';
import {
  archiveVariant,
  createCategory,
  createService,
  createVariant,
  editService,
  editVariant,
  moveService,
} from '#db/commands/services.ts';
import { setOverrides } from '#db/commands/overrides.ts';
import { setPicture } from '#db/commands/pictures.ts';
import { saveAddOnGroup } from '#db/commands/save-add-ons.ts';
import { saveService, setServiceOffered } from '#db/commands/save-service.ts';
import { editMessageTemplate } from '#db/commands/message-templates.ts';
import { archiveTaxRate, createTaxRate, editTaxRate } from '#db/commands/tax-rates.ts';
import { addMenu } from '#db/commands/starter-menu.ts';
import { valueOf } from '#db/test-rows.ts';
import { FACE } from './world.ts';
import type { World } from './world.ts';

/** Services, variants, add-ons, messages, and what the editors save as one mutation. */
export const fillCatalogue = async ({ db }: World, { ben }: { ben: Uuid }) => {
  valueOf(await editMessageTemplate(db, 'reminder_1', { body: 'See you.', offset_min: 2880 }));
  const silent = valueOf(await editMessageTemplate(db, 'reminder_1', { enabled: false }));
  valueOf(await silent.undo());
  const hair = valueOf(
    await createCategory(db, { name: 'Hair', colour: 'teal', visible_online: true }),
  );
  const cut = valueOf(
    await createService(db, { name: 'Cut', category_id: hair }, [
      { duration_min: 45, price_cents: 6000 },
    ]),
  );
  const colour = valueOf(await createService(db, { name: 'Colour' }));
  valueOf(
    await editService(db, colour, {
      category_id: hair,
      location_types: ['client'],
      description: 'Long',
    }),
  );
  const tax = valueOf(
    await createTaxRate(db, { name: 'Sales tax', milli_percent: 8_875, inclusive: false }),
  );
  valueOf(await editTaxRate(db, tax, { name: 'City tax' }));
  valueOf(await editService(db, cut, { tax_rate_id: tax }));
  valueOf(await archiveTaxRate(db, tax));
  valueOf(await moveService(db, colour, 0));
  valueOf(await setPicture(db, { table: 'services', id: colour }, FACE));
  const long = valueOf(await createVariant(db, cut, { name: 'Long', duration_min: 60 }));
  valueOf(await editVariant(db, long, { price_kind: 'free' }));
  valueOf(await archiveVariant(db, long));
  const variant = must(
    (await db.rows('service_variants').toArray()).find(
      (one) => one.service_id === cut && one.id !== long,
    ),
    'a variant',
  ).id;
  valueOf(
    await setOverrides(db, [
      {
        staff_id: ben,
        variant_id: variant,
        offered: true,
        price_cents: 7000,
        duration_min: null,
      },
    ]),
  );
  const extras = valueOf(
    await createAddOnGroup(db, { name: 'Extras', service_ids: [cut], min_count: 0, max_count: 2 }),
  );
  const mask = valueOf(
    await createAddOn(db, { group_id: extras, name: 'Mask', price_cents: 1500, extra_min: 10 }),
  );
  valueOf(await editAddOnGroup(db, extras, { service_ids: [cut, colour] }));

  // What the editors save as one mutation
  const { id: updo } = valueOf(
    await saveService(db, {
      id: null,
      service: { name: 'Updo', category_id: hair },
      variants: [
        { id: null, values: { name: 'Short', price_cents: 5000 } },
        { id: null, values: { name: 'Long', price_cents: 8000 } },
      ],
      offered: new Map([[ben, false]]),
    }),
  );
  const [short] = (await db.rows('service_variants').toArray()).filter(
    ({ service_id }) => service_id === updo,
  );
  const changed = valueOf(
    await saveService(db, {
      id: updo,
      service: { approval: true },
      variants: [
        { id: null, values: { name: 'Bridal', price_kind: 'from', price_cents: 20_000 } },
        { id: must(short, 'a variant').id, values: { duration_min: 50 } },
      ],
    }),
  );
  valueOf(await changed.undo());
  valueOf(await setServiceOffered(db, [cut, updo], ben, false));
  valueOf(await setServiceOffered(db, [cut, updo], ben, true));
  const { id: treats } = valueOf(
    await saveAddOnGroup(db, {
      id: null,
      group: { name: 'Treats', service_ids: [cut] },
      addOns: [
        { id: null, values: { name: 'Tea' } },
        { id: null, values: { name: 'Head massage', price_cents: 900, extra_min: 5 } },
      ],
    }),
  );
  const emptied = valueOf(
    await saveAddOnGroup(db, { id: treats, group: { max_count: 2 }, addOns: [] }),
  );
  valueOf(await emptied.undo());
  valueOf(
    await addMenu(db, [
      {
        category: 'hair',
        colour: 'rose',
        services: [{ name: 'Blow-dry', variant: { price_cents: 0, duration_min: 30 } }],
      },
    ]),
  );
  const together = valueOf(
    await createBundle(db, {
      name: 'Bridal day',
      variant_ids: [must(short, 'a variant').id, variant],
      price_mode: 'fixed',
      price_cents: 9000,
    }),
  );
  valueOf(await editBundle(db, together, { price_mode: 'percent', percent_bp: 1500 }));
  const less = valueOf(await editBundle(db, together, { price_mode: 'amount', price_cents: 500 }));
  valueOf(await less.undo());
  valueOf(await moveBundle(db, together, 0));
  valueOf(await archiveBundle(db, together));
  valueOf(await restoreBundle(db, together));
  return { variant, mask };
};
