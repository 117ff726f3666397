import { messageFor, ruleText } from '#app/messages.ts';
import { noteDrawer } from '#db/commands/drawer.ts';
import { whatIsLoaded } from '#db/queries/coverage.ts';
import type { Drawer } from '#db/queries/drawer.ts';
import { drawerNow } from '#db/queries/drawer.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { Shift } from '#domain/checkout/drawer.ts';
import { fail } from '#domain/errors/result.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, DrawerEventRow, Instant } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { showToast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { HistoryNotice } from './history-notice.tsx';
import { Totals } from './totals.tsx';

type Kind = DrawerEventRow['kind'];

const WORDS: Readonly<Record<Kind, { save: string; amount: string; done: string }>> = {
  open: { save: 'Open drawer', amount: 'Cash in the drawer', done: 'Drawer opened' },
  close: { save: 'Count and close', amount: 'Counted', done: 'Drawer closed' },
  paid_in: { save: 'Note it', amount: 'Put in', done: 'Noted' },
  paid_out: { save: 'Note it', amount: 'Taken out', done: 'Noted' },
  no_sale: { save: 'Note it', amount: '', done: 'Noted' },
};

const MAX_CENTS = 1_000_000_000;

/** The cash drawer: opened with a float, counted at the end, and what it should hold between. */
export function DrawerSheet({
  open,
  business,
  onClose,
}: {
  open: boolean;
  business: BusinessRow;
  onClose: () => void;
}) {
  const drawer = useQuery((db) => drawerNow(db), []);
  const loaded = useQuery(whatIsLoaded, []);
  if (!drawer || !loaded) return null;
  const [last] = drawer.shifts;
  const isOpen = last !== undefined && last.closed === null;
  return (
    <DrawerForm
      // What can be done is another thing once it was opened or closed, here or elsewhere.
      key={isOpen ? last.opened.id : 'closed'}
      open={open}
      drawer={drawer}
      current={isOpen ? last : null}
      business={business}
      historyFrom={loaded.historyFrom}
      onClose={onClose}
    />
  );
}

function DrawerForm({
  open,
  drawer: { shifts, waiting },
  current,
  business,
  historyFrom,
  onClose,
}: {
  open: boolean;
  drawer: Drawer;
  current: Shift | null;
  business: BusinessRow;
  historyFrom: Instant | null;
  onClose: () => void;
}) {
  const db = useDb();
  const initial: { kind: Kind; amount_cents: number | null; note: string } = {
    kind: current ? 'close' : 'open',
    amount_cents: null,
    note: '',
  };
  const form = useForm({
    initial,
    words: { error: messageFor, rule: ruleText },
    save: async ({ values: { kind, amount_cents, note } }) => {
      const amount = kind === 'no_sale' ? 0 : amount_cents;
      if (amount === null) return fail('invalid', { field: 'amount_cents', rule: 'required' });
      const noted = await noteDrawer(db, { kind, note, amount_cents: amount });
      if (noted.ok) showToast({ type: 'success', title: WORDS[kind].done });
      return noted;
    },
    onSaved: onClose,
  });
  const { values, change, error } = form;
  const words = WORDS[values.kind];
  const past = shifts.filter(({ closed }) => closed !== null);
  return (
    <FormSheet open={open} title="Cash drawer" saveLabel={words.save} form={form} onClose={onClose}>
      {current ? (
        <>
          <ShiftSums shift={current} business={business} historyFrom={historyFrom} />
          <p className="text-sm text-muted">
            Sales of devices that are not connected are counted as soon as they are here.
            {waiting > 0 &&
              ` ${waiting} of this device ${waiting === 1 ? 'is' : 'are'} not synced.`}
          </p>
          <ChoiceField<Kind>
            label="What is done"
            value={values.kind}
            onChange={(kind) => change({ kind })}
            choices={[
              { value: 'close', label: 'Count and close' },
              { value: 'paid_in', label: 'Put cash in' },
              { value: 'paid_out', label: 'Take cash out' },
              { value: 'no_sale', label: 'Open it without a sale' },
            ]}
          />
        </>
      ) : (
        <p className="text-muted">Count what is in it, and open it with that.</p>
      )}
      {values.kind !== 'no_sale' && (
        <MoneyField
          label={words.amount}
          currency={business.currency}
          locale={business.locale}
          maxCents={MAX_CENTS}
          value={values.amount_cents}
          error={error('amount_cents')}
          onChange={(amount_cents) => change({ amount_cents })}
        />
      )}
      <TextField
        label="Reason"
        required={values.kind === 'paid_in' || values.kind === 'paid_out'}
        maxLength={500}
        autoComplete="off"
        value={values.note}
        error={error('note')}
        onChange={(note) => change({ note })}
      />
      {past.length > 0 && (
        <section aria-label="Counted before" className="grid gap-4 border-t border-line pt-4">
          <h3 className="font-semibold">Counted before</h3>
          {past.map((shift) => (
            <ShiftSums
              key={shift.opened.id}
              shift={shift}
              business={business}
              historyFrom={historyFrom}
            />
          ))}
        </section>
      )}
    </FormSheet>
  );
}

/** How what should be in the drawer comes about, and whether it was. */
function ShiftSums({
  shift,
  business,
  historyFrom,
}: {
  shift: Shift;
  business: BusinessRow;
  historyFrom: Instant | null;
}) {
  const { opened, again, closed, salesCents, inCents, outCents, expectedCents, overCents } = shift;
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const { dateTime } = businessFormats(business);
  // Else what is missing here is sales, not cash.
  const isWhole = historyFrom === null || opened.occurred_at >= historyFrom;
  const line = (name: string, cents: number) => (cents === 0 ? [] : [{ name, text: money(cents) }]);
  return (
    <section aria-label={`Opened ${dateTime(opened.occurred_at)}`} className="grid gap-2">
      <p className="text-sm text-muted">
        {dateTime(opened.occurred_at)}
        {closed && ` – ${dateTime(closed.occurred_at)}`}
      </p>
      <Totals
        lines={[
          { name: 'Opened with', text: money(opened.amount_cents) },
          { name: 'Sales in cash, less refunds', text: money(salesCents) },
          ...line('Put in', inCents),
          ...line('Taken out', -outCents),
          { name: 'Should be in it', text: money(expectedCents), isStrong: true },
          ...(closed ? [{ name: 'Counted', text: money(closed.amount_cents) }] : []),
        ]}
      />
      <HistoryNotice business={business} from={opened.occurred_at} historyFrom={historyFrom} />
      {isWhole && overCents !== null && overCents !== 0 && (
        <Notice tone="warning">
          {overCents < 0 ? `${money(-overCents)} missing` : `${money(overCents)} too much`}
          {closed?.note && `: ${closed.note}`}
        </Notice>
      )}
      {again.length > 0 && (
        <p className="text-sm text-muted">
          Opened on another device too, with{' '}
          {again.map((one) => money(one.amount_cents)).join(', ')}: taken for the same cash.
        </p>
      )}
    </section>
  );
}
