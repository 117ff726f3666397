import { fail } from '#domain/errors/result.ts';
import type { AppError, Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { isEmbedded } from '#platform/embedded.ts';
import { onVisibilityChange } from '#platform/visibility.ts';
import { paymentStanding } from '#remote/public-payments.ts';
import type { PaymentStanding, PaymentStarted } from '#remote/public-payments.ts';
import { isOutcomeUnknown } from '#remote/public-rpc.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Attempt } from './booking-draft.ts';
import { doWork } from './do-work.ts';

export type PaymentView =
  | { kind: 'asking' }
  | { kind: 'open'; started: PaymentStarted; url: string; decline: string | null }
  | { kind: 'checking' }
  | { kind: 'over' }
  /** Nobody knows; asking again does nothing twice. */
  | { kind: 'trouble'; error: AppError };

type Handlers = {
  /** The server has decided. */
  onDecided: () => void;
  /** It cannot be paid for: the time is gone, or something has changed. */
  onRefused: (error: AppError) => void;
};

/** How long until a bank that thinks it over is asked again. */
const CHECK_AGAIN_MS = 2000;

/** How the server is asked to begin it; the same function every time. */
type Start<Request> = (
  slug: string,
  request: Request,
  opId: Uuid,
  work?: string,
) => Promise<Result<PaymentStarted>>;

/** How a payment stands, from the first request to the last, across reloads. */
export const usePayment = <Request>(
  slug: string,
  payment: Attempt<Request>,
  start: Start<Request>,
  handlers: Handlers,
): { view: PaymentView; askNow: () => void } => {
  const [view, setView] = useState<PaymentView>({ kind: 'asking' });
  const [round, setRound] = useState(0);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });

  useEffect(() => {
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void viewOf(slug, payment, start).then((seen) => {
      if (isLeft) return;
      if (seen.kind === 'decided') latest.current.onDecided();
      else if (seen.kind === 'refused') latest.current.onRefused(seen.error);
      else setView(seen);
      if (seen.kind === 'checking') timer = setTimeout(() => setRound(round + 1), CHECK_AGAIN_MS);
    });
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [slug, payment, start, round]);

  const askNow = useCallback(() => {
    setView({ kind: 'asking' });
    setRound((one) => one + 1);
  }, []);

  // Back from the provider's page, by the browser's button: this page is as it was left.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) askNow();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [askNow]);

  // In a frame of another site the card is entered in another tab.
  useEffect(() => {
    if (!isEmbedded()) return;
    return onVisibilityChange((isVisible) => isVisible && askNow());
  }, [askNow]);

  return { view, askNow };
};

type Seen = PaymentView | { kind: 'decided' } | { kind: 'refused'; error: AppError };

const viewOf = async <Request>(
  slug: string,
  { opId, request }: Attempt<Request>,
  start: Start<Request>,
): Promise<Seen> => {
  const first = await paymentStanding(opId);
  if (!first.ok && first.error.code !== 'not_found') return { kind: 'trouble', error: first.error };
  if (first.ok && first.value.state !== 'open') return decided(first.value);
  const started = await startWorking((work) => start(slug, request, opId, work), opId);
  if (!started.ok) {
    const { error } = started;
    return isOutcomeUnknown(error.code) || LATER.includes(error.code)
      ? { kind: 'trouble', error }
      : { kind: 'refused', error };
  }
  const standing = first.ok ? first : await paymentStanding(opId);
  if (!standing.ok) return { kind: 'trouble', error: standing.error };
  const { state, url, decline } = standing.value;
  if (state !== 'open') return decided(standing.value);
  // Only where a browser can go.
  if (url === null || !/^https?:\/\//.test(url)) {
    return { kind: 'trouble', error: fail('bad_answer').error };
  }
  return { kind: 'open', started: started.value, url, decline };
};

/** Refusals that are none in a while. */
const LATER: readonly string[] = ['rate_limited', 'captcha_failed'];

/** Where many cards were refused just now, the server asks for work first; how much may grow meanwhile. */
const startWorking = async (
  start: (work?: string) => Promise<Result<PaymentStarted>>,
  opId: Uuid,
): Promise<Result<PaymentStarted>> => {
  let started = await start();
  for (let tries = 0; tries < 3; tries += 1) {
    if (started.ok || started.error.code !== 'captcha_failed') return started;
    started = await start(await doWork(opId, Number(started.error.field)));
  }
  return started;
};

const decided = ({ state }: PaymentStanding): Seen =>
  state === 'over' || state === 'checking' ? { kind: state } : { kind: 'decided' };
