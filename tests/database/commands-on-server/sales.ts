import { createAppointment } from '#db/commands/appointments.ts';
import { noteDrawer } from '#db/commands/drawer.ts';
import { completeSale } from '#db/commands/sales.ts';
import { collectDue, refundLines, refundSale, voidSale } from '#db/commands/refunds.ts';
import { adjustGiftCard, blockGiftCard, extendGiftCard } from '#db/commands/gift-cards.ts';
import { createPackage } from '#db/commands/packages.ts';
import { mailReceipt } from '#db/commands/receipt-mails.ts';
import type { DaybookDb } from '#db/open.ts';
import { valueOf } from '#db/test-rows.ts';
import { giftCode } from '#domain/checkout/gift-code.ts';
import type { SaleInput } from '#domain/checkout/schema.ts';
import type { Uuid } from '#domain/rows.ts';
import { workOf } from './work.ts';
import type { Booked } from './work.ts';
import type { World } from './world.ts';

/** A visit is paid in three ways, another one later, one is given back in part, one was a slip. */
export const takeMoney = async ({ db, at, owner }: World, booked: Booked): Promise<void> => {
  const { ada, variant } = booked;
  const visit = valueOf(
    await createAppointment(db, {
      client_id: ada,
      source: 'staff',
      segments: [workOf(booked)(owner, at('15:00', 46))],
    }),
  );
  const cash = (amount_cents: number, tendered_cents = amount_cents) => ({
    method: 'cash' as const,
    label: null,
    amount_cents,
    tendered_cents,
  });
  const by = (method: 'card' | 'card_terminal' | 'other', amount_cents: number) => ({
    method,
    label: method === 'other' ? 'Voucher' : null,
    amount_cents,
    tendered_cents: null,
  });
  const cut: SaleInput['lines'][number] = {
    kind: 'service',
    name: 'Cut',
    qty: 1,
    unit_price_cents: 7501,
    discount: { bp: 1250 },
    tax: { name: 'VAT', milli_percent: 8875, inclusive: false },
    staff_id: owner,
    appointment_id: null,
    variant_id: variant,
  };
  const sale: SaleInput = {
    client_id: ada,
    lines: [{ ...cut, tax: null, discount: null, unit_price_cents: 7500 }],
    discount: null,
    discount_reason: null,
    tips: [],
    payments: [cash(7500, 8000)],
  };
  // 75.01 − 9.38 = 65.63; 3 × 4.99 = 14.97; 5.00 off both; 5.48 tax on what is left of the first.
  valueOf(
    await completeSale(db, {
      ...sale,
      lines: [
        { ...cut, appointment_id: visit },
        {
          ...cut,
          kind: 'custom',
          name: 'Wax',
          qty: 3,
          unit_price_cents: 499,
          discount: null,
          tax: { name: 'Food', milli_percent: 7000, inclusive: true },
          variant_id: null,
        },
      ],
      discount: { cents: 500 },
      discount_reason: 'Waited long',
      tips: [{ staff_id: owner, amount_cents: 1000 }],
      payments: [cash(3000, 5000), by('card_terminal', 4000), by('other', 2106)],
    }),
  );
  const later = valueOf(await completeSale(db, { ...sale, payments: [by('card', 7500)] })).id;
  valueOf(await collectDue(db, { ...cash(7500), sale_id: later }));
  const given = valueOf(await completeSale(db, sale)).id;
  valueOf(
    await refundSale(db, {
      sale_id: given,
      method: 'cash',
      amount_cents: 2500,
      reason: 'Too short',
    }),
  );
  const some = valueOf(
    await completeSale(db, {
      ...sale,
      lines: [{ ...cut, tax: null, discount: null, qty: 3, unit_price_cents: 2500 }],
    }),
  ).id;
  const [line] = await db.rows('sale_lines').where('sale_id').equals(some).toArray();
  valueOf(
    await refundLines(db, {
      sale_id: some,
      method: 'card_terminal',
      reason: 'One too many',
      lines: [{ sale_line_id: line!.id, qty: 1 }],
    }),
  );
  valueOf(await mailReceipt(db, some));
  await useGiftCards(db, sale, cash);
  await usePackages(db, sale, cash);
  const note = null;
  valueOf(await noteDrawer(db, { kind: 'open', amount_cents: 10_000, note }));
  valueOf(await noteDrawer(db, { kind: 'paid_out', amount_cents: 1500, note: 'Window cleaner' }));
  valueOf(await noteDrawer(db, { kind: 'no_sale', amount_cents: 0, note }));
  valueOf(await noteDrawer(db, { kind: 'close', amount_cents: 8500, note }));
  const slip = valueOf(await completeSale(db, { ...sale, client_id: null }));
  valueOf(await voidSale(db, slip.id));
  valueOf(await completeSale(db, { ...sale, discount: { bp: 10_000 }, payments: [] }));
};

