import { createAppointment } from '#db/commands/appointments.ts';
import { createClient } from '#db/commands/clients.ts';
import { createPackage } from '#db/commands/packages.ts';
import { createProduct } from '#db/commands/products.ts';
import { completeSale } from '#db/commands/sales.ts';
import { createService } from '#db/commands/services.ts';
import { createStaff } from '#db/commands/staff.ts';
import { valueOf } from '#db/test-rows.ts';
import { giftCode } from '#domain/checkout/gift-code.ts';
import type { SaleInput } from '#domain/checkout/schema.ts';
import { must } from '#domain/errors/assert.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import type { EngineDevice } from '../../harness/engine-device.ts';
import { TILL } from './visits.ts';

export const PLAIN: Pick<SaleInput, 'discount' | 'discount_reason' | 'tips'> = {
  discount: null,
  discount_reason: null,
  tips: [],
};
const terminal = (amount_cents: number): SaleInput['payments'] => [
  { method: 'card_terminal', label: null, amount_cents, tendered_cents: null },
];

/** Who works, who comes, what is sold, and forty visits of five minutes each from a moment on. */
export const prepare = async ({ db }: EngineDevice, from: Instant) => {
  const owner = must((await db.rows('staff').toArray())[0], 'the owner').id;
  const ben = valueOf(await createStaff(db, { display_name: 'Ben' }));
  const service = valueOf(
    await createService(db, { name: 'Cut' }, [{ duration_min: 5, price_cents: 6000 }]),
  );
  const variantId = must(
    (await db.rows('service_variants').toArray()).find(({ service_id }) => service_id === service),
    'a variant',
  ).id;
  const productId = valueOf(
    await createProduct(db, { name: 'Matte clay', price_cents: 1735, cost_cents: 700 }, 50_000),
  );
  const clients = [
    valueOf(await createClient(db, { first_name: 'Ada' })),
    valueOf(await createClient(db, { first_name: 'Bea' })),
  ] as const;
  const offer = {
    name: 'Three cuts',
    price_cents: 10_000,
    credits: 3,
    service_ids: [service],
    valid_days: null,
  };
  const packageId = valueOf(await createPackage(db, offer));
  const visits = async (staffId: Uuid, clientId: Uuid): Promise<Uuid[]> => {
    const ids: Uuid[] = [];
    for (let place = 0; place < TILL.sales; place += 1) {
      const made = await createAppointment(db, {
        client_id: clientId,
        segments: [visitAt(staffId, variantId, addMinutes(from, 5 * place))],
      });
      ids.push(valueOf(made));
    }
    return ids;
  };
  return {
    owner,
    ben,
    variantId,
    productId,
    clients,
    newPackage: { package_id: packageId, credits: 3, service_ids: [service], expires_on: null },
    visits: [await visits(owner, clients[0]), await visits(ben, clients[1])] as const,
  };
};
type Salon = Awaited<ReturnType<typeof prepare>>;

const visitAt = (staff_id: Uuid, variant_id: Uuid, starts_at: Instant) => ({
  variant_id,
  service_name: 'Cut',
  add_on_ids: [],
  staff_id,
  any_staff: false,
  starts_at,
  duration_min: 5,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  travel_before_min: 0,
  travel_after_min: 0,
  processing_bookable: true,
  price_kind: 'fixed' as const,
  price_cents: 6000,
});

const soldLine = (part: Partial<SaleInput['lines'][number]>): SaleInput['lines'][number] => ({
  kind: 'gift_card',
  name: 'Gift card',
  qty: 1,
  unit_price_cents: 5000,
  discount: null,
  tax: null,
  staff_id: null,
  appointment_id: null,
  variant_id: null,
  ...part,
});

/** The first device sells two cards in one sale, the second one a package to each client. */
export const sellAhead = async (
  [desk, chair]: readonly [EngineDevice, EngineDevice],
  { clients, newPackage }: Salon,
): Promise<{ cards: Uuid[]; holdings: Uuid[] }> => {
  const cardLine = (byte: number) =>
    soldLine({
      gift_card: {
        code: giftCode(new Uint8Array(11).fill(byte)),
        recipient_name: null,
        message: null,
        deliver_on: null,
        expires_on: null,
      },
    });
  const sale = { ...PLAIN, client_id: clients[0] };
  const lines = [cardLine(1), cardLine(2)];
  const sold = valueOf(
    await completeSale(desk.db, { ...sale, lines, payments: terminal(10_000) }),
  ).id;
  const activities = await desk.db.rows('gift_activities').where('sale_id').equals(sold).toArray();
  const holdings: Uuid[] = [];
  for (const client_id of clients) {
    const line = soldLine({
      kind: 'package',
      name: 'Three cuts',
      unit_price_cents: 10_000,
      new_package: newPackage,
    });
    const made = valueOf(
      await completeSale(chair.db, {
        ...sale,
        client_id,
        lines: [line],
        payments: terminal(10_000),
      }),
    ).id;
    const [row] = await chair.db.rows('package_activities').where('sale_id').equals(made).toArray();
    holdings.push(must(row, 'what was sold').holding_id);
  }
  await Promise.all([desk.synced(), chair.synced()]);
  return { cards: activities.map(({ card_id }) => card_id), holdings };
};
