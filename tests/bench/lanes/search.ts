import { atMost } from '../lane.ts';
import type { Lane } from '../lane.ts';
import { quantile } from '../measure.ts';
import { BENCH_USER, createSyncServer } from '../sync-server.ts';

const TEXTS = ['maria', 'lopez', 'anna le', '718 555', 'sch', 'example.com'];

export const search: Lane = {
  name: 'search',
  about: 'Each keystroke of a search over all clients, from the text to the sorted answer.',
  run: async ({ lab, rounds, isQuick }) => {
    const clients = isQuick ? 5_000 : 20_000;
    const server = createSyncServer({ clients, daysBack: 2, daysAhead: 2 });
    lab.answerWith(server.answer);
    const page = await lab.open('store');
    await page.call('bootstrap', BENCH_USER, server.businessId);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push(...(await page.call<number[]>('search', TEXTS)));
    }
    await page.close();
    return {
      comparisons: [
        {
          title: `${clients} clients`,
          rounds,
          thrownAway: 0,
          note: `The slowest keystroke took ${Math.max(...times).toFixed(1)} ms.`,
          timings: [
            {
              name: 'Daybook',
              kind: 'ours',
              median: quantile(times, 0.5),
              low: quantile(times, 0.25),
              high: quantile(times, 0.75),
              timesFloor: null,
            },
          ],
        },
      ],
      goals: [atMost('P15', 16, 'a keystroke, 95 of 100', quantile(times, 0.95))],
    };
  },
};
