import { Ban } from 'lucide-react';
import type { BlockOffReasonRow, Day, Uuid } from '#domain/rows.ts';
import { tellDone } from '#app/tell.ts';
import { myAccess } from '#db/queries/business.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { bySortKey } from '#domain/sort-key.ts';
import { instantAtWall } from '#domain/time/clock-text.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import { Button } from '#ui/button.tsx';
import { loadOrTell } from '#ui/load-or-tell.ts';

/** More would be a list to read; the others are behind "Block this time instead". */
const SHOWN = 4;

/** The time that was pointed at is not for a client: one tap for a usual reason, or the whole form. */
export function BlockInstead({
  at,
  reasons,
  timeZone,
  onBlocked,
  onOther,
}: {
  at: { day: Day; minute: number | null; staffId: Uuid | null };
  reasons: readonly BlockOffReasonRow[];
  timeZone: string;
  onBlocked: () => void;
  onOther: () => void;
}) {
  const db = useDb();
  const { day, minute, staffId } = at;
  const access = useQuery(myAccess, []);
  if (!access?.may('block', 'ask')) return null;
  const mayBlock = access.may('block', staffId === access.staffId ? 'own' : 'all');
  const block = async (reason: BlockOffReasonRow): Promise<void> => {
    const starts_at = instantAtWall(timeZone, day, minute ?? 0);
    // With the first press: most who book block nothing.
    const createBlock = await loadOrTell(
      async () => (await import('#db/commands/blocks.ts')).createBlock,
    );
    if (!createBlock) return;
    const made = await createBlock(db, {
      staff_id: staffId,
      starts_at,
      ends_at: addMinutes(starts_at, reason.default_min),
      all_day: false,
      reason_id: reason.id,
      note: null,
      blocks_online: reason.blocks_online,
    });
    tellDone(made, `${reason.name}: time blocked`);
    if (made.ok) onBlocked();
  };
  const usual = reasons
    .filter(({ active }) => active)
    .toSorted(bySortKey)
    .slice(0, SHOWN);
  return (
    <div role="group" aria-label="Not for a client" className="flex flex-wrap items-center gap-2">
      {minute !== null &&
        staffId !== null &&
        mayBlock &&
        usual.map((reason) => (
          <Button key={reason.id} size="sm" onClick={() => void block(reason)}>
            {reason.name}, {formatDuration(reason.default_min)}
          </Button>
        ))}
      <Button variant="quiet" size="sm" icon={Ban} onClick={onOther}>
        {access.may('block', 'own') ? 'Block this time instead' : 'Ask for this time instead'}
      </Button>
    </div>
  );
}
