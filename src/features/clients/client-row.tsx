import { pathTo } from '#app/paths.ts';
import type { ClientEntry } from '#domain/clients/search.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Chip } from '#ui/chip.tsx';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';

/** More tags than these only make a line unreadable. */
const TAGS_SHOWN = 2;

/** One client in the list. The whole line leads to them. */
export function ClientRow({
  entry,
  index,
  isWaiting,
  showsContact,
}: {
  entry: ClientEntry;
  index: number;
  isWaiting: boolean;
  showsContact: boolean;
}) {
  const contact = showsContact ? [entry.phone, entry.email].filter(Boolean).join(' · ') : '';
  const more = entry.tags.length - TAGS_SHOWN;
  return (
    <Link
      to={pathTo('client', { clientId: entry.id })}
      data-line={index}
      className="flex min-h-16 items-center lg:min-h-14 gap-3 border-b border-line px-1 py-2 transition-colors duration-100 hover:bg-raised focus-visible:-outline-offset-2 sm:px-3"
    >
      <Avatar name={entry.name} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <bdi className="truncate font-medium">{entry.name}</bdi>
          {entry.alertNote && (
            <span title={entry.alertNote} className="inline-flex shrink-0 text-warning">
              <TriangleAlert size={16} aria-hidden />
              <span className="sr-only">, alert: {entry.alertNote}</span>
            </span>
          )}
          {isWaiting && <WaitingMark />}
        </span>
        {contact && <span className="block truncate text-sm text-muted lg:hidden">{contact}</span>}
      </span>
      {showsContact && (
        <span className="hidden w-3/7 gap-4 text-sm text-muted lg:flex">
          <span className="w-2/5 truncate tabular-nums">{entry.phone}</span>
          <span className="w-3/5 truncate">{entry.email}</span>
        </span>
      )}
      <span className="hidden max-w-2/5 items-center justify-end gap-1.5 sm:flex lg:w-48">
        {entry.tags.slice(0, TAGS_SHOWN).map((tag) => (
          <Chip key={tag}>{tag}</Chip>
        ))}
        {more > 0 && <span className="text-sm text-muted">+{more}</span>}
      </span>
    </Link>
  );
}
