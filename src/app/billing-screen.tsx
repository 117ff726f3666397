import { Download } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AppError } from '#domain/errors/result.ts';
import { formatMoney } from '#domain/money/format.ts';
import { formatDate, MONTH_LONG } from '#domain/time/format.ts';
import { billingServer } from '#remote/billing.ts';
import type {
  BillingChange,
  BillingPlan,
  BillingServer,
  BillingState,
  BillingVisit,
} from '#remote/billing.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { Page } from '#ui/page.tsx';
import { useOnline } from '#ui/use-online.ts';
import { AskAgain } from './ask-again.tsx';
import { billingWords, PLAN_WORDS, STATUS_TONES, STATUS_WORDS } from './billing-words.ts';
import { messageFor } from './messages.ts';
import { pathTo, patterns } from './paths.ts';
import { useServerAnswer } from './use-server-answer.ts';
import { useWorkspace } from './workspace-context.ts';

const BACK = { to: patterns.settings, label: 'Back to the settings' };
/** The product is charged in one currency everywhere. */
const money = (cents: number): string => formatMoney(cents, 'USD', 'en-US');

const OFFLINE = 'You are offline. Your plan is seen with a connection; everything else goes on.';

type Changed = { of: BillingState | null; to: BillingState };

/** What the product costs a business and how that stands. Its own data is open whatever that is. */
export function BillingScreen({
  server = billingServer,
  goTo = (url) => location.assign(url),
}: {
  server?: BillingServer;
  goTo?: (url: string) => void;
}) {
  const { business } = useWorkspace();
  const online = useOnline();
  // Back from the provider's page: only the provider knows what came of it.
  const isBack = useRef(useSearchParams()[0].has('back'));
  const question = useCallback(async () => {
    if (isBack.current) {
      isBack.current = false;
      await server.visit(business.id, 'look');
    }
    return server.state(business.id);
  }, [server, business.id]);
  const { value, failure, ask } = useServerAnswer(question, online);
  // What the server answered to a change is newer than what it was asked before.
  const [changed, setChanged] = useState<Changed | null>(null);
  const [isBusy, setBusy] = useState(false);
  // By the browser's button the page comes back as it was left, on its way.
  const comeBack = useEffectEvent(() => {
    isBack.current = true;
    setBusy(false);
    ask();
  });
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) comeBack();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  const state = changed !== null && changed.of === value ? changed.to : value;
  const isReal = state?.provider === 'stripe';
  const visit = async (wanted: BillingVisit): Promise<void> => {
    setBusy(true);
    const answer = await server.visit(business.id, wanted);
    if (answer.ok && answer.value.url !== null) return goTo(answer.value.url);
    setBusy(false);
    if (answer.ok) ask();
    else tellFailure(answer.error, wordsOfRefusal);
  };
  const change = async (wanted: BillingChange): Promise<void> => {
    if (isReal && 'plan' in wanted) return visit(wanted);
    setBusy(true);
    const answer = await server.change(business.id, wanted);
    setBusy(false);
    if (answer.ok) setChanged({ of: value, to: answer.value });
    else tellFailure(answer.error, wordsOfRefusal);
  };
  const words = state && billingWords(state);
  const onlineText = failure === null ? 'Asking the server…' : 'It cannot be told right now.';
  return (
    <Page title="Billing" width="narrow" back={BACK}>
      <div className="grid grid-cols-1 gap-4">
        {online && failure !== null && <AskAgain failure={failure} onAsk={ask} />}
        <div role="status">
          {words ? (
            <Notice tone={words.tone} title={words.title}>
              {words.text}
            </Notice>
          ) : (
            <p className="text-muted">{online ? onlineText : OFFLINE}</p>
          )}
        </div>
        {state?.provider && !state.may_manage && (
          <p className="text-muted">Only those who manage billing see the plan and its invoices.</p>
        )}
        {state?.provider && state.may_manage && (
          <fieldset disabled={!online} className="contents">
            <Managed state={state} isBusy={isBusy} onChange={(one) => void change(one)} />
            {isReal && state.subscription && (
              <Card title="Card and invoices">
                <div className="grid justify-items-start gap-3">
                  <p>Your card, every invoice, and the end of your plan are on a page of Stripe.</p>
                  <Button busy={isBusy} onClick={() => void visit('portal')}>
                    Open that page
                  </Button>
                </div>
              </Card>
            )}
          </fieldset>
        )}
        <Card title="Your data is yours">
          <div className="grid gap-3">
            <p>
              Calendar, clients, checkout in cash and every report go on working, also when nothing
              is paid. Everything can be saved as files at any time.
            </p>
            <div>
              <LinkButton icon={Download} to={`${pathTo('settings')}#data`}>
                Save your data
              </LinkButton>
            </div>
          </div>
        </Card>
      </div>
    </Page>
  );
}

