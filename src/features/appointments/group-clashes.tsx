import { TriangleAlert } from 'lucide-react';
import type { StaffRow, Uuid } from '#domain/rows.ts';
import type { Clash } from '#db/queries/planned-work.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { clashWords } from './clash-words.ts';

/** Who or what is in the way of one of a group. */
export function GroupClashes({
  clashes,
  staff,
  formats,
}: {
  clashes: readonly Clash[];
  staff: readonly Pick<StaffRow, 'id' | 'display_name'>[];
  formats: BusinessFormats;
}) {
  const nameOf = (id: Uuid): string =>
    staff.find((person) => person.id === id)?.display_name ?? 'Somebody';
  const words = clashes.map((clash) =>
    clash.kind === 'same_plan'
      ? `${nameOf(clash.staffId)} serves another of the group then`
      : clashWords(clash, formats, nameOf),
  );
  return (
    <div role="status" className="empty:hidden">
      {words.length > 0 && (
        <ul className="grid gap-0.5 text-sm text-warning">
          {[...new Set(words)].map((line) => (
            <li key={line} className="flex items-start gap-1.5">
              <TriangleAlert size={15} className="mt-0.5 shrink-0" aria-hidden />
              {line}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
