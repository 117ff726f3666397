import { PRODUCT_NAME } from '#domain/product.ts';
import { env } from '#platform/env.ts';
import { recentLog } from '#platform/log.ts';
import { redact } from '#platform/redact.ts';

/**
 * What a person copies when support asks: versions, device, the last lines of the log. Names,
 * numbers, addresses and tokens are taken out; nobody has to read it before sending.
 */
export const report = async (facts: Record<string, unknown> = {}): Promise<string> => {
  const lines = await recentLog();
  const head = {
    product: PRODUCT_NAME,
    build: env().buildId,
    at: new Date().toISOString(),
    path: location.pathname,
    browser: navigator.userAgent,
    language: navigator.language,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    online: navigator.onLine,
    screen: `${window.innerWidth}x${window.innerHeight}@${window.devicePixelRatio}`,
    ...facts,
  };
  const text = [
    ...Object.entries(head).map(([key, value]) => `${key}: ${printed(value)}`),
    '',
    ...lines
      .slice(-60)
      .map(({ at, level, message, facts: more }) => `${at} ${level} ${message} ${more}`),
  ].join('\n');
  return redact(text);
};

const printed = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
