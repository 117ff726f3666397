import { messageFor } from '#app/messages.ts';
import { confirmBooking } from '#remote/public-manage.ts';
import { useSureAction } from '#remote/use-sure-action.ts';
import { ActionNotices } from '#ui/action-notices.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Check } from 'lucide-react';

/** Says whether they come, to a business that has asked. */
export function ConfirmVisit({
  token,
  confirmation,
  refresh,
}: {
  token: string;
  confirmation: 'requested' | 'confirmed';
  refresh: () => Promise<void>;
}) {
  const action = useSureAction();
  if (confirmation === 'confirmed') {
    return (
      <div className="mt-5">
        <Notice tone="success" live title="You have said that you are coming" />
      </div>
    );
  }
  return (
    <div className="mt-5 grid gap-3">
      <ActionNotices action={action} words={messageFor} />
      <Button
        variant="primary"
        icon={Check}
        busy={action.isUnderway}
        onClick={() =>
          action.start(
            () => confirmBooking(token),
            () => void refresh(),
          )
        }
      >
        Yes, I’m coming
      </Button>
    </div>
  );
}
