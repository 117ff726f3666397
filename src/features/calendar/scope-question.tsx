import { groupWords } from '#domain/appointments/group.ts';
import type { WideMove } from '#domain/appointments/series-plan.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import type { CalendarSheet } from './calendar-url.ts';
import { dropWords, followersOf, wideSheet, type Drop } from './drop.ts';
import type { Clock } from './words.ts';

/** One of several was dragged: how far that reaches. Closing it changes nothing. */
export function ScopeQuestion({
  drop,
  clock,
  isOpen,
  onThis,
  onSheet,
  onClose,
}: {
  drop: Drop;
  clock: Clock;
  isOpen: boolean;
  /** Only the one that was dragged. */
  onThis: () => void;
  /** Where the others are seen before they follow. */
  onSheet: (sheet: CalendarSheet) => void;
  onClose: () => void;
}) {
  const { isInSeries } = drop.item;
  const groupSize = followersOf(drop);
  const isInGroup = groupSize > 1;
  const onAnswer = (scope: 'this' | WideMove['scope']): void => {
    onClose();
    if (scope === 'this') onThis();
    else onSheet(wideSheet(drop, scope));
  };
  return (
    <Modal open={isOpen} size="sm" title={dropWords(drop, clock)} onClose={onClose}>
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
