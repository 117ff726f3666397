import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import type {
  ProviderEvent,
  ProviderPayment,
} from '#supabase/functions/_shared/payments/provider.ts';
import type { Log } from '#supabase/local/log.ts';

/** A payment as the bank keeps it. */
export type BankPayment = ProviderPayment & {
  payee: string;
  description: string;
  returnUrl: string;
  expiresAt: string;
  /** Keys of calls that were carried out. */
  done: string[];
  /** The bank is asked until then. */
  answersAt: number | null;
};

export type Order = Pick<
  BankPayment,
  'payee' | 'cents' | 'currency' | 'description' | 'returnUrl' | 'expiresAt'
>;

/** What a card does, by its number: as Stripe's test cards of the same numbers. */
const CARDS = {
  '4242424242424242': 'pays',
  '4000000000000002': 'card_declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000003220': 'asks',
  '4000000000000077': 'waits',
} as const satisfies Record<
  string,
  'pays' | 'card_declined' | 'insufficient_funds' | 'asks' | 'waits'
>;

/** How long the slow card is asked for. */
const WAIT_MS = 3000;

export type Bank = ReturnType<typeof createBank>;

/** No money, and everything else: cards are held, charged, refused; messages are sent about it. */
export function createBank({
  file,
  now,
  tell,
  log,
}: {
  /** null: forgotten when the process ends. */
  file: string | null;
  now: () => Date;
  /** Delivers a message; tried once, as lost ones are looked up. */
  tell: (event: ProviderEvent) => Promise<void>;
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

  const message = (payment: BankPayment): void => {
    const event = {
      id: `evt_${randomUUID()}`,
      kind: `payment.${payment.state}`,
      about: 'payment' as const,
      objectId: payment.id,
      payee: payment.payee,
    };
    tell(event).catch((error: unknown) => log('error', 'a message of the bank was lost', error));
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

  return {
    find,
    async open(order: Order, key: string, urlOf: (id: string) => string): Promise<BankPayment> {
      const known = [...payments.values()].find(({ done }) => done.includes(key));
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
        card: null,
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
      const card = CARDS[cardNumber.replace(/\D/g, '') as keyof typeof CARDS] ?? 'card_declined';
      if (card === 'asks' && !confirmed) return 'asks';
      if (card === 'card_declined' || card === 'insufficient_funds') payment.decline = card;
      else if (card === 'waits') {
        payment.state = 'processing';
        payment.answersAt = now().getTime() + WAIT_MS;
      } else payment.state = 'authorised';
      await save();
      if (payment.state === 'open') return 'refused';
      message(payment);
      return 'paid';
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
