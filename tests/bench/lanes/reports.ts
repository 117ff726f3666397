import { strictEqual } from 'node:assert';
import { atMost, sides } from '../lane.ts';
import type { Lane } from '../lane.ts';
import { measure } from '../measure.ts';

/** Reading two years takes seconds: not done in each round. */
const READS = 3;

export const reports: Lane = {
  name: 'reports',
  about:
    'Every report at once over two years of a large salon: a whole year compared with the year ' +
    'before, from what the worker of the reports keeps in memory. The floor adds up two columns by ' +
    'the month of the text and knows no zones, refunds, taxes, people, clients or hours. Making the ' +
    'rows ready is done once, and again when rows change. Then the same question is put to the ' +
    'worker of the product, which reads all rows from IndexedDB for its first answer, and every report ' +
    'of the answer is drawn; beside it the rows are read and nothing is made of them.',
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
    await page.call('store');
    strictEqual(await page.call('agrees'), true);
    const inWorker = await measure({
      rounds: Math.min(rounds, READS),
      variants: [
        {
          name: 'first answer of the worker, everything read',
          kind: 'part',
          run: () => page.call('first'),
        },
        { name: 'its next answer', kind: 'ours', run: () => page.call('later') },
        {
          name: 'all rows read from bare IndexedDB',
          kind: 'part',
          run: () => page.call('bareRead'),
        },
      ],
    });
    const longest = await page.call<number>('longest');
    await page.close();
    const size = `${visits} appointments, ${sales} sales, ${rows} rows`;
    return {
      comparisons: [
        { title: size, ...measured },
        { title: `${size}, asked of the worker`, ...inWorker },
      ],
      goals: [
        atMost('P16', 300, 'reports over two years', sides(measured).ours.median),
        atMost('P16', 300, 'the same, asked of the worker', sides(inWorker).ours.median),
        atMost(
          'P16',
          50,
          'longest task of the window meanwhile',
          longest,
          'Shorter tasks than 50 ms are not noted by the browser: 0 means that there was none.',
        ),
      ],
    };
  },
};
