import type { AppError } from '#domain/errors/result.ts';
import { CallLink } from './call-link.tsx';

/** Refusals that no other try changes: what is left is to talk to the business. */
const FOR_GOOD: ReadonlySet<string> = new Set([
  'too_late',
  'cancel_disabled',
  'reschedule_disabled',
  'reschedule_limit',
]);

/** Beside a refusal that says to contact the business: how. The foot of the page may lie under a dialog. */
export function CallInstead({
  refusal,
  phone,
}: {
  refusal: AppError | null;
  phone: string | null;
}) {
  if (!refusal || !FOR_GOOD.has(refusal.code) || !phone) return null;
  return (
    <p className="mt-3">
      <CallLink phone={phone} />
    </p>
  );
}
