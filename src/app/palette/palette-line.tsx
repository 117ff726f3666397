import clsx from 'clsx';
import { ListOption, OptionText } from '#ui/list-option.tsx';
import type { Entry } from './use-palette-groups.ts';

/** One result; pointed at or chosen. */
export function PaletteLine({
  id,
  index,
  entry: { icon: Icon, label, hint },
  isActive,
  onPoint,
  onChoose,
}: {
  id: string;
  index: number;
  entry: Entry;
  isActive: boolean;
  onPoint: (index: number) => void;
  onChoose: () => void;
}) {
  return (
    <ListOption {...{ id, index, isActive, onPoint, onChoose }} isSelected={isActive}>
      <Icon
        size={20}
        className={clsx('shrink-0', isActive ? 'text-accent' : 'text-muted')}
        aria-hidden
      />
      <OptionText label={label} hint={hint} />
    </ListOption>
  );
}
