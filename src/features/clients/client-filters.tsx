import { FilterChip } from '#ui/chip.tsx';
import { Archive, Tag } from 'lucide-react';

/** As many of the most used tags as a glance takes in; the others are found by typing. */
const TAGS_SHOWN = 8;

export function ClientFilters({
  tags,
  tag,
  onTag,
  archived,
  onArchived,
}: {
  tags: readonly { tag: string; count: number }[];
  tag: string | null;
  onTag: (tag: string | null) => void;
  archived: boolean;
  onArchived: (archived: boolean) => void;
}) {
  const names = tags.slice(0, TAGS_SHOWN).map((one) => one.tag);
  if (tag !== null && !names.includes(tag)) names.unshift(tag);
  return (
    <div
      role="group"
      aria-label="Show only"
      className="-mx-4 -my-1 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] *:shrink-0 sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {names.map((name) => (
        <FilterChip
          key={name}
          icon={Tag}
          selected={name === tag}
          onChange={(on) => onTag(on ? name : null)}
        >
          {name}
        </FilterChip>
      ))}
      <FilterChip icon={Archive} selected={archived} onChange={onArchived}>
        Archived
      </FilterChip>
    </div>
  );
}
