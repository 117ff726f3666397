import { Download } from 'lucide-react';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { useDb } from '#db/use-query.ts';
import type { Payout, PayoutLine } from '#domain/checkout/payouts.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { download } from '#platform/download.ts';
import type { PayoutServer } from '#remote/payouts.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { AskAgain } from '../ask-again.tsx';
import { pathTo } from '../paths.ts';
import { useServerAnswer } from '../use-server-answer.ts';
import { STATE_WORDS, lineDifference, lineTitle, partsOf, standingWords } from './payout-words.ts';
import { payoutLinesCsv } from './payouts-csv.ts';

/** One payout: what it adds up to, and the payments that are behind it. */
export function PayoutSheet({
  open,
  payout,
  locale,
  formats,
  server,
  online,
  onClose,
}: {
  open: boolean;
  payout: Payout;
  locale: string;
  formats: BusinessFormats;
  server: PayoutServer;
  online: boolean;
  onClose: () => void;
}) {
  const db = useDb();
  const { payee, id } = payout;
  const question = useCallback(
    () => server.lines(db.businessId, { payee, id }),
    [server, db, payee, id],
  );
  const { value, failure, ask } = useServerAnswer(question, online);
  const money = (cents: number, currency = payout.currency): string =>
    formatMoney(cents, currency, locale);
  const { text } = standingWords(payout, money);
  const save = (lines: readonly PayoutLine[]): void =>
    download(
      `payout-${payout.arrives_on}.csv`,
      payoutLinesCsv(payout, lines),
      'text/csv;charset=utf-8',
    );
  return (
    <SideSheet open={open} title={`Payout of ${formats.date(payout.arrives_on)}`} onClose={onClose}>
      <div className="grid gap-5">
        <p>
          {STATE_WORDS[payout.state]} · <bdi>{payout.id}</bdi>
        </p>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
          {partsOf(payout).map(({ name, cents }) => (
            <Sum key={name} name={name} value={money(cents)} />
          ))}
          {payout.gap_cents !== 0 && (
            <Sum name="In no line of it" value={money(payout.gap_cents)} />
          )}
          <Sum name="Paid out" value={money(payout.amount_cents)} isTotal />
        </dl>
        <p role="status" className="font-medium">
          {text}
        </p>
        {!online && !value && (
          <Notice tone="warning" live>
            You are offline. Which payments are in it is seen with a connection.
          </Notice>
        )}
        {online && failure !== null && <AskAgain failure={failure} onAsk={ask} />}
        {online && !value && failure === null && (
          <SkeletonList rows={3} label="Its payments are looked up" />
        )}
        {value && (
          <>
            <ul aria-label="What is in it" className="grid gap-3">
              {value.lines.map((line) => (
                <Line key={line.id} line={line} money={money} formats={formats} />
              ))}
            </ul>
            <Button
              icon={Download}
              className="justify-self-start"
              onClick={() => save(value.lines)}
            >
              Save these as a file
            </Button>
          </>
        )}
      </div>
    </SideSheet>
  );
}

function Sum({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) {
  const look = isTotal ? 'border-t border-line pt-1 font-semibold' : '';
  return (
    <>
      <dt className={look}>{name}</dt>
      <dd className={`${look} text-right`}>{value}</dd>
    </>
  );
}

function Line({
  line,
  money,
  formats,
}: {
  line: PayoutLine;
  money: (cents: number, currency?: string) => string;
  formats: BusinessFormats;
}) {
  const title = lineTitle(line);
  const to =
    line.appointment_id !== null
      ? pathTo('appointment', { appointmentId: line.appointment_id })
      : line.sale_id !== null
        ? pathTo('checkoutSuccess', null, { sale: line.sale_id })
        : null;
  const difference = lineDifference(line, (cents) => money(cents, line.paid_currency));
  return (
    <li className="grid gap-1 border-t border-line pt-3">
      <div className="flex flex-wrap justify-between gap-x-4">
        {to === null ? (
          <span className="font-medium">{title}</span>
        ) : (
          <Link className="font-medium underline" to={to}>
            {title}
          </Link>
        )}
        <span className="tabular-nums">{money(line.amount_cents)}</span>
      </div>
      <span className="max-w-full text-sm break-words text-muted">
        {formats.date(line.at)}
        {line.fee_cents !== 0 && ` · fee ${money(line.fee_cents)}`}
        {line.noted_cents === null && line.kind === 'charge' && ' · not from here'}
      </span>
      {difference !== null && <span className="text-danger">{difference}</span>}
    </li>
  );
}
