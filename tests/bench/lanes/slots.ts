import { strictEqual } from 'node:assert';
import { atMost, atMostTimes, sides } from '../lane.ts';
import type { Comparison, Goal, Lane } from '../lane.ts';
import { measure } from '../measure.ts';

/** People, appointments, starts that four other schedulers agree on, and the goals in ms. */
const CASES = [
  { staff: 8, busy: 2_000, starts: 629, maxMs: 1, maxSlowMs: 5 },
  { staff: 20, busy: 5_000, starts: 749, maxMs: 2, maxSlowMs: 10 },
] as const;

export const slots: Lane = {
  name: 'slots',
  about:
    'A month of bookable starts (30 days, New York with the change of the clocks, 60 minutes on a ' +
    '15-minute grid) computed from plain rows. The floor is a sweep written for this one question: ' +
    'it knows no buffers, processing time, chains of services, exceptions or blocks. Every variant ' +
    'must find the number of starts that other schedulers found for the same data.',
  run: async ({ lab, rounds, isQuick }) => {
    const comparisons: Comparison[] = [];
    const goals: Goal[] = [];
    const forMs = isQuick ? 60 : 200;
    for (const { staff, busy, starts, maxMs, maxSlowMs } of CASES) {
      for (const rate of [1, 4]) {
        const page = await lab.open('slots', { throttle: rate });
        await page.call('prepare', staff, busy);
        const counts = await page.call<number[]>('counts');
        for (const count of counts) strictEqual(count, starts);
        const measured = await measure({
          rounds,
          variants: [
            { name: 'Daybook', kind: 'ours', run: () => page.call('ours', forMs) },
            { name: 'sweep', kind: 'floor', run: () => page.call('floor', forMs) },
          ],
        });
        const slow = rate === 1 ? '' : ', CPU slowed 4 ×';
        comparisons.push({ title: `${staff} people, ${busy} appointments${slow}`, ...measured });
        const { ours } = sides(measured);
        const limit = rate === 1 ? maxMs : maxSlowMs;
        goals.push(
          atMost(rate === 1 ? 'P1' : 'P2', limit, `slots ${staff}/${busy}${slow}`, ours.median),
        );
        if (rate === 1) {
          goals.push(
            atMostTimes('P1', 5, `slots ${staff}/${busy}, times the sweep`, ours.timesFloor ?? 0),
          );
          const again = await measure({
            rounds,
            variants: [{ name: 'Daybook', kind: 'ours', run: () => page.call('again', forMs) }],
          });
          comparisons.push({ title: `One day again after a booking, ${staff} people`, ...again });
          goals.push(atMost('P3', 0.1, `one day again, ${staff} people`, sides(again).ours.median));
        }
        await page.close();
      }
    }
    return { comparisons, goals };
  },
};
