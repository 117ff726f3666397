import { ArrowDown, ArrowUp } from 'lucide-react';
import { IconButton } from './button.tsx';

/** Moves a thing one place up or down: the way of arranging that works with every hand and tool. */
export function OrderButtons({
  name,
  index,
  count,
  onMove,
}: {
  /** What is moved, for its buttons' names. */
  name: string;
  index: number;
  count: number;
  onMove: (toIndex: number) => void;
}) {
  return (
    <span className="flex shrink-0">
      <IconButton
        size="sm"
        icon={ArrowUp}
        label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        size="sm"
        icon={ArrowDown}
        label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      />
    </span>
  );
}
