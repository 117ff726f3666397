import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Says that what was typed before a reload is back, and offers to begin anew. */
export function RestoredNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Notice
      tone="info"
      action={
        <Button size="sm" variant="quiet" onClick={onStartOver}>
          Start over
        </Button>
      }
    >
      This is what you typed before and did not save.
    </Notice>
  );
}
