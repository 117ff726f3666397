import { atMost } from '../lane.ts';
import type { Comparison, Lane } from '../lane.ts';
import { quantile } from '../measure.ts';
import { signIn, startProduct } from '../product.ts';

/** Below the rate at which pokes are gathered. */
const PACE_MS = 1_050;
const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms));

export const live: Lane = {
  name: 'live',
  about:
    'From the call that writes in one window (the write included) to the answer of a live query in another: in a second tab of the ' +
    'same browser, and in another browser profile through the embedded backend (push, commit, poke ' +
    'over the WebSocket, pull, merge). One write a second, as people write: from the eleventh poke in ' +
    'ten seconds on a device gathers them (SYN-49).',
  run: async ({ lab, isQuick }) => {
    const backend = await startProduct('small', { clients: 80, daysBack: 10, daysAhead: 35 });
    try {
      const { token, userId, businessId } = await signIn(backend);
      const server = {
        backendUrl: backend.url,
        publishableKey: backend.publishableKey,
        token,
      };
      const here = await lab.open('store');
      const id = await here.call<string>('connect', userId, businessId, server);
      const tab = await here.sibling('store');
      await tab.call('connect', userId, businessId, server);
      const far = await lab.open('store');
      await far.call('connect', userId, businessId, server);
      // Tabs in the background are slowed down by the browser: what one looks at is in front.
      const times = { tab: [] as number[], far: [] as number[] };
      const count = isQuick ? 10 : 40;
      for (let at = 0; at < count; at += 1) {
        const note = `Note ${at}`;
        // In one list: nobody would hear of one that fails while another is awaited.
        const [asked, inTab, inFar] = await Promise.all([
          here.call<number>('write', id, note),
          tab.call<number>('seen', id, note),
          far.call<number>('seen', id, note),
        ]);
        times.tab.push(inTab - asked);
        times.far.push(inFar - asked);
        await Promise.all([here.call('idle'), far.call('idle'), pause(PACE_MS)]);
      }
      await far.close();
      await here.close();
      const table = (title: string, all: number[]): Comparison => ({
        title,
        rounds: all.length,
        thrownAway: 0,
        note: `95 of 100 within ${quantile(all, 0.95).toFixed(0)} ms.`,
        timings: [
          {
            name: 'Daybook',
            kind: 'ours',
            median: quantile(all, 0.5),
            low: quantile(all, 0.25),
            high: quantile(all, 0.75),
            timesFloor: null,
          },
        ],
      });
      return {
        comparisons: [table('Another tab', times.tab), table('Another device', times.far)],
        goals: [
          atMost('G5', 15, 'another tab, median', quantile(times.tab, 0.5)),
          atMost('G5', 40, 'another tab, 95 of 100', quantile(times.tab, 0.95)),
          atMost('G5', 60, 'another device, median', quantile(times.far, 0.5)),
          atMost('G5', 150, 'another device, 95 of 100', quantile(times.far, 0.95)),
        ],
      };
    } finally {
      await backend.stop();
    }
  },
};
