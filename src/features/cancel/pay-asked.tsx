import { messageFor } from '#app/messages.ts';
import type { ErrorCode } from '#domain/errors/codes.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { askedStanding } from '#remote/public-payments.ts';
import type { AskedStanding } from '#remote/public-payments.ts';
import { useSureAction } from '#remote/use-sure-action.ts';
import { ActionNotices } from '#ui/action-notices.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { CreditCard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { forgetPaying, keepPaying, keptPaying } from './paying.ts';

/** What a link asks for, in words. */
type Asked = {
  title: string;
  /** What becomes of the money. */
  text: string;
  /** On the button. */
  pay: string;
  /** Refusals that mean something else here. */
  refusals?: Partial<Record<ErrorCode, string>>;
};

/** What somebody is asked to pay by a link: the way to the page where a card is given, and back. */
export function PayAsked({
  token,
  begin,
  words,
  refresh,
  goTo = (url) => location.assign(url),
}: {
  token: string;
  begin: (token: string, opId: Uuid) => Promise<Result<object>>;
  words: Asked;
  refresh: () => Promise<void>;
  goTo?: ((url: string) => void) | undefined;
}) {
  const action = useSureAction();
  const [standing, setStanding] = useState<AskedStanding | null>(null);
  const [asked, setAsked] = useState(0);
  const began = useRef<AskedStanding | null>(null);

  // Back from the provider's page: nobody but the server knows what came of it.
  useEffect(() => {
    const kept = keptPaying();
    if (kept?.token !== token) return;
    let isGone = false;
    void askedStanding(kept.opId).then((answer) => {
      if (isGone || !answer.ok) return;
      setStanding(answer.value);
      if (answer.value.state !== 'paid' && answer.value.state !== 'over') return;
      forgetPaying();
      void refresh();
    });
    return () => {
      isGone = true;
    };
  }, [token, refresh, asked]);

  // By the browser's button the page comes back as it was left.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setAsked((times) => times + 1);
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  const onPay = () => {
    if (standing?.state === 'open' && standing.url !== null) return goTo(standing.url);
    action.start(
      async (opId) => {
        const begun = await begin(token, opId);
        if (!begun.ok) return begun;
        keepPaying({ token, opId });
        const answer = await askedStanding(opId);
        if (answer.ok) began.current = answer.value;
        return answer;
      },
      () => {
        const url = began.current?.url ?? null;
        if (url === null) void refresh();
        else goTo(url);
      },
    );
  };

  if (standing?.state === 'checking' || standing?.state === 'paid') {
    return (
      <div className="mt-5">
        <Notice
          live
          title="Your bank is being asked"
          action={
            <Button size="sm" onClick={() => setAsked(asked + 1)}>
              Look again
            </Button>
          }
        >
          You need not pay again.
        </Notice>
      </div>
    );
  }
  return (
    <div className="mt-5 grid gap-3">
      {standing?.decline && (
        <Notice tone="danger" title="Your card was declined">
          Nothing was charged. Try again, or use another card.
        </Notice>
      )}
      <Notice title={words.title}>{words.text}</Notice>
      <ActionNotices
        action={action}
        words={(error) => words.refusals?.[error.code] ?? messageFor(error)}
      />
      <Button variant="primary" icon={CreditCard} busy={action.isUnderway} onClick={onPay}>
        {words.pay}
      </Button>
    </div>
  );
}
