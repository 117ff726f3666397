import { messageFor } from '#app/messages.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { unsubscribe } from '#remote/public-manage.ts';
import { useSureAction } from '#remote/use-sure-action.ts';
import { ActionNotices } from '#ui/action-notices.tsx';
import { BrandFrame } from '#ui/brand-frame.tsx';
import { Button } from '#ui/button.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The page behind the link at the end of an invitation. Opening it changes nothing; the button does. */
export function UnsubscribeScreen() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [isDone, setDone] = useState(false);
  const action = useSureAction();
  return (
    <BrandFrame
      name={PRODUCT_NAME}
      logoPath={null}
      foot={<span className="ml-auto py-3">Booking by {PRODUCT_NAME}</span>}
    >
      <div className="mx-auto w-full max-w-xl py-4">
        {isDone ? (
          <StepHeading key="done" title="You get no more of these mails" place={PRODUCT_NAME}>
            Mails about appointments that you book still arrive.
          </StepHeading>
        ) : action.refusal?.code === 'not_found' ? (
          <StepHeading key="lost" title="This link does not work any more" place={PRODUCT_NAME}>
            Use the link in the newest mail, or tell the business that you want no more of them.
          </StepHeading>
        ) : (
          <>
            <StepHeading key="ask" title="No more of these mails?" place={PRODUCT_NAME}>
              You will not be invited by mail any more. Mails about appointments that you book still
              arrive.
            </StepHeading>
            <ActionNotices action={action} words={messageFor} />
            <Button
              variant="primary"
              busy={action.isUnderway}
              onClick={() =>
                action.start(
                  () => unsubscribe(token),
                  () => setDone(true),
                )
              }
            >
              Send me no more
            </Button>
          </>
        )}
      </div>
    </BrandFrame>
  );
}