const wordsOfRefusal = (error: AppError): string =>
  error.field === 'plan'
    ? 'More people take appointments than this plan is for.'
    : messageFor(error);

function Managed({
  state,
  isBusy,
  onChange,
}: {
  state: BillingState;
  isBusy: boolean;
  onChange: (change: BillingChange) => void;
}) {
  const [isEnding, setEnding] = useState(false);
  const { seats = 1, plans = [], subscription = null, invoices = [], usage = [] } = state;
  const isTest = state.provider === 'test';
  return (
    <>
      <Card title="Plan">
        <div className="grid gap-4">
          {subscription && (
            <p className="flex flex-wrap items-center gap-2">
              <strong>{PLAN_WORDS[subscription.plan].name}</strong>
              <Chip tone={STATUS_TONES[subscription.status]}>
                {STATUS_WORDS[subscription.status]}
              </Chip>
            </p>
          )}
          <p className="text-muted">
            {seats === 1 ? '1 person takes' : `${seats} people take`} appointments. Everybody else
            is free.
          </p>
          <List label="Plans">
            {plans.map(({ plan, cents }) => (
              <ListRow
                key={plan}
                title={PLAN_WORDS[plan].name}
                subtitle={<span className="whitespace-normal">{PLAN_WORDS[plan].text}</span>}
                trailing={
                  <PlanButton
                    plan={plan}
                    text={`${money(cents)} a month`}
                    isChosen={subscription?.plan === plan}
                    isPossible={plan === 'team' || seats === 1}
                    isFirst={subscription === null}
                    isBusy={isBusy}
                    onChoose={() => onChange({ plan })}
                  />
                }
              />
            ))}
          </List>
          {isTest && subscription && (
            <div className="flex flex-wrap gap-2">
              <Button busy={isBusy} onClick={() => onChange({ pay: true })}>
                Pay with a test card
              </Button>
              <Button variant="quiet" busy={isBusy} onClick={() => onChange({ pay: false })}>
                Let a payment fail
              </Button>
              {subscription.cancel_at_period_end ? (
                <Button variant="quiet" busy={isBusy} onClick={() => onChange({ cancel: false })}>
                  Keep the plan
                </Button>
              ) : (
                <Button variant="quiet" busy={isBusy} onClick={() => setEnding(true)}>
                  End the plan
                </Button>
              )}
            </div>
          )}
        </div>
      </Card>
      <Card title="Usage">
        <div className="grid gap-3">
          <p className="text-muted">
            Mails to clients and to your team are part of every plan. Texts go from your own phone
            and cost what your contract says.
          </p>
          <List label="Mails sent">
            {usage.map(({ month, mails }) => (
              <ListRow
                key={month}
                title={formatDate(`${month}-01`, { parts: MONTH_LONG })}
                trailing={mails === 1 ? '1 mail' : `${mails.toLocaleString('en-US')} mails`}
              />
            ))}
          </List>
        </div>
      </Card>
      <Card title="Invoices">
        {invoices.length === 0 ? (
          <p className="text-muted">None yet.</p>
        ) : (
          <List label="Invoices">
            {invoices.map(({ id, at, amount_cents, state: paid }) => (
              <ListRow
                key={id}
                title={formatDate(at)}
                subtitle={paid === 'paid' ? 'Paid' : 'Not paid yet'}
                trailing={money(amount_cents)}
              />
            ))}
          </List>
        )}
      </Card>
      <ConfirmDialog
        open={isEnding}
        title="End the plan?"
        confirmLabel="End the plan"
        onConfirm={() => {
          setEnding(false);
          onChange({ cancel: true });
        }}
        onClose={() => setEnding(false)}
      >
        It goes on until the end of what is paid. After that clients cannot book online and are not
        written to; your data stays open to you.
      </ConfirmDialog>
    </>
  );
}

function PlanButton({
  plan,
  text,
  isChosen,
  isPossible,
  isFirst,
  isBusy,
  onChoose,
}: {
  plan: BillingPlan;
  text: string;
  isChosen: boolean;
  /** Not more people take appointments than it is for. */
  isPossible: boolean;
  isFirst: boolean;
  isBusy: boolean;
  onChoose: () => void;
}) {
  const words = isFirst ? 'Try for a month' : 'Take this';
  return (
    <span className="grid justify-items-end gap-1">
      <span>{text}</span>
      {!isChosen && isPossible && (
        <Button
          size="sm"
          busy={isBusy}
          aria-label={`${words}: ${PLAN_WORDS[plan].name}`}
          onClick={onChoose}
        >
          {words}
        </Button>
      )}
    </span>
  );
}
