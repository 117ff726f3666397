import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/** Why the server did not answer, with the way to ask it again. */
export function AskAgain({ failure, onAsk }: { failure: string; onAsk: () => void }) {
  return (
    <Notice
      tone="danger"
      action={
        <Button size="sm" variant="quiet" onClick={onAsk}>
          Try again
        </Button>
      }
    >
      {failure}
    </Notice>
  );
}
