import { useState } from 'react';
import { messageFor, ruleText } from '#app/messages.ts';
import { closeDay } from '#db/commands/day-close.ts';
import { dayState } from '#db/queries/day-close.ts';
import type { DayState } from '#db/queries/day-close.ts';
import type { SaleView } from '#db/queries/sales.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { sinceClose } from '#domain/checkout/day-close.ts';
import type { DaySums } from '#domain/checkout/day-close.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Day, DayCloseRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { CheckboxField, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { Notice } from '#ui/notice.tsx';
import { showToast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { Totals } from './totals.tsx';
import { sumsOf } from './transaction-list.ts';

type Span = { from: string; to: string };

type Props = {
  open: boolean;
  business: BusinessRow;
  day: Day;
  span: Span;
  /** Of that day. */
  views: readonly SaleView[];
  onClose: () => void;
};

/** What a day came to, whose sales may still come, and what came since it was closed. */
export function DayCloseSheet(props: Props) {
  const { day, span } = props;
  const state = useQuery((db) => dayState(db, day, span.to), [day, span.to]);
  return state ? <DayCloseForm {...props} state={state} /> : null;
}

const daySums = (views: readonly SaleView[], { from, to }: Span): DaySums => {
  const { taken, back, tips, due } = sumsOf(views, { from, to, method: '' });
  return {
    sales: views.filter(
      ({ sale, standing }) =>
        sale.occurred_at >= from && sale.occurred_at < to && standing.state !== 'void',
    ).length,
    taken_cents: taken,
    back_cents: back,
    tip_cents: tips,
    due_cents: due,
  };
};

function DayCloseForm({
  open,
  business,
  day,
  span,
  views,
  state: { ownPrefix, others, closes, isDrawerOpen },
  onClose,
}: Props & { state: DayState }) {
  const db = useDb();
  // Those of which a person knows that they have sent everything.
  const [isHere, setHere] = useState<Record<string, boolean>>({});
  const sums = daySums(views, span);
  const waiting = views.filter(({ pending }) => pending).length;
  const waiting_for = [
    ...(waiting > 0 && ownPrefix !== null ? [ownPrefix] : []),
    ...others.map((one) => one.receipt_prefix).filter((prefix) => !isHere[prefix]),
  ];
  const form = useForm({
    initial: { note: '' },
    words: { error: messageFor, rule: ruleText },
    save: ({ values: { note } }) => closeDay(db, { ...sums, on_day: day, waiting_for, note }),
    onSaved: () => {
      showToast({ type: 'success', title: 'Day closed' });
      onClose();
    },
  });
  const { date, dateTime } = businessFormats(business);
  return (
    <FormSheet
      open={open}
      title={`Close ${date(day)}`}
      saveLabel={closes.length > 0 ? 'Close again' : 'Close the day'}
      form={form}
      onClose={onClose}
    >
      <DayTotals sums={sums} business={business} />
      {isDrawerOpen && (
        <Notice tone="warning">The cash drawer is still open. Count it first.</Notice>
      )}
      {waiting > 0 && (
        <Notice tone="warning">
          {waiting === 1 ? '1 sale' : `${waiting} sales`} of this device{' '}
          {waiting === 1 ? 'is' : 'are'} not synced yet. Others do not see{' '}
          {waiting === 1 ? 'it' : 'them'} until this device is connected.
        </Notice>
      )}
      {others.length > 0 && (
        <fieldset className="grid min-w-0 gap-2">
          <legend className="mb-1.5 font-medium">Other devices that ring up sales</legend>
          <p className="text-sm text-muted">
            What they sold without a connection is not counted here yet. Tick those that have sent
            everything; the others are named in the close.
          </p>
          {others.map(({ receipt_prefix, heardAt }) => (
            <CheckboxField
              key={receipt_prefix}
              label={`Receipts ${receipt_prefix}-…`}
              hint={
                heardAt === null ? 'No sale has arrived' : `Last sale arrived ${dateTime(heardAt)}`
              }
              value={isHere[receipt_prefix] ?? false}
              onChange={(value) => setHere({ ...isHere, [receipt_prefix]: value })}
            />
          ))}
        </fieldset>
      )}
      <TextField
        label="Note"
        required={false}
        maxLength={500}
        autoComplete="off"
        value={form.values.note}
        error={form.error('note')}
        onChange={(note) => form.change({ note })}
      />
      {closes.length > 0 && (
        <section aria-label="Closed before" className="grid gap-4 border-t border-line pt-4">
          <h3 className="font-semibold">Closed before</h3>
          {closes.map((close) => (
            <ClosedDay key={close.id} close={close} sums={sums} business={business} />
          ))}
        </section>
      )}
    </FormSheet>
  );
}

function DayTotals({ sums, business }: { sums: DaySums; business: BusinessRow }) {
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const { sales, taken_cents, back_cents, tip_cents, due_cents } = sums;
  const line = (name: string, cents: number) => (cents === 0 ? [] : [{ name, text: money(cents) }]);
  return (
    <Totals
      lines={[
        { name: 'Sales', text: String(sales) },
        { name: 'Taken', text: money(taken_cents), isStrong: true },
        ...line('Given back', -back_cents),
        ...(back_cents === 0
          ? []
          : [{ name: 'Taken, less refunds', text: money(taken_cents - back_cents) }]),
        ...line('Of it tips', tip_cents),
        ...line('To be collected', due_cents),
      ]}
    />
  );
}

function ClosedDay({
  close,
  sums,
  business,
}: {
  close: DayCloseRow;
  sums: DaySums;
  business: BusinessRow;
}) {
  const since = sinceClose(close, sums);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const more = since && `${since.cents < 0 ? '−' : '+'}${money(Math.abs(since.cents))}`;
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">
        {[businessFormats(business).dateTime(close.occurred_at), close.note]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <DayTotals sums={close} business={business} />
      {close.waiting_for.length > 0 && (
        <p className="text-sm text-muted">
          Not all sales of {close.waiting_for.join(', ')} were there.
        </p>
      )}
      {since && (
        <Notice tone="warning">
          Changed since: {since.sales} in the number of sales, {more} in money.
        </Notice>
      )}
    </div>
  );
}
