import type { Database } from '#supabase/local/database/database.ts';
import type { Uuid } from '#domain/rows.ts';
import type { Salon } from '../salon.ts';
import { insert, newId } from '../setup.ts';

export type Menu = {
  care: Uuid;
  /** A cut and a care, for 65.00 instead of 70.00. */
  bundle: Uuid;
  /** Nobody books it without a form. */
  tattoo: Uuid;
  tattooing: Uuid;
};

const addService = async (
  db: Database,
  { id: business_id }: Salon,
  name: string,
  service: object,
  variant: object,
): Promise<{ service: Uuid; variant: Uuid }> => {
  const one = { service: newId(), variant: newId() };
  await insert(db, 'services', {
    id: one.service,
    business_id,
    name,
    colour: 'teal',
    sort_key: 'c0',
    ...service,
  });
  await insert(db, 'service_variants', {
    id: one.variant,
    business_id,
    service_id: one.service,
    name: '',
    sort_key: 'a0',
    ...variant,
  });
  return one;
};

/** What else can be asked for: a visit at the client's, a bundle, a service that a form goes before. */
export const addMenu = async (db: Database, salon: Salon): Promise<Menu> => {
  await db.sql(`update public.services set location_types = '{business,client}' where id = $1`, [
    salon.service,
  ]);
  const care = await addService(
    db,
    salon,
    'Care',
    { location_types: ['business', 'client'] },
    { duration_min: 30, price_cents: 2000 },
  );
  const bundle = newId();
  await insert(db, 'bundles', {
    id: bundle,
    business_id: salon.id,
    name: 'Cut and care',
    variant_ids: [salon.cut, care.variant],
    price_mode: 'amount',
    price_cents: 500,
    sort_key: 'b0',
  });
  const tattoo = await addService(db, salon, 'Tattoo', {}, { duration_min: 60, price_cents: 9000 });
  return { care: care.variant, bundle, tattoo: tattoo.variant, tattooing: tattoo.service };
};
