import type { Uuid } from '#domain/rows.ts';
import { forgetTabSettings, readTabSetting, writeTabSetting } from '#platform/storage.ts';

/**
 * What this tab is paying while its client is at the provider's page, which leads back to an address
 * without the link of the visit: that one is nobody else's business.
 */
type Paying = { token: string; opId: Uuid };

const KEY = 'daybook-paying';

export const keepPaying = (paying: Paying): void => writeTabSetting(KEY, JSON.stringify(paying));

export const forgetPaying = (): void => forgetTabSettings(KEY);

export const keptPaying = (): Paying | null => {
  try {
    const kept = JSON.parse(readTabSetting(KEY) ?? 'null') as Partial<Paying> | null;
    return typeof kept?.token === 'string' && typeof kept.opId === 'string'
      ? { token: kept.token, opId: kept.opId }
      : null;
  } catch {
    return null;
  }
};
