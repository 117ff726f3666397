import type { Instant } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/**
 * How much of the business is on this device. `none`: never synced, so an empty list means
 * nothing. `some`: what starts from `from` on is here, older visits and other clients still come.
 */
export type Loaded = {
  clients: 'none' | 'some' | 'all';
  /** null = the whole history is here. */
  historyFrom: Instant | null;
};

export const whatIsLoaded = async (db: DaybookDb): Promise<Loaded> => {
  const coverage = await db.meta.get('coverage');
  if (coverage?.key !== 'coverage') {
    // A business that was made on this device is complete without ever having been loaded.
    const isHere = (await db.rows('businesses').count()) > 0;
    return { clients: isHere ? 'all' : 'none', historyFrom: null };
  }
  const isWhole = coverage.missing !== null && coverage.missing.length === 0;
  return {
    clients: coverage.clients,
    historyFrom: isWhole && coverage.dropped.length === 0 ? null : coverage.from,
  };
};
