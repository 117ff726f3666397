import type { Uuid } from '#domain/rows.ts';
import { forgetTabSettings, readTabSetting, writeTabSetting } from '#platform/storage.ts';

/**
 * The membership that this tab is about while its client is at the provider's page, which leads back to an
 * address without the link: that one is nobody else's business.
 */
type KeptMembership = { token: string; opId: Uuid };

const KEY = 'daybook-membership';

export const keepMembership = (kept: KeptMembership): void =>
  writeTabSetting(KEY, JSON.stringify(kept));

export const forgetMembership = (): void => forgetTabSettings(KEY);

export const keptMembership = (): KeptMembership | null => {
  try {
    const kept = JSON.parse(readTabSetting(KEY) ?? 'null') as Partial<KeptMembership> | null;
    return typeof kept?.token === 'string' && typeof kept.opId === 'string'
      ? { token: kept.token, opId: kept.opId }
      : null;
  } catch {
    return null;
  }
};
