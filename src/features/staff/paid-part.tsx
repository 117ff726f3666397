import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { markPaid } from '#db/commands/pay.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow, PayRunRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { isDay } from '#domain/time/day.ts';
import { Button } from '#ui/button.tsx';
import { DateField, TextField } from '#ui/fields.tsx';
import { tellOutcome } from '#ui/outcome.ts';

/** Whether a closed run was paid out, when and how. */
export function PaidPart({ run, business }: { run: PayRunRow; business: BusinessRow }) {
  const db = useDb();
  const [day, setDay] = useState(() => wallAt(business.time_zone, db.now()).day);
  const [note, setNote] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { date } = businessFormats(business);
  const save = async (): Promise<void> => {
    setChecked(true);
    if (!isDay(day)) return;
    const paid = { paid_on: day, paid_note: note };
    tellOutcome(await markPaid(db, run.id, paid, run.rev), 'Marked as paid', messageFor);
  };
  const takeBack = async (): Promise<void> => {
    const paid = { paid_on: null, paid_note: null };
    tellOutcome(await markPaid(db, run.id, paid, run.rev), 'Marked as not paid', messageFor);
  };
  if (run.paid_on) {
    return (
      <div className="grid justify-items-start gap-2">
        <p className="font-medium break-words">
          Paid on {date(run.paid_on)}
          {run.paid_note && `: ${run.paid_note}`}
        </p>
        <Button size="sm" variant="quiet" onClick={() => void takeBack()}>
          Not paid after all
        </Button>
      </div>
    );
  }
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DateField
        label="Paid on"
        value={day}
        error={isChecked && !isDay(day) ? 'Choose a day.' : undefined}
        onChange={setDay}
      />
      <TextField
        label="How"
        required={false}
        hint="Bank transfer, cash. Whoever is in this run sees it."
        maxLength={200}
        autoComplete="off"
        value={note}
        onChange={setNote}
      />
      <Button type="submit" icon={CheckCheck} className="justify-self-start">
        Mark as paid
      </Button>
    </form>
  );
}
