import { groupWords } from '#domain/appointments/group.ts';
import type { WideMove } from '#domain/appointments/series-plan.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';

/** One of several was dragged: how far that reaches. Closing it changes nothing. */
export function ScopeQuestion({
  title,
  isInSeries,
  groupSize,
  isOpen,
  onAnswer,
  onClose,
}: {
  /** `Ann Lee to 10:30 AM` */
  title: string;
  isInSeries: boolean;
  /** How many come together; they could follow. */
  groupSize: number;
  isOpen: boolean;
  onAnswer: (scope: 'this' | WideMove['scope']) => void;
  onClose: () => void;
}) {
  const isInGroup = groupSize > 1;
  return (
    <Modal open={isOpen} size="sm" title={title} onClose={onClose}>
      <div className="grid gap-3">
        {isInGroup && <p className="text-muted">It is one of a {groupWords(groupSize)}.</p>}
        {isInSeries && (
          <p className="text-muted">
            It repeats. {isInGroup ? 'What is meant?' : 'Which of the dates are meant?'}
          </p>
        )}
        <Button variant="primary" onClick={() => onAnswer('this')}>
          {isInSeries ? 'This one' : 'Only this one'}
        </Button>
        {isInGroup && <Button onClick={() => onAnswer('group')}>Whole group…</Button>}
        {isInSeries && (
          <>
            <Button onClick={() => onAnswer('following')}>This and following…</Button>
            <Button onClick={() => onAnswer('all')}>All…</Button>
          </>
        )}
      </div>
    </Modal>
  );
}
