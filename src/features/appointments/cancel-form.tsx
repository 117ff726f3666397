import { useState } from 'react';
import { cancelAppointment } from '#db/commands/appointment-status.ts';
import type { Cancelling } from '#db/commands/cancel-many.ts';
import { noticeOf } from '#db/commands/fees.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { feesOfCancelling } from '#db/queries/fees.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { isLateCancellation } from '#domain/appointments/change-status.ts';
import type { FeeDecision } from '#domain/appointments/fee.ts';
import { isClass } from '#domain/appointments/seats.ts';
import { formatMoney } from '#domain/money/format.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { Button } from '#ui/button.tsx';
import { FilterChip } from '#ui/chip.tsx';
import { CheckboxField, TextField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Result } from '#domain/errors/result.ts';
import { tellDone, type Undoable } from '#app/tell.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { countWords } from './count-words.ts';

const REASONS = [
  { words: 'Client asked', by: 'client' },
  { words: 'Client is ill', by: 'client' },
  { words: 'We cannot', by: 'staff' },
  { words: 'Booked by mistake', by: 'staff' },
] as const;

/** More than one appointment is given up at once. */
export type WideCancel = {
  ids: readonly Uuid[];
  cancel: (why: Cancelling) => Promise<Result<Undoable>>;
};

/** Gives the time back, with a reason, and says beforehand what that means and costs. */
export function CancelForm({
  detail,
  business,
  name,
  wide,
  onDone,
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
  name: string;
  /** Others of its series, or of its group, go with it. */
  wide?: WideCancel | undefined;
  onDone: () => void;
}) {
  const db = useDb();
  const { appointment, rules, reach } = detail;
  const isSession = isClass(appointment);
  // No single client gives up a class.
  const reasons = REASONS.filter(({ by }) => by === 'staff' || !isSession);
  const [chosen, setChosen] = useState<(typeof REASONS)[number]>(reasons[0] ?? REASONS[0]);
  const [more, setMore] = useState('');
  // Who has no address is told by nobody but the person who cancels.
  const canTell = Boolean(reach?.email) && appointment.starts_at > db.now() && !isSession;
  const [tells, setTells] = useState(true);
  const noticeMin = noticeOf(appointment, rules);
  const isLate = isLateCancellation(appointment.starts_at, db.now(), noticeMin);
  const ids = wide?.ids ?? [appointment.id];
  const fees = useQuery((from) => feesOfCancelling(from, ids, chosen.by), [ids.join(), chosen.by]);
  const costs = fees && fees.cents > 0 ? fees : null;
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);

  const cancel = async (fee: FeeDecision): Promise<void> => {
    const reason = [chosen.words, more.trim()].filter(Boolean).join(': ');
    const silently = canTell && !tells;
    const why: Cancelling = { reason, by: chosen.by, fee, silently };
    const result = await (wide ? wide.cancel(why) : cancelAppointment(db, appointment.id, why));
    tellDone(result, wide ? `${name}: ${countWords(ids.length)} cancelled` : `${name}: cancelled`);
    if (result.ok) onDone();
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void cancel(costs ? 'owed' : 'proposed');
      }}
    >
      <div role="group" aria-label="Reason" className="flex flex-wrap gap-2">
        {reasons.map((reason) => (
          <FilterChip
            key={reason.words}
            selected={reason === chosen}
            onChange={() => setChosen(reason)}
          >
            {reason.words}
          </FilterChip>
        ))}
      </div>
      <TextField label="More" required={false} maxLength={400} value={more} onChange={setMore} />
      {canTell && (
        <CheckboxField
          label="Tell the client by mail"
          hint={tells ? 'In two minutes, with the reason.' : 'Nobody is told but by you.'}
          value={tells}
          onChange={setTells}
        />
      )}
      {isLate && !wide && chosen.by === 'client' && (
        <Notice tone="warning" title="A late cancellation">
          Less than {formatDuration(noticeMin)} before the start. It is counted in the client’s
          history.
          {costs && <p>It costs {money(costs.cents)}. Nothing is charged now.</p>}
        </Notice>
      )}
      {costs && wide && (
        <Notice tone="warning" title={`Late cancellations cost ${money(costs.cents)} together`}>
          {countWords(costs.count)} of {ids.length} late. Nothing is charged now.
        </Notice>
      )}
      {isSession && (
        <Notice tone="warning" title="Tell those who booked a seat">
          Daybook sends no mails about classes. Their seats are kept in case it takes place after
          all.
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Keep it</Button>
        {costs ? (
          <>
            <Button variant="danger" onClick={() => void cancel('waived')}>
              Cancel, waive fee
            </Button>
            <Button type="submit" variant="danger">
              Cancel, charge later
            </Button>
          </>
        ) : (
          <Button type="submit" variant="danger" disabled={ids.length === 0}>
            {wide
              ? `Cancel ${countWords(ids.length)}`
              : isSession
                ? 'Cancel class'
                : 'Cancel appointment'}
          </Button>
        )}
      </div>
    </form>
  );
}
