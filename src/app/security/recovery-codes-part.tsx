import { AskAgain } from '#app/ask-again.tsx';
import type { ServerAnswer } from '#app/use-server-answer.ts';
import { DATE_SHORT, formatDate } from '#domain/time/format.ts';
import { deviceZone } from '#platform/device-zone.ts';
import type { RecoveryCodes } from '#remote/recovery.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { RefreshCw } from 'lucide-react';

/** Below this, somebody who loses a phone may soon have none. */
const FEW = 3;

/** How many codes are left for the day on which the app is lost. */
export function RecoveryCodesPart({
  codes: { value: codes, failure, ask },
  onMake,
}: {
  codes: ServerAnswer<RecoveryCodes>;
  onMake: () => void;
}) {
  if (failure) return <AskAgain failure={failure} onAsk={ask} />;
  if (codes === null) return null;
  const { left, made_at, last_used_at } = codes;
  const dayOf = (at: string) => formatDate(at, { timeZone: deviceZone('UTC'), parts: DATE_SHORT });
  return (
    <>
      {left < FEW ? (
        <Notice tone="warning" title={leftText(left)}>
          Without them, a lost phone locks you out for good. Make new ones and keep them on paper.
        </Notice>
      ) : (
        <p className="text-pretty text-muted">
          {leftText(left)}
          {made_at && `, made ${dayOf(made_at)}`}. With one of them and your password you get in
          without the app.
        </p>
      )}
      {last_used_at && (
        <p className="text-pretty text-muted">
          A code was last used on {dayOf(last_used_at)}. If that was not you, change your password.
        </p>
      )}
      <div>
        <Button icon={RefreshCw} onClick={onMake}>
          Make new recovery codes
        </Button>
      </div>
    </>
  );
}

const leftText = (left: number): string => {
  if (left === 0) return 'No recovery codes';
  return left === 1 ? '1 recovery code left' : `${left} recovery codes left`;
};
