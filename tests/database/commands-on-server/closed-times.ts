import type { Uuid } from '#domain/rows.ts';
import { addDays } from '#domain/time/day.ts';
import { clearSpecialDays, setSpecialDays } from '#db/commands/special-days.ts';
import {
  createBlock,
  createBlocks,
  deleteBlock,
  deleteBlocks,
  editBlocks,
  moveBlock,
} from '#db/commands/blocks.ts';
import { valueOf } from '#db/test-rows.ts';
import type { World } from './world.ts';

/** Time that is not for clients: special days, blocks, and blocks that repeat. */
export const closeTimes = async (
  { db, today, at }: World,
  { ben, lunch }: { ben: Uuid; lunch: Uuid },
) => {
  const holidays = {
    first_day: addDays(today, 40),
    last_day: addDays(today, 42),
    kind: 'closed' as const,
    ranges: [],
    note: 'Holidays',
  };
  const special = valueOf(await setSpecialDays(db, holidays));
  const shorter = { ...holidays, last_day: addDays(today, 41) };
  valueOf(await valueOf(await setSpecialDays(db, shorter, special.ids)).undo());
  const now = await db.rows('date_exceptions').toArray();
  const own = now.filter(({ note }) => note === 'Holidays').map(({ id }) => id);
  valueOf(await valueOf(await clearSpecialDays(db, own)).undo());
  const block = valueOf(
    await createBlock(db, {
      staff_id: ben,
      starts_at: at('14:00', 5),
      ends_at: at('15:00', 5),
      all_day: false,
      reason_id: lunch,
      note: null,
      blocks_online: true,
    }),
  );
  valueOf(await moveBlock(db, block.id, { startsAt: at('16:00', 5), staffId: null }));
  valueOf(await valueOf(await deleteBlock(db, block.id)).undo());
  const lunches = valueOf(
    await createBlocks(db, {
      staffIds: [ben, null],
      spans: [5, 12, 19].map((days) => ({
        starts_at: at('17:00', days),
        ends_at: at('18:00', days),
      })),
      rule: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=3',
      all_day: false,
      reason_id: lunch,
      note: null,
      blocks_online: true,
    }),
  );
  const [lunch1, lunch2, lunch3] = lunches.ids as [Uuid, Uuid, Uuid];
  valueOf(await moveBlock(db, lunch1, { startsAt: at('16:00', 5) }));
  valueOf(await valueOf(await editBlocks(db, [{ id: lunch2, patch: { note: 'Long' } }])).undo());
  valueOf(await valueOf(await deleteBlocks(db, [lunch2, lunch3])).undo());
};
