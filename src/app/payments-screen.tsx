import { CreditCard } from 'lucide-react';
import { pathTo } from './paths.ts';
import { useServerAnswer } from './use-server-answer.ts';
import { paymentMode } from '#remote/payments.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { useOnline } from '#ui/use-online.ts';

/** What is true about payments here. Only the server knows; the address itself says nothing. */
export function PaymentsScreen() {
  const online = useOnline();
  const { value, failure } = useServerAnswer(paymentMode, online);
  return (
    <Page title="Payments" width="narrow">
      <EmptyState
        icon={CreditCard}
        title={value === null ? 'Payments of your clients' : TITLES[value.mode ?? 'none']!}
        action={<LinkButton to={pathTo('settings')}>Open settings</LinkButton>}
      >
        {value === null
          ? (failure ??
            (online
              ? 'Asking the server…'
              : 'Whether clients can pay online is seen with a connection.'))
          : TEXTS[value.mode ?? 'none']}
      </EmptyState>
    </Page>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  test: 'Online payments are being tried out',
  none: 'Clients cannot pay online yet',
};

const TEXTS: Readonly<Record<string, string>> = {
  test: 'Clients can pay deposits with test cards. No real card is charged and no money arrives. What they pay when they book is set under Fees and deposits.',
  none: 'There is nothing to connect here. Take cash or use your own terminal meanwhile.',
};
