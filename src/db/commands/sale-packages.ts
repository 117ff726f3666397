/** What a sale and its refunds do to packages: rows beside those of the sale, in the same mutation. */
import type { Counted } from '#domain/checkout/cart.ts';
import { packageLeft, packageState } from '#domain/checkout/packages.ts';
import type { PackageLeft } from '#domain/checkout/packages.ts';
import { LABEL_MAX } from '#domain/checkout/schema.ts';
import type { SaleInput } from '#domain/checkout/schema.ts';
import { putOp } from '#domain/commands/op.ts';
import type { NewRow, Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { PackageActivityRow, RefundRow, Uuid } from '#domain/rows.ts';
import { businessToday } from '../business-day.ts';
import type { WriteScope } from '../write.ts';

/**
 * Whether packages can be sold and used like this: one is bought at its price and not on trust; a credit
 * pays one visit.
 */
export const paysPackages = ({ lines, payments }: SaleInput): boolean => {
  const sells = lines.some(({ kind }) => kind === 'package');
  return (
    lines.every(
      ({ kind, qty, discount, tax, new_package, package_use }) =>
        (kind === 'package') === Boolean(new_package) &&
        (kind !== 'package' || (qty === 1 && discount === null && tax === null)) &&
        (!package_use ||
          (kind === 'service' && qty === 1 && discount === null && tax?.inclusive !== false)),
    ) &&
    (!sells || payments.every(({ method }) => method !== 'card' && method !== 'owed'))
  );
};

type PackageParts = { holdings: Op[]; activities: Op[]; payments: Op[] };

/** Packages that are sold and credits that pay. Codes: not_found, package_short. */
export const packageParts = async (
  scope: WriteScope,
  saleId: Uuid,
  sale: SaleInput,
  counted: Counted,
  lineIds: readonly Uuid[],
): Promise<Result<PackageParts>> => {
  const { newId, businessId, now } = scope;
  const parts: PackageParts = { holdings: [], activities: [], payments: [] };
  const today = await businessToday(scope);
  const lefts = new Map<Uuid, PackageLeft>();
  for (const [place, line] of sale.lines.entries()) {
    const { name, unit_price_cents, new_package, package_use } = line;
    const sale_line_id = lineIds[place]!;
    if (new_package) {
      const row: NewRow<'package_holdings'> = {
        ...new_package,
        id: newId(),
        business_id: businessId,
        client_id: sale.client_id,
        name: name.slice(0, NAME_MAX),
        price_cents: unit_price_cents,
      };
      parts.holdings.push(putOp('package_holdings', row));
      parts.activities.push(
        packageOp(scope, newId(), {
          holding_id: row.id,
          kind: 'sell',
          credits: row.credits,
          amount_cents: unit_price_cents,
          sale_id: saleId,
          sale_line_id,
        }),
      );
    }
    if (!package_use) continue;
    const { holding_id } = package_use;
    const holding = await scope.get('package_holdings', holding_id);
    if (!holding) return fail('not_found', { rows: [`package_holdings:${holding_id}`] });
    const left =
      lefts.get(holding_id) ??
      packageLeft(await scope.list('package_activities', 'holding_id', holding_id));
    const amount_cents = counted.lines[place]!.total_cents;
    if (
      packageState(holding, left, today) !== 'active' ||
      amount_cents < 1 ||
      amount_cents > left.cents ||
      !(await isTheirs(scope, holding.client_id, sale.client_id))
    ) {
      return fail('package_short', { field: 'lines' });
    }
    lefts.set(holding_id, { credits: left.credits - 1, cents: left.cents - amount_cents });
    const id = newId();
    parts.activities.push(
      packageOp(scope, id, {
        holding_id,
        kind: 'redeem',
        credits: -1,
        amount_cents: -amount_cents,
        sale_id: saleId,
        sale_line_id,
      }),
    );
    parts.payments.push(
      putOp('payments', {
        id,
        business_id: businessId,
        sale_id: saleId,
        appointment_id: null,
        occurred_at: now,
        method: 'package',
        label: holding.name.trim().slice(0, LABEL_MAX),
        amount_cents,
        tendered_cents: null,
        state: 'captured',
        collects: false,
      }),
    );
  }
  return ok(parts);
};

const NAME_MAX = 120;

/** A client uses their own packages, and those of who answers for them. */
const isTheirs = async (
  scope: WriteScope,
  holder: Uuid | null,
  clientId: Uuid | null,
): Promise<boolean> => {
  const client = clientId ? await scope.get('clients', clientId) : undefined;
  if (!client || holder === null) return false;
  const owner = await scope.get('clients', holder);
  return [holder, owner?.merged_into].some(
    (id) => id === client.id || (id !== null && id === client.guardian_id),
  );
};

/** By the line that sold it: what is left of each package of a sale. */
export const packagesSold = async (
  scope: WriteScope,
  saleId: Uuid,
): Promise<Map<Uuid, { sold: PackageActivityRow; left: PackageLeft }>> => {
  const ledger = await scope.list('package_activities', 'sale_id', saleId);
  const found = new Map<Uuid, { sold: PackageActivityRow; left: PackageLeft }>();
  for (const sold of ledger) {
    if (sold.kind !== 'sell') continue;
    const rows = await scope.list('package_activities', 'holding_id', sold.holding_id);
    found.set(sold.sale_line_id, { sold, left: packageLeft(rows) });
  }
  return found;
};

type RefundPart = Pick<RefundRow, 'method' | 'sale_line_id' | 'amount_cents'>;

/**
 * What refunds do to packages: money for a package goes back with what is left of it, and what a credit
 * paid goes back as the credit. Codes: already_refunded, package_used.
 */
export const packageRefunds = async (
  scope: WriteScope,
  saleId: Uuid,
  rows: readonly RefundPart[],
): Promise<Result<Op[]>> => {
  const ledger = await scope.list('package_activities', 'sale_id', saleId);
  const sold = await packagesSold(scope, saleId);
  const ops: Op[] = [];
  for (const { method, sale_line_id, amount_cents } of rows) {
    const line = { sale_id: saleId, sale_line_id: sale_line_id ?? '' };
    const pack = sold.get(line.sale_line_id);
    if (pack) {
      if (method === 'package') return fail('already_refunded', { field: 'method' });
      const { credits, cents } = pack.left;
      if (credits <= 0 || cents !== amount_cents) return fail('package_used', { field: 'lines' });
      ops.push(
        packageOp(scope, scope.newId(), {
          ...line,
          holding_id: pack.sold.holding_id,
          kind: 'cancel',
          credits: -credits,
          amount_cents: -cents,
        }),
      );
    } else if (method === 'package') {
      const used = ledger.find(
        (row) => row.kind === 'redeem' && row.sale_line_id === line.sale_line_id,
      );
      if (!used || used.amount_cents !== -amount_cents) {
        return fail('already_refunded', { field: 'method' });
      }
      ops.push(returnOp(scope, used));
    }
  }
  return ok(ops);
};

/** A sale that is taken back: what it sold goes, credits that paid are there again. Codes: package_used. */
export const packageVoid = async (scope: WriteScope, saleId: Uuid): Promise<Result<Op[]>> => {
  const ops: Op[] = [];
  for (const row of await scope.list('package_activities', 'sale_id', saleId)) {
    if (row.kind === 'redeem' && row.credits < 0) ops.push(returnOp(scope, row));
  }
  for (const { sold, left } of (await packagesSold(scope, saleId)).values()) {
    if (left.credits < sold.credits || left.cents < sold.amount_cents) {
      return fail('package_used', { field: 'lines' });
    }
    const { holding_id, sale_id, sale_line_id } = sold;
    ops.push(
      packageOp(scope, scope.newId(), {
        holding_id,
        sale_id,
        sale_line_id,
        kind: 'cancel',
        credits: -left.credits,
        amount_cents: -left.cents,
      }),
    );
  }
  return ok(ops);
};

const returnOp = (
  scope: WriteScope,
  { holding_id, sale_id, sale_line_id, amount_cents }: PackageActivityRow,
): Op =>
  packageOp(scope, scope.newId(), {
    holding_id,
    sale_id,
    sale_line_id,
    kind: 'return',
    credits: 1,
    amount_cents: -amount_cents,
  });

/** One line of the ledger of a package. */
const packageOp = (
  { businessId, now }: WriteScope,
  id: Uuid,
  value: Pick<
    PackageActivityRow,
    'holding_id' | 'kind' | 'credits' | 'amount_cents' | 'sale_id' | 'sale_line_id'
  >,
): Op => {
  const row: NewRow<'package_activities'> = {
    ...value,
    id,
    business_id: businessId,
    occurred_at: now,
  };
  return putOp('package_activities', row);
};
