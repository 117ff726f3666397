import type { ErrorCode } from '#domain/errors/codes.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { LaterFlow } from './booking-flow.ts';
import { StepHeading } from '#ui/step-heading.tsx';
import type { AttemptState } from './use-attempt.ts';

/** Shown from the press on "Book" until the server has said yes or no. It never says "booked". */
export function CheckingPage({
  flow,
  state,
  onAsk,
}: {
  flow: LaterFlow;
  state: AttemptState;
  onAsk: () => void;
}) {
  const { business } = flow.catalogue.profile;
  const isLost = state.tries > 0;
  return (
    <div className="mx-auto grid w-full max-w-xl flex-1 place-content-center justify-items-center gap-4 py-12 text-center">
      <Spinner size={40} className="text-accent" />
      <StepHeading title={isLost ? 'Checking your booking…' : 'Booking…'} place={business.name}>
        {isLost
          ? 'We sent your booking but have not heard back. It may have arrived, so please do not book again: this page keeps asking until it knows.'
          : 'One moment, please.'}
      </StepHeading>
      {isLost && state.lastError && (
        <div className="w-full text-left">
          <Notice tone="warning" live title={REASONS[state.lastError.code] ?? REASONS.default}>
            <p>
              You may close this page; it goes on checking when you come back.
              {business.phone && ` Or call ${business.phone}.`}
            </p>
            <Button size="sm" className="mt-3" onClick={onAsk}>
              Check now
            </Button>
          </Notice>
        </div>
      )}
    </div>
  );
}

/** Only what is the matter: the page itself tries again, so nobody is asked to. */
const REASONS: Partial<Record<ErrorCode, string>> & { default: string } = {
  offline: 'You are offline',
  timeout: 'The server takes long to answer',
  captive_portal: 'This network wants you to sign in to it first',
  default: 'The server cannot be reached at the moment',
};
