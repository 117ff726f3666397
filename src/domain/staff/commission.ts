import { basisPointsOf } from '#domain/money/allocate.ts';
import type {
  CommissionRate,
  CommissionRuleRow,
  CommissionStep,
  PaidRate,
  ServiceRow,
  Uuid,
} from '#domain/rows.ts';

/** As many steps as somebody can have beside their percentage. */
export const MOST_STEPS = 5;

/** … and as many services that earn something else. */
export const MOST_RATES = 100;

/**
 * What is earned of what somebody brought: a percentage, and of what goes beyond a step its own. It is rounded
 * once. Where more went back than was sold, no step was reached.
 */
export const commissionOf = (
  cents: number,
  bp: number,
  steps: readonly CommissionStep[] = [],
): number => {
  let [from, rate, parts] = [0, bp, 0];
  for (const step of steps) {
    if (cents <= step.from_cents) break;
    parts += (step.from_cents - from) * rate;
    [from, rate] = [step.from_cents, step.bp];
  }
  return basisPointsOf(parts + (cents - from) * rate, 1);
};

/** Services that were done, at what they brought without tax; null = those that earn the usual. */
export type DoneService<Id = Uuid> = { service: Id | null; cents: number; count: number };

/** What somebody earns of services; the percentages in basis points. */
export type ServiceRates = Pick<
  CommissionRuleRow,
  'service_bp' | 'service_steps' | 'service_cents'
>;

/** What services brought somebody: those at the usual rate together, each other one by itself. */
export type ServicePay<Id = Uuid> = {
  cents: number;
  count: number;
  own: (Omit<PaidRate, 'name' | 'service_id'> & { service: Id })[];
  pay_cents: number;
};

/** `rateOf`: what a service earns instead of the usual. */
export const servicePay = <Id>(
  done: readonly DoneService<Id>[],
  { service_bp, service_steps, service_cents = 0 }: ServiceRates,
  rateOf: (service: Id) => Omit<CommissionRate, 'service_id'> | undefined,
): ServicePay<Id> => {
  const own: ServicePay<Id>['own'] = [];
  const usual = { cents: 0, count: 0 };
  for (const { service, cents, count } of done) {
    const rate = service === null ? undefined : rateOf(service);
    if (service === null || rate === undefined) {
      usual.cents += cents;
      usual.count += count;
      continue;
    }
    const pay_cents = basisPointsOf(cents, rate.bp) + count * rate.cents;
    own.push({ service, count, net_cents: cents, bp: rate.bp, cents: rate.cents, pay_cents });
  }
  const pay = commissionOf(usual.cents, service_bp, service_steps) + usual.count * service_cents;
  return { ...usual, own, pay_cents: own.reduce((all, { pay_cents: one }) => all + one, pay) };
};

const NOTHING = { bp: 0, cents: 0 };

/** What a service earns somebody instead of the usual: by their own rate, or nothing by the word of the service. */
export const ownRate = (
  service: Pick<ServiceRow, 'id' | 'no_commission'>,
  rule: Pick<CommissionRuleRow, 'own_rates'> | undefined,
): Omit<CommissionRate, 'service_id'> | undefined =>
  rule?.own_rates?.find(({ service_id }) => service_id === service.id) ??
  (service.no_commission ? NOTHING : undefined);
