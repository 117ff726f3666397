import { strictEqual } from 'node:assert';
import { atMost, sides } from '../lane.ts';
import type { Lane } from '../lane.ts';
import { measure } from '../measure.ts';

export const reports: Lane = {
  name: 'reports',
  about:
    'Every report at once over two years of a large salon: a whole year compared with the year ' +
    'before, from what the worker of the reports keeps in memory. The floor adds up two columns by ' +
    'the month of the text and knows no zones, refunds, taxes, people, clients or hours. Making the ' +
    'rows ready is done once, and again when rows change; reading them from IndexedDB comes before it ' +
    'and is not measured here.',
  run: async ({ lab, rounds, isQuick }) => {
    const page = await lab.open('reports');
    const [visits, sales, rows] = await page.call<number[]>('prepare', isQuick ? 2 : 21, 10);
    strictEqual(await page.call('check'), true);
    const measured = await measure({
      rounds,
      variants: [
        {
          name: 'all reports, a year and the one before',
          kind: 'ours',
          run: () => page.call('ours'),
        },
        {
          name: 'all reports, a month and the one before',
          kind: 'part',
          run: () => page.call('month'),
        },
        { name: 'rows made ready', kind: 'part', run: () => page.call('book') },
        { name: 'two columns by month', kind: 'floor', run: () => page.call('floor') },
      ],
    });
    await page.close();
    return {
      comparisons: [{ title: `${visits} appointments, ${sales} sales, ${rows} rows`, ...measured }],
      goals: [atMost('P16', 300, 'reports over two years', sides(measured).ours.median)],
    };
  },
};
