import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { AuthHeading } from './form-parts.tsx';

/** After a recovery code: the account has no second step until a new app is added. */
export function RecoveredScreen({
  onSetUp,
  onLater,
}: {
  onSetUp: () => void;
  onLater: () => void;
}) {
  return (
    <>
      <AuthHeading title="You are in again">
        Your old authenticator apps no longer count, and your other devices are being signed out.
        What they have not sent yet stays on them.
      </AuthHeading>
      <div className="grid gap-4">
        <Notice tone="warning" title="Your password alone opens your account now">
          Add a new authenticator app. It comes with ten new recovery codes.
        </Notice>
        <Button variant="primary" wide autoFocus onClick={onSetUp}>
          Set up a new app
        </Button>
        <Button wide onClick={onLater}>
          Later
        </Button>
      </div>
    </>
  );
}
