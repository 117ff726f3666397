import { randomUUID } from 'node:crypto';
import { arrivals } from '../database/arrivals.ts';
import { SLUG } from '../database/served-business.ts';
import { spread } from '../database/tables.ts';
import { atMost } from '../lane.ts';
import type { Lane } from '../lane.ts';
import { median, quantile } from '../measure.ts';
import { signIn, startProduct } from '../product.ts';
import { dayAhead } from './server-bookings.ts';

const ALONE = 100;

export const embedded: Lane = {
  name: 'embedded',
  about:
    'The embedded backend: HTTP, API and the database (PGlite) in one process, which here is also ' +
    'the one that asks.',
  run: async ({ isQuick }) => {
    const backend = await startProduct('small', { clients: 80, daysBack: 10, daysAhead: 35 });
    try {
      await backend.sql('update private.rate_rules set most = 1000000000');
      const { token, businessId } = await signIn(backend);
      const ask = async (name: string, args: object, bearer: string): Promise<number> => {
        const from = performance.now();
        const answer = await fetch(`${backend.url}/rest/v1/rpc/${name}`, {
          method: 'POST',
          headers: {
            apikey: backend.publishableKey,
            authorization: `Bearer ${bearer}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(args),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`);
        return performance.now() - from;
      };
      const window = { slug: SLUG, from_day: dayAhead(3), to_day: dayAhead(17) };
      const page = {
        business_id: businessId,
        client_id: randomUUID(),
        cursor: 0,
        schema: 1,
        page_size: 100,
      };
      const read = (): Promise<number> =>
        ask('public_availability', window, backend.publishableKey);
      const pull = (): Promise<number> => ask('sync_pull', page, token);

      const alone: Record<'read' | 'pull', number[]> = { read: [], pull: [] };
      for (let n = 0; n < ALONE; n += 1) {
        alone.read.push(await read());
        alone.pull.push(await pull());
      }
      const times: number[] = [];
      const carried = await arrivals(isQuick ? 3 : 15, [
        {
          perSecond: 100,
          run: async (index) => void times.push(await (index % 2 === 0 ? read() : pull())),
        },
      ]);
      const each = (median(alone.read) + median(alone.pull)) / 2;
      return {
        comparisons: [
          spread('Embedded backend, one request after the other', undefined, {
            'public_availability (14 days)': alone.read,
            'sync_pull (100 rows)': alone.pull,
          }),
          spread(
            'Embedded backend, 100 requests a second',
            `${(carried * 100).toFixed(0)} % of the rate was carried.`,
            { 'HTTP requests': times },
          ),
        ],
        goals: [
          atMost(
            'P19',
            150,
            'embedded backend at 100 requests/s, 95 of 100',
            quantile(times, 0.95),
            `One request takes ${each.toFixed(1)} ms with nobody else asking; 10 ms fill the one ` +
              'session that PGlite has, and beyond that requests only wait.',
          ),
        ],
      };
    } finally {
      await backend.stop();
    }
  },
};
