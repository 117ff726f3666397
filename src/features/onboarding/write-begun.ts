import type { DaybookDb } from '#db/open.ts';
import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { saveHours, saveMenu } from './answers.ts';
import type { Beginning } from './beginning.ts';
import { keepBegun, readBegun } from './begun.ts';

/**
 * Writes what was answered before the business was there, each answer once. Answers the step to go on with.
 * A menu that somebody has made meanwhile, on another device, counts more.
 */
export const writeBegun = async (
  db: DaybookDb,
  beginning: Pick<Beginning, 'person' | 'today' | 'serviceCount'>,
): Promise<Result<number>> => {
  const { hours, menu } = readBegun(db.userId);
  if (hours) {
    const saved = await saveHours(db, beginning, { changed: hours, values: hours });
    if (!saved.ok) return saved;
    keepBegun(db.userId, { hours: null });
  }
  if (menu && beginning.serviceCount === 0) {
    const saved = await saveMenu(db, menu);
    if (!saved.ok) return saved;
  }
  keepBegun(db.userId, { menu: null });
  return ok(!hours ? 1 : menu ? 3 : 2);
};
