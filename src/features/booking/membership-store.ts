import type { Uuid } from '#domain/rows.ts';
import { readTabSetting, writeTabSetting } from '#platform/storage.ts';

/**
 * The membership that this tab is about: its client comes back from the provider's page to an address without
 * the link, which is nobody else's business. `opId`: the page that was begun; null = what came of it is known.
 */
type KeptMembership = { token: string; opId: Uuid | null };

const KEY = 'daybook-membership';

export const keepMembership = (kept: KeptMembership): void =>
  writeTabSetting(KEY, JSON.stringify(kept));

export const keptMembership = (): KeptMembership | null => {
  try {
    const kept = JSON.parse(readTabSetting(KEY) ?? 'null') as Partial<KeptMembership> | null;
    return typeof kept?.token === 'string'
      ? { token: kept.token, opId: typeof kept.opId === 'string' ? kept.opId : null }
      : null;
  } catch {
    return null;
  }
};
