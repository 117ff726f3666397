import { feeFields, feeOf, feeTermsOf } from '#domain/appointments/fee.ts';
import type { FeeDecision, FeeFields } from '#domain/appointments/fee.ts';
import type { FeeService } from '#domain/appointments/fee-terms.ts';
import type {
  AppointmentRow,
  AppointmentSegmentRow,
  AppointmentStatus,
  BookingRulesRow,
  Uuid,
} from '#domain/rows.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { patchOp } from '#domain/commands/op.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import type { Done } from './edit-row.ts';

/** Minutes before the start from which a cancellation counts as late. */
export const noticeOf = (
  appointment: Pick<AppointmentRow, 'fee_terms'>,
  rules: BookingRulesRow | undefined,
): number => feeTermsOf(appointment, rules, []).notice_min;

/** The fields of the fee that a step brings with it, or of the one that it ends. */
export const feeOfStep = async (
  scope: Pick<WriteScope, 'list' | 'getMany' | 'now'>,
  appointment: AppointmentRow,
  rules: BookingRulesRow | undefined,
  step: { to: AppointmentStatus; by: 'client' | 'staff'; decision?: FeeDecision | undefined },
): Promise<FeeFields> => {
  const { to, by, decision } = step;
  if (to !== 'cancelled' && to !== 'no_show') return feeFields(appointment, null);
  const segments = await scope.list('appointment_segments', 'appointment_id', appointment.id);
  const work = await withServices(scope, segments);
  const fee = feeOf(appointment, work, rules, { to, by, at: scope.now });
  return feeFields(appointment, fee, decision);
};

type Segment = Pick<AppointmentSegmentRow, 'variant_id' | 'price_kind' | 'price_cents'>;

/** Each piece of work with the service that it is of. */
export const withServices = async <S extends Segment>(
  scope: Pick<WriteScope, 'getMany'>,
  segments: readonly S[],
): Promise<(S & { service: FeeService })[]> => {
  const variants = await scope.getMany(
    'service_variants',
    segments.map(({ variant_id }) => variant_id ?? ''),
  );
  const services = await scope.getMany(
    'services',
    variants.map((variant) => variant?.service_id ?? ''),
  );
  return segments.map((segment, place) => ({ ...segment, service: services[place] ?? null }));
};

/** What becomes of a fee. Codes: not_found, illegal_transition (there is none). */
export const decideFee = async (
  db: DaybookDb,
  id: Uuid,
  to: FeeDecision,
): Promise<Result<Done>> => {
  const before = await write(
    db,
    `appointment.fee_${to}`,
    async (scope): Promise<Decision<FeeDecision>> => {
      const appointment = await scope.get('appointments', id);
      if (!appointment) return fail('not_found', { rows: [`appointments:${id}`] });
      const from = appointment.fee_state ?? 'none';
      if (from === 'none') return fail('illegal_transition', { field: 'fee_state' });
      const ops = from === to ? [] : [patchOp('appointments', id, { fee_state: to })];
      return { ops, value: from };
    },
  );
  if (!before.ok) return before;
  const undo = async (): Promise<Result<Uuid>> => {
    const undone = await decideFee(db, id, before.value);
    return undone.ok ? ok(id) : undone;
  };
  return ok({ id, undo });
};
