import { Download } from 'lucide-react';
import { useState } from 'react';
import { payoutStanding } from '#domain/checkout/payouts.ts';
import type { Payout } from '#domain/checkout/payouts.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { download } from '#platform/download.ts';
import { payoutServer } from '#remote/payouts.ts';
import type { PayoutServer } from '#remote/payouts.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { Notice } from '#ui/notice.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { AskAgain } from '../ask-again.tsx';
import { PayoutSheet } from './payout-sheet.tsx';
import { STATE_WORDS, partsOf, standingWords } from './payout-words.ts';
import { payoutsCsv } from './payouts-csv.ts';
import { usePayouts } from './use-payouts.ts';

/** What came to the bank, and whether it is what was noted. Offline: what was told last. */
export function PayoutsCard({
  server = payoutServer,
  online,
}: {
  server?: PayoutServer;
  online: boolean;
}) {
  const view = usePayouts(server, online);
  const [openId, setOpenId] = useState<string | null>(null);
  const opened = view?.value?.payouts.find(({ id }) => id === openId) ?? null;
  // The sheet leaves with its words.
  const shown = useLinger(opened);
  if (!view?.mayRead) return null;
  const { value, asOf, failure, ask, askOlder, isBusy, formats } = view;
  if (!online && !value) return null;
  const save = (): void =>
    download('payouts.csv', payoutsCsv(value?.payouts ?? []), 'text/csv;charset=utf-8');
  return (
    <Card title="Payouts">
      <div className="grid gap-3">
        <p className="text-muted">
          What your provider has sent to your bank, compared with what was paid online here.
        </p>
        {!online && asOf && (
          <Notice tone="warning" live>
            You are offline. This is what was known on {formats.date(asOf)}.
          </Notice>
        )}
        {failure !== null && <AskAgain failure={failure} onAsk={ask} />}
        {!value && failure === null && <SkeletonList rows={2} label="Payouts are looked up" />}
        {value && (
          <p role="status">
            {value.payouts.length === 0 ? 'Nothing was paid out yet.' : summaryOf(value.payouts)}
            {value.waiting > 0 &&
              ` ${formatMoney(value.waiting_cents, value.currency, value.locale)} of ${
                value.waiting === 1 ? '1 payment is' : `${value.waiting} payments are`
              } still to be paid out, before fees.`}
          </p>
        )}
        {value && value.payouts.length > 0 && (
          <>
            <ul aria-label="Payouts" className="grid gap-3">
              {value.payouts.map((payout) => (
                <PayoutRow
                  key={`${payout.payee} ${payout.id}`}
                  payout={payout}
                  locale={value.locale}
                  formats={formats}
                  onOpen={() => setOpenId(payout.id)}
                />
              ))}
            </ul>
            <div className="flex flex-wrap gap-2">
              {askOlder && (
                <Button size="sm" busy={isBusy} onClick={askOlder}>
                  Show earlier payouts
                </Button>
              )}
              <Button size="sm" icon={Download} onClick={save}>
                Save as a file
              </Button>
            </div>
          </>
        )}
      </div>
      {shown && value && (
        <PayoutSheet
          key={shown.id}
          open={opened !== null}
          payout={shown}
          locale={value.locale}
          formats={formats}
          server={server}
          online={online}
          onClose={() => setOpenId(null)}
        />
      )}
    </Card>
  );
}

const summaryOf = (payouts: readonly Payout[]): string => {
  const off = payouts.filter((payout) => payoutStanding(payout) === 'differs').length;
  if (off === 0) return 'All payouts that could be compared match.';
  return off === 1
    ? '1 payout differs from what was noted.'
    : `${off} payouts differ from what was noted.`;
};

function PayoutRow({
  payout,
  locale,
  formats,
  onOpen,
}: {
  payout: Payout;
  locale: string;
  formats: BusinessFormats;
  onOpen: () => void;
}) {
  const money = (cents: number): string => formatMoney(cents, payout.currency, locale);
  const day = formats.date(payout.arrives_on);
  const { tone, text } = standingWords(payout, money);
  return (
    <li className="grid gap-1 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="tabular-nums">{money(payout.amount_cents)}</strong>
        <Chip tone={tone}>{text}</Chip>
      </div>
      <span>
        {STATE_WORDS[payout.state]} · {day}
      </span>
      {payout.is_listed && (
        <span className="text-sm text-muted tabular-nums">
          {partsOf(payout)
            .map(({ name, cents }) => `${name} ${money(cents)}`)
            .join(' · ')}
        </span>
      )}
      {payout.is_listed && (
        <Button
          size="sm"
          variant="quiet"
          className="justify-self-start"
          aria-label={`What is in the payout of ${day}`}
          onClick={onOpen}
        >
          What is in it
        </Button>
      )}
    </li>
  );
}
