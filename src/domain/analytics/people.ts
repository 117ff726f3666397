import { isPrepaidLine } from '#domain/checkout/prepaid.ts';
import { commissionOf, ownRate, servicePay } from '#domain/staff/commission.ts';
import type { DoneService } from '#domain/staff/commission.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { groupOf, within } from './facts.ts';
import type { Book, LineFact, Ref, SaleFact } from './facts.ts';
import type { Parts } from './period.ts';

/** What one person of the team sold, and who came to them. Amounts in cents. */
export type PersonFigures = {
  staff: Ref;
  /** Sales with something of theirs in it. */
  sales: number;
  /** Charged for what was theirs in one of them on average; null = there is none. */
  ticket: number | null;
  /** Clients with a kept visit with them, each counted once. */
  clients: number;
  /** Have another visit, with anybody, after their last kept one with them in the period. */
  rebooked: number;
  /** Of net services and products at the percentages as they are now, as one run; null = nobody has said any. */
  commission: number | null;
};

/** Of everybody who sold something or was visited in the period; in no order. */
export const peopleFigures = (book: Book, { edges }: Parts, now: EpochMin): PersonFigures[] => {
  const [from, to] = [edges[0]!, edges.at(-1)!];
  const people = new Map<Ref, Working>();
  const of = (staff: Ref): Working => groupOf(people, staff, () => emptyPerson(book.names.length));
  const services = servicesByRef(book);
  const earned = (person: Working, line: LineFact, net: number, qty: number): void => {
    if (line.kind === 'product') person.products += net;
    if (line.kind !== 'service' && line.kind !== 'add_on') return;
    const isOwn = line.kind === 'service' && services.has(line.item);
    const one = isOwn ? doneBy(person, line.item) : person.usual;
    one.cents += net;
    if (line.kind === 'service') one.count += qty;
  };
  for (const line of within(book.lines, from, to)) {
    if (line.sale.isVoid || line.staff === 0 || isPrepaidLine(line.kind)) continue;
    const person = of(line.staff);
    if (line.sale !== person.lastSale) person.sales += 1;
    person.lastSale = line.sale;
    person.charged += line.total;
    earned(person, line, Math.max(0, line.total - line.tax), line.qty);
  }
  for (const { line, cents, tax, qty } of within(book.refunds, from, to)) {
    if (!line || line.staff === 0) continue;
    // The tax of a full price may be more than what was left of it: nobody has earned anything of that.
    earned(of(line.staff), line, line.tax <= line.total ? -(cents - tax) : 0, -qty);
  }
  for (const { at, client, state, staff } of within(book.visits, from, to)) {
    if (state !== 'active' || at > now || client === 0) continue;
    // They are in the order of their start: the last one stays.
    for (const one of staff) of(one).lastVisits[client] = at;
  }
  const ruleOf = new Map(book.rows.commission_rules.map((rule) => [rule.id, rule]));
  const rules = new Map(
    book.rows.staff.map(({ id }, place) => [book.team[place]!, ruleOf.get(id)]),
  );
  return [...people].map(([staff, person]) => {
    const { sales, charged, usual, done, products, lastVisits } = person;
    const rule = rules.get(staff);
    return {
      staff,
      sales,
      ticket: sales === 0 ? null : Math.round(charged / sales),
      ...comingsOf(book, lastVisits),
      commission: rule
        ? servicePay([usual, ...done.values()], rule, (ref) => ownRate(services.get(ref)!, rule))
            .pay_cents + commissionOf(products, rule.product_bp)
        : null,
    };
  });
};

/** Those that earn somebody something else than usual: the others are counted together. */
const servicesByRef = ({ services, rows }: Book) => {
  const own = new Set(
    rows.commission_rules.flatMap(({ own_rates = [] }) =>
      own_rates.map(({ service_id }) => service_id),
    ),
  );
  return new Map(
    rows.services.flatMap((row, place) =>
      row.no_commission || own.has(row.id) ? [[services[place]!, row] as const] : [],
    ),
  );
};

/** How many clients there are among those visits, and how many of them come again. */
const comingsOf = (
  { clients: histories }: Book,
  lastVisits: Int32Array,
): Pick<PersonFigures, 'clients' | 'rebooked'> => {
  let [clients, rebooked] = [0, 0];
  lastVisits.forEach((last, client) => {
    if (last === 0) return;
    clients += 1;
    if (histories[client]!.last > last) rebooked += 1;
  });
  return { clients, rebooked };
};

const doneBy = ({ done }: Working, service: Ref): DoneService<Ref> =>
  groupOf(done, service, () => ({ service, cents: 0, count: 0 }));

type Working = {
  sales: number;
  /** Lines of one sale stand together. */
  lastSale: SaleFact | null;
  charged: number;
  /** Services that earn what is usual. */
  usual: DoneService<Ref>;
  /** The others, by service. */
  done: Map<Ref, DoneService<Ref>>;
  products: number;
  /** Epoch minutes by client; 0 = none. */
  lastVisits: Int32Array;
};

/** `refs`: how many there are in the book. */
const emptyPerson = (refs: number): Working => ({
  sales: 0,
  lastSale: null,
  charged: 0,
  usual: { service: null, cents: 0, count: 0 },
  done: new Map(),
  products: 0,
  lastVisits: new Int32Array(refs),
});
