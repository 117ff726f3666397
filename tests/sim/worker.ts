/** One of the processes that share a set of runs: takes ranges of seeds, answers what they did. */
import { runSeeds } from './set-of-runs.ts';

export type Order = { from: number; count: number; bug?: string };

process.on('message', (order: Order) => {
  void runSeeds(order.from, order.count, order.bug).then((set) =>
    process.send?.({ ...set, counts: [...set.counts] }),
  );
});
process.on('disconnect', () => process.exit());