/** One card is used, gets some back and is blocked; one goes back as it was, one with its whole sale. */
const useGiftCards = async (
  db: DaybookDb,
  sale: SaleInput,
  cash: (cents: number) => SaleInput['payments'][number],
): Promise<void> => {
  const sell = async (byte: number, cents: number): Promise<{ sale: Uuid; card: Uuid }> => {
    const line: SaleInput['lines'][number] = {
      kind: 'gift_card',
      name: 'Gift card',
      qty: 1,
      unit_price_cents: cents,
      discount: null,
      tax: null,
      staff_id: null,
      appointment_id: null,
      variant_id: null,
      gift_card: {
        code: giftCode(new Uint8Array(11).fill(byte)),
        recipient_name: 'Ben',
        message: 'Enjoy it',
        deliver_on: '2026-12-24',
        expires_on: '2031-12-24',
      },
    };
    const made = valueOf(
      await completeSale(db, { ...sale, lines: [line], payments: [cash(cents)] }),
    );
    const rows = await db.rows('gift_activities').where('sale_id').equals(made.id).toArray();
    return { sale: made.id, card: rows[0]!.card_id };
  };
  const used = await sell(1, 10_000);
  const pay = async (card_id: Uuid): Promise<Uuid> =>
    valueOf(
      await completeSale(db, {
        ...sale,
        payments: [
          {
            method: 'gift_card',
            label: '7KQ2',
            amount_cents: 5000,
            tendered_cents: null,
            card_id,
            lease_id: null,
          },
          cash(2500),
        ],
      }),
    ).id;
  const paid = await pay(used.card);
  const back = { method: 'gift_card' as const, reason: 'Too short' };
  valueOf(await refundSale(db, { ...back, sale_id: paid, amount_cents: 1500 }));
  valueOf(await voidSale(db, await pay(used.card)));
  valueOf(await blockGiftCard(db, used.card, true, 'Lost'));
  valueOf(await blockGiftCard(db, used.card, false));
  valueOf(await adjustGiftCard(db, used.card, 700, 'Goodwill'));
  valueOf(await adjustGiftCard(db, used.card, -200, 'Slip'));
  valueOf(await extendGiftCard(db, used.card, '2032-12-24'));
  valueOf(await extendGiftCard(db, used.card, null));
  const unused = await sell(2, 2500);
  const [line] = await db.rows('sale_lines').where('sale_id').equals(unused.sale).toArray();
  valueOf(
    await refundLines(db, {
      sale_id: unused.sale,
      method: 'cash',
      reason: 'Has one already',
      lines: [{ sale_line_id: line!.id, qty: 1 }],
    }),
  );
  valueOf(await voidSale(db, (await sell(3, 500)).sale));
};

/** One package is used twice, gets one visit back and goes back with what is left; one was a slip. */
const usePackages = async (
  db: DaybookDb,
  sale: SaleInput,
  cash: (cents: number) => SaleInput['payments'][number],
): Promise<void> => {
  const cut = sale.lines[0]!;
  const { service_id } = (await db.rows('service_variants').get(cut.variant_id!))!;
  const offer = {
    name: 'Three cuts',
    price_cents: 10_000,
    credits: 3,
    service_ids: [service_id],
    valid_days: 365,
  };
  const package_id = valueOf(await createPackage(db, offer));
  const sell = async (): Promise<{ sale: Uuid; line: Uuid; holding: Uuid }> => {
    const line: SaleInput['lines'][number] = {
      ...cut,
      kind: 'package',
      name: offer.name,
      unit_price_cents: 10_000,
      staff_id: null,
      variant_id: null,
      new_package: { package_id, credits: 3, service_ids: [service_id], expires_on: null },
    };
    const made = valueOf(
      await completeSale(db, { ...sale, lines: [line], payments: [cash(10_000)] }),
    );
    const [row] = await db.rows('package_activities').where('sale_id').equals(made.id).toArray();
    return { sale: made.id, line: row!.sale_line_id, holding: row!.holding_id };
  };
  const bought = await sell();
  const use = async (): Promise<Uuid> =>
    valueOf(
      await completeSale(db, {
        ...sale,
        lines: [{ ...cut, unit_price_cents: 3333, package_use: { holding_id: bought.holding } }],
        payments: [],
      }),
    ).id;
  const first = await use();
  const [line] = await db.rows('sale_lines').where('sale_id').equals(first).toArray();
  valueOf(
    await refundLines(db, {
      sale_id: first,
      method: 'package',
      reason: 'Too short',
      lines: [{ sale_line_id: line!.id, qty: 1 }],
    }),
  );
  await use();
  valueOf(await voidSale(db, await use()));
  valueOf(
    await refundLines(db, {
      sale_id: bought.sale,
      method: 'cash',
      reason: 'Moves away',
      lines: [{ sale_line_id: bought.line, qty: 1 }],
    }),
  );
  valueOf(await voidSale(db, (await sell()).sale));
};
