import { savedFilters } from '#db/commands/client-filters.ts';
import { countFiltered } from '#db/queries/clients.ts';
import { useQuery } from '#db/use-query.ts';
import { filterParts } from '#domain/clients/filter.ts';
import type { ClientFilter } from '#domain/clients/filter.ts';
import { sameValue } from '#domain/commands/same-value.ts';
import { FilterChip } from '#ui/chip.tsx';
import { Archive, Bookmark, SlidersHorizontal, Tag } from 'lucide-react';

/** As many of the most used tags as a glance takes in; the others are found in the sheet. */
const TAGS_SHOWN = 8;

const numbers = new Intl.NumberFormat('en-US');

/** Who is shown: named filters, the most used tags, and the way to every other filter. */
export function ClientFilters({
  tags,
  filter,
  onFilter,
  onMore,
  archived,
  onArchived,
}: {
  tags: readonly { tag: string; count: number }[];
  filter: ClientFilter;
  onFilter: (filter: ClientFilter | null) => void;
  onMore: () => void;
  archived: boolean;
  onArchived: (archived: boolean) => void;
}) {
  const saved = useQuery(savedFilters, []) ?? [];
  const counts = useQuery(
    async (db) =>
      countFiltered(
        db,
        (await savedFilters(db)).map((one) => one.filter),
      ),
    [],
  );
  const parts = filterParts(filter);
  const names = tags.slice(0, TAGS_SHOWN).map(({ tag }) => tag);
  const hidden = filter.tags.filter((tag) => !names.includes(tag));
  const toggle = (tag: string, on: boolean): void =>
    onFilter({
      ...filter,
      tags: on ? [...filter.tags, tag] : filter.tags.filter((other) => other !== tag),
    });
  return (
    <div
      role="group"
      aria-label="Show only"
      className="-mx-4 -my-1 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] *:shrink-0 sm:mx-0 sm:flex-wrap sm:px-0"
    >
      <FilterChip icon={SlidersHorizontal} selected={parts > 0} onChange={onMore}>
        Filter{parts > 0 && ` (${parts})`}
      </FilterChip>
      {saved.map((one, place) => (
        <FilterChip
          key={one.id}
          icon={Bookmark}
          selected={sameValue(one.filter, filter)}
          onChange={(on) => onFilter(on ? one.filter : null)}
        >
          {one.name}
          {counts?.[place] !== undefined && (
            <span className="text-muted tabular-nums">{numbers.format(counts[place])}</span>
          )}
        </FilterChip>
      ))}
      {[...hidden, ...names].map((name) => (
        <FilterChip
          key={name}
          icon={Tag}
          selected={filter.tags.includes(name)}
          onChange={(on) => toggle(name, on)}
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
