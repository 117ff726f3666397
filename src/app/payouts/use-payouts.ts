import { useCallback, useState } from 'react';
import { keepPayouts } from '#db/commands/keep-payouts.ts';
import { keptPayouts } from '#db/queries/payouts.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { PaidOut, Payout } from '#domain/checkout/payouts.ts';
import type { Instant } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import type { PayoutServer } from '#remote/payouts.ts';
import { messageFor } from '../messages.ts';
import { useServerAnswer } from '../use-server-answer.ts';

export type PayoutsView = {
  mayRead: boolean;
  /** What is shown; null = nothing was ever told here. */
  value: PaidOut | null;
  /** When the server said so. */
  asOf: Instant | null;
  failure: string | null;
  ask: () => void;
  /** Asks for what is older; null = there is nothing, or it cannot be had now. */
  askOlder: (() => void) | null;
  isBusy: boolean;
  formats: BusinessFormats;
};

/** Payouts as this device has them at once, then as the server tells them; what it tells is kept. */
export const usePayouts = (server: PayoutServer, online: boolean): PayoutsView | undefined => {
  const db = useDb();
  const known = useQuery(keptPayouts, []);
  const [older, setOlder] = useState<Payout[]>([]);
  const [isMore, setMore] = useState<boolean | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const question = useCallback(async () => {
    const answer = await server.list(db.businessId);
    if (answer.ok) await keepPayouts(db, answer.value);
    // Who may not see it any more does not keep it.
    else if (answer.error.code === 'not_allowed') await keepPayouts(db, null);
    return answer;
  }, [server, db]);
  const mayAsk = online && known?.mayRead === true;
  const { failure, ask } = useServerAnswer(question, mayAsk);
  if (!known?.business) return undefined;
  const kept = known.kept?.value ?? null;
  const value = kept && { ...kept, payouts: [...kept.payouts, ...olderThan(kept.payouts, older)] };
  const last = value?.payouts.at(-1)?.begun_at;
  const askOlder = async (before: Instant): Promise<void> => {
    setBusy(true);
    const answer = await server.list(db.businessId, before);
    setBusy(false);
    setTrouble(answer.ok ? null : messageFor(answer.error));
    if (!answer.ok) return;
    setOlder((now) => [...now, ...answer.value.payouts]);
    setMore(answer.value.is_more);
  };
  return {
    mayRead: known.mayRead,
    value,
    asOf: known.kept?.at ?? null,
    failure: online ? (failure ?? trouble) : null,
    ask,
    askOlder:
      online && last !== undefined && (isMore ?? kept?.is_more) ? () => void askOlder(last) : null,
    isBusy,
    formats: businessFormats(known.business),
  };
};

/** What was asked for may have come with the newest page since. */
const olderThan = (newest: readonly Payout[], older: readonly Payout[]): Payout[] => {
  const here = new Set(newest.map(({ id }) => id));
  return older.filter(({ id }) => !here.has(id));
};
