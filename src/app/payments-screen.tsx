import { CreditCard } from 'lucide-react';
import { useCallback, useState } from 'react';
import { paymentServer } from '#remote/payments.ts';
import type { PaymentMode, PaymentServer } from '#remote/payments.ts';
import type { PayoutServer } from '#remote/payouts.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { Page } from '#ui/page.tsx';
import { useOnline } from '#ui/use-online.ts';
import { AskAgain } from './ask-again.tsx';
import { messageFor } from './messages.ts';
import { pathTo } from './paths.ts';
import { PaymentFindings } from './payment-findings.tsx';
import { PayoutsCard } from './payouts/payouts-card.tsx';
import { useServerAnswer } from './use-server-answer.ts';
import { useWorkspace } from './workspace-context.ts';

/**
 * Whether clients can pay online, and the way there. Stripe leads back here from its own pages; only the
 * server knows what came of it, the address itself says nothing.
 */
export function PaymentsScreen({
  server = paymentServer,
  payouts,
  goTo = (url) => location.assign(url),
}: {
  server?: PaymentServer;
  payouts?: PayoutServer;
  goTo?: (url: string) => void;
}) {
  const { business } = useWorkspace();
  const online = useOnline();
  const question = useCallback(() => server.mode(business.id), [server, business.id]);
  const { value, failure, ask } = useServerAnswer(question, online);
  const [isBusy, setBusy] = useState(false);

  const connect = async (): Promise<void> => {
    setBusy(true);
    const answer = await server.connect(business.id);
    if (answer.ok && answer.value.url !== null) return goTo(answer.value.url);
    setBusy(false);
    if (answer.ok) ask();
    else tellFailure(answer.error, messageFor);
  };

  const { title, text, action } = value === null ? UNKNOWN : wordsOf(value);
  const onlineText = failure === null ? text : 'It cannot be told right now.';
  const unknownText = online
    ? onlineText
    : 'You are offline. Whether clients can pay online is seen with a connection.';
  return (
    <Page title="Payments" width="narrow">
      {online && failure !== null && <AskAgain failure={failure} onAsk={ask} />}
      <div role="status">
        <EmptyState icon={CreditCard} title={title}>
          {value === null ? unknownText : text}
        </EmptyState>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        {action === 'look' && (
          <Button variant="primary" onClick={ask}>
            Look again
          </Button>
        )}
        {action !== null && action !== 'look' && value?.may_connect && (
          <Button variant="primary" busy={isBusy} disabled={!online} onClick={() => void connect()}>
            {action}
          </Button>
        )}
        <LinkButton to={pathTo('settings')}>Open settings</LinkButton>
      </div>
      <div className="mt-8 grid grid-cols-1 gap-4 empty:hidden">
        {value?.may_connect && value.mode !== null && (
          <PaymentFindings server={server} businessId={business.id} online={online} />
        )}
        {(value === null ? !online : value.may_connect && value.mode !== null) && (
          <PayoutsCard {...(payouts ? { server: payouts } : {})} online={online} />
        )}
      </div>
    </Page>
  );
}

type Words = { title: string; text: string; action: string | null };

const UNKNOWN: Words = {
  title: 'Payments of your clients',
  text: 'Asking the server…',
  action: null,
};

const wordsOf = ({ mode, account, may_connect }: PaymentMode): Words => {
  if (mode === null) {
    return {
      title: 'Clients cannot pay online yet',
      text: 'There is nothing to connect here. Take cash or use your own terminal meanwhile.',
      action: null,
    };
  }
  if (mode === 'test') {
    return {
      title: 'Online payments are being tried out',
      text: 'Clients can pay deposits with test cards. No real card is charged and no money arrives. What they pay when they book is set under Fees and deposits.',
      action: null,
    };
  }
  const words = ACCOUNTS[account ?? 'new'];
  const isForOwner = words.action !== null && words.action !== 'look' && !may_connect;
  return isForOwner ? { ...words, text: `${words.text} Only an owner can do that.` } : words;
};

const ACCOUNTS: Readonly<Record<NonNullable<PaymentMode['account']>, Words>> = {
  new: {
    title: 'Take deposits by card',
    text: 'Stripe takes the cards of your clients and pays you out. It asks who you are and where your money goes, on its own pages.',
    action: 'Connect with Stripe',
  },
  incomplete: {
    title: 'Stripe needs to know more',
    text: 'Clients cannot pay online before that. Go on where you stopped.',
    action: 'Continue with Stripe',
  },
  review: {
    title: 'Stripe is looking at your details',
    text: 'That may take some days. There is nothing to do meanwhile; clients can pay online as soon as it is done.',
    action: 'look',
  },
  ready: {
    title: 'Clients can pay online',
    text: 'Stripe takes their cards and pays you out. What they pay when they book is set under Fees and deposits.',
    action: null,
  },
  refused: {
    title: 'Stripe does not take payments for you',
    text: 'It has refused this account. Its mail to you says why, and whom to ask. Take cash or use your own terminal meanwhile.',
    action: null,
  },
  ended: {
    title: 'Stripe is not connected any more',
    text: 'The account was disconnected at Stripe, and clients cannot pay online. Connect one to go on.',
    action: 'Connect with Stripe',
  },
};
