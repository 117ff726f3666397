/**
 * One lane in a process of its own: whatever hangs, dies or is left behind in it goes with it, and
 * the next lane finds a machine at rest. Started by run.ts, which gets the result as a message.
 */
import type { LaneResult } from './lane.ts';
import { openLab } from './lab.ts';
import { LANES } from './lanes.ts';

/** What the parent asks for, as the only argument. */
export type LaneOrder = { name: string; isQuick: boolean; rounds: number };

/** What comes back. */
export type LaneAnswer =
  { ok: true; result: LaneResult; chromium: string } | { ok: false; why: string };

const order = JSON.parse(process.argv[2] ?? 'null') as LaneOrder;
const lane = LANES.find(({ name }) => name === order.name);
if (!lane) throw new Error(`No such lane: ${order.name}`);

const answer = (message: LaneAnswer): Promise<void> =>
  new Promise((sent) => {
    process.send?.(message, () => sent());
  });

try {
  const lab = await openLab();
  const { isQuick, rounds } = order;
  const result = await lane.run({ lab, isQuick, rounds });
  await answer({ ok: true, result, chromium: lab.browser.version() });
  await lab.close();
} catch (error) {
  await answer({ ok: false, why: error instanceof Error ? String(error.stack) : String(error) });
}
process.exit();
