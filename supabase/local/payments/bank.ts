import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import type {
  KeptCard,
  ProviderCharge,
  ProviderDispute,
  ProviderEvent,
  ProviderPayment,
  ProviderPayout,
  ProviderPayoutLine,
} from '#supabase/functions/_shared/payments/provider.ts';
import type { Log } from '#supabase/local/log.ts';
import { chargeFee, payoutsOf, type Move } from './payouts.ts';

/** A payment as the bank keeps it. */
export type BankPayment = ProviderPayment & {
  payee: string;
  /** Who asked for it knows it by this. */
  ref: string;
  /** It may be charged later, too; always with 0 cents. */
  keepsCard: boolean;
  /** In ms. */
  openedAt: number;
  description: string;
  returnUrl: string;
  expiresAt: string;
  /** Keys of calls that were carried out. */
  done: string[];
  /** The bank is asked until then. */
  answersAt: number | null;
  /** Its messages come late, twice, and the newest first. */
  echoes?: true;
  /** What the bank of the client wants, or has decided; since when, in ms. */
  dispute?: { state: ProviderDispute['state']; at: number };
  /** What it has moved on the account; nothing yet where there is none. */
  moves?: Move[];
};

export type Order = Pick<
  BankPayment,
  'payee' | 'ref' | 'cents' | 'currency' | 'description' | 'returnUrl' | 'expiresAt' | 'keepsCard'
>;

/** Charges a card that was kept, with nobody there. */
export type Charge = Pick<Order, 'payee' | 'ref' | 'cents' | 'currency' | 'description'> & {
  card: Pick<KeptCard, 'customer' | 'method'>;
};

/** What a card does, by its number: as Stripe's test cards of the same numbers. */
const CARDS = {
  '4242424242424242': 'pays',
  '4000000000000002': 'card_declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000003220': 'asks',
  '4000000000000077': 'waits',
  // Refused when its client is not there.
  '4000000000000341': 'later',
  // Of ours: pays, and its messages come late, twice, and the newest first.
  '4000000000009979': 'echoes',
} as const satisfies Record<
  string,
  'pays' | 'card_declined' | 'insufficient_funds' | 'asks' | 'waits' | 'later' | 'echoes'
>;

/** How long the slow card is asked for. */
const WAIT_MS = 3000;
/** How long messages that come late are kept. */
const ECHO_MS = 2000;
/** What a dispute costs the business, and how long it has to answer. */
const DISPUTE_FEE_CENTS = 1500;
const ANSWER_MS = 7 * 86_400_000;

export type Bank = ReturnType<typeof createBank>;

