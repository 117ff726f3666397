import type { SeriesScope } from '#domain/appointments/series-plan.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';

/** One of several that repeat was dragged: how far that reaches. Closing it changes nothing. */
export function ScopeQuestion({
  title,
  isOpen,
  onAnswer,
  onClose,
}: {
  /** `Ann Lee to 10:30 AM` */
  title: string;
  isOpen: boolean;
  onAnswer: (scope: SeriesScope) => void;
  onClose: () => void;
}) {
  return (
    <Modal open={isOpen} size="sm" title={title} onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-muted">It repeats. Which of the dates are meant?</p>
        <Button variant="primary" onClick={() => onAnswer('this')}>
          This one
        </Button>
        <Button onClick={() => onAnswer('following')}>This and following…</Button>
        <Button onClick={() => onAnswer('all')}>All…</Button>
      </div>
    </Modal>
  );
}