/** No money, and everything else: cards are held, charged, refused; messages are sent about it. */
export function createBank({
  file,
  now,
  tell,
  later = (run, ms) => void setTimeout(run, ms).unref(),
  log,
}: {
  /** null: forgotten when the process ends. */
  file: string | null;
  now: () => Date;
  /** Delivers a message; tried once, as lost ones are looked up. */
  tell: (event: ProviderEvent) => Promise<void>;
  /** Runs it then. */
  later?: (run: () => void, ms: number) => void;
  log: Log;
}) {
  const payments = new Map<string, BankPayment>(
    file !== null && existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as [string, BankPayment][])
      : [],
  );
  let saving: Promise<void> = Promise.resolve();
  const save = () => {
    if (file === null) return saving;
    saving = saving.then(async () => {
      await writeFile(`${file}.part`, JSON.stringify([...payments]), { mode: 0o600 });
      await rename(`${file}.part`, file);
    });
    return saving;
  };

  const find = (id: string): BankPayment | null => {
    const payment = payments.get(id);
    if (!payment) return null;
    if (payment.state === 'processing' && now().getTime() >= (payment.answersAt ?? 0)) {
      payment.state = 'authorised';
    }
    if (payment.state === 'open' && now().getTime() > Date.parse(payment.expiresAt)) {
      payment.state = 'cancelled';
    }
    return payment;
  };

  const message = (payment: BankPayment, about: 'payment' | 'dispute' = 'payment'): void => {
    const event: ProviderEvent = {
      id: `evt_${randomUUID()}`,
      kind: `${about}.${about === 'payment' ? payment.state : (payment.dispute?.state ?? 'none')}`,
      about,
      objectId: about === 'payment' ? payment.id : disputeId(payment),
      payee: payment.payee,
    };
    if (payment.echoes) echo(event);
    else send(event);
  };
  const send = (event: ProviderEvent): void => {
    tell(event).catch((error: unknown) => log('error', 'a message of the bank was lost', error));
  };
  let kept: ProviderEvent[] = [];
  const echo = (event: ProviderEvent): void => {
    kept.push(event);
    if (kept.length > 1) return;
    later(() => {
      const events = kept.toReversed();
      kept = [];
      for (const one of events.flatMap((twice) => [twice, twice])) send(one);
    }, ECHO_MS);
  };

  /** Once per key; answers null when it cannot be done as it stands. */
  const act = async (
    id: string,
    key: string,
    change: (payment: BankPayment) => boolean,
  ): Promise<BankPayment | null> => {
    const payment = find(id);
    if (!payment) return null;
    if (payment.done.includes(key)) return payment;
    if (!change(payment)) return null;
    payment.done.push(key);
    await save();
    message(payment);
    return payment;
  };

  const moves = (payment: BankPayment, kind: Move['kind'], cents: number, feeCents = 0): void => {
    payment.moves = [...(payment.moves ?? []), { kind, cents, feeCents, at: now().getTime() }];
  };
  const earn = (payment: BankPayment): void => {
    if (payment.cents > 0) moves(payment, 'charge', payment.cents, chargeFee(payment.cents));
  };
  const allPayouts = (payee: string) => payoutsOf([...payments.values()], payee, now().getTime());

  const doneWith = (key: string): BankPayment | undefined =>
    [...payments.values()].find(({ done }) => done.includes(key));

  return {
    find,
    /** What was opened in [from, until), in ms. */
    charges: (payee: string, from: number, until: number): ProviderCharge[] =>
      [...payments.keys()].flatMap((id) => {
        const payment = find(id)!;
        const { ref, state, cents, currency, returnedCents, isDisputed, openedAt } = payment;
        // A card that is kept is no charge.
        const isIn = openedAt >= from && openedAt < until;
        if (payment.payee !== payee || cents === 0 || !isIn) return [];
        const stands = state === 'processing' ? 'open' : state;
        return [{ ref, id, state: stands, cents, currency, returnedCents, isDisputed }];
      }),
    /** What was paid out, begun in [from, until), in ms. */
    payouts: (payee: string, from: number, until: number): ProviderPayout[] =>
      allPayouts(payee).flatMap(({ payout }) => {
        const begun = Date.parse(payout.begunAt);
        return begun >= from && begun < until ? [payout] : [];
      }),
    payoutLines(id: string): ProviderPayoutLine[] | null {
      const payees = new Set([...payments.values()].map(({ payee }) => payee));
      return [...payees].flatMap(allPayouts).find(({ payout }) => payout.id === id)?.lines ?? null;
    },
    async charge({ card, ...order }: Charge, key: string): Promise<BankPayment> {
      const known = doneWith(key);
      if (known) return known;
      const does = CARDS[card.method.replace(/\D/g, '') as keyof typeof CARDS];
      const decline =
        does === 'pays' || does === 'echoes'
          ? null
          : does === 'asks'
            ? 'authentication_required'
            : 'card_declined';
      const payment: BankPayment = {
        ...order,
        id: `pay_${randomUUID().replaceAll('-', '')}`,
        state: decline === null ? 'captured' : 'cancelled',
        url: null,
        decline,
        returnedCents: 0,
        refundFailedCents: 0,
        isDisputed: false,
        card: null,
        keepsCard: false,
        openedAt: now().getTime(),
        ...(does === 'echoes' ? { echoes: true } : {}),
        returnUrl: 'about:blank',
        expiresAt: now().toISOString(),
        done: [key],
        answersAt: null,
      };
      if (decline === null) earn(payment);
      payments.set(payment.id, payment);
      await save();
      message(payment);
      return payment;
    },
    async open(order: Order, key: string, urlOf: (id: string) => string): Promise<BankPayment> {
      const known = doneWith(key);
      if (known) return find(known.id)!;
      const id = `pay_${randomUUID().replaceAll('-', '')}`;
      const payment: BankPayment = {
        ...order,
        id,
        state: 'open',
        url: urlOf(id),
        decline: null,
        returnedCents: 0,
        refundFailedCents: 0,
        isDisputed: false,
        card: null,
        openedAt: now().getTime(),
        done: [key],
        answersAt: null,
      };
      payments.set(id, payment);
      await save();
      return payment;
    },
    capture: (id: string, key: string) =>
      act(id, key, (payment) => {
        if (payment.state !== 'authorised') return false;
        payment.state = 'captured';
        earn(payment);
        return true;
      }),
    cancel: (id: string, key: string) =>
      act(id, key, (payment) => {
        if (payment.state === 'captured' || payment.state === 'cancelled') return false;
        payment.state = 'cancelled';
        return true;
      }),
    refund: (id: string, key: string, cents: number) =>
      act(id, key, (payment) => {
        const left = payment.cents - payment.returnedCents;
        if (payment.state !== 'captured' || !(cents > 0 && cents <= left)) return false;
        payment.returnedCents += cents;
        moves(payment, 'refund', -cents);
        return true;
      }),
    /** What the client does on the page. `confirmed`: said yes to their bank. */
    async pay(
      id: string,
      cardNumber: string,
      confirmed = false,
    ): Promise<'paid' | 'refused' | 'asks' | 'over'> {
      const payment = find(id);
      if (payment?.state !== 'open') return 'over';
      const number = cardNumber.replace(/\D/g, '');
      const card = CARDS[number as keyof typeof CARDS] ?? 'card_declined';
      if (card === 'asks' && !confirmed) return 'asks';
      if (card === 'card_declined' || card === 'insufficient_funds') payment.decline = card;
      else if (card === 'waits') {
        payment.state = 'processing';
        payment.answersAt = now().getTime() + WAIT_MS;
      } else payment.state = 'authorised';
      if (card === 'echoes') payment.echoes = true;
      if (payment.state !== 'open' && (payment.keepsCard || payment.cents === 0)) {
        const names = { customer: `cus_${id}`, method: `pm_${number}` };
        payment.card = { ...names, brand: 'visa', last4: number.slice(-4) };
      }
      await save();
      if (payment.state === 'open') return 'refused';
      message(payment);
      return 'paid';
    },
    disputeOf(id: string): ProviderDispute | null {
      const payment = find(id);
      if (!payment?.dispute) return null;
      const { state, at } = payment.dispute;
      return {
        id: disputeId(payment),
        paymentId: id,
        state,
        cents: payment.cents,
        takenCents: state === 'won' ? 0 : payment.cents,
        feeCents: DISPUTE_FEE_CENTS,
        reason: 'fraudulent',
        answerBy: state === 'open' ? new Date(at + ANSWER_MS).toISOString() : null,
      };
    },
    /** The bank of the client wants it back, and decides for one of both. */
    async disputes(id: string, state: string): Promise<void> {
      const payment = find(id);
      if (payment?.state !== 'captured' || payment.cents === 0) return;
      if (!payment.dispute && state === 'open') {
        payment.dispute = { state, at: now().getTime() };
        payment.isDisputed = true;
        moves(payment, 'dispute', -payment.cents, DISPUTE_FEE_CENTS);
      } else if (payment.dispute?.state === 'open' && (state === 'won' || state === 'lost')) {
        payment.dispute.state = state;
        if (state === 'won') moves(payment, 'dispute_back', payment.cents);
      } else return;
      await save();
      message(payment, 'dispute');
    },
    /** The client said no to their bank. */
    async refuse(id: string): Promise<void> {
      const payment = find(id);
      if (payment?.state !== 'open') return;
      payment.decline = 'authentication_failed';
      await save();
    },
  };
}

const disputeId = ({ id }: BankPayment): string => `dp_${id}`;
