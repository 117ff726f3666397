// The simulator from the command line.
//   npm run test:sim -- --seed=4711           one seed, with its story
//   npm run test:sim -- --runs=20000          many seeds (--from=1 sets the first)
//   npm run test:sim -- --bugs                the catalogue of planted bugs
import { BUGS } from './bugs.ts';
import { simulate } from './simulate.ts';

const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}`))?.split('=')[1];
const has = (name: string): boolean => process.argv.some((argument) => argument === `--${name}`);

const seed = option('seed');
const runs = Number(option('runs') ?? 2000);
const from = Number(option('from') ?? 1);
const bug = option('bug');

const runSeeds = async (planted?: string) => {
  const started = Date.now();
  const reached = new Map<string, number>();
  for (let current = from; current < from + runs; current += 1) {
    const chosen = planted === undefined ? undefined : BUGS[planted];
    const outcome = await simulate({ seed: current, ...(chosen ? { bug: chosen } : {}) });
    if (outcome.failure !== null)
      return { outcome, tried: current - from + 1, ms: Date.now() - started };
    for (const [event, count] of outcome.counts)
      reached.set(event, (reached.get(event) ?? 0) + count);
  }
  return { outcome: null, tried: runs, ms: Date.now() - started, reached };
};

if (has('bugs')) {
  for (const name of Object.keys(BUGS)) {
    const { outcome, tried } = await runSeeds(name);
    const found =
      outcome === null ? 'NOT FOUND' : `found after ${tried}: ${outcome.failure?.slice(0, 90)}`;
    console.log(`${name.padEnd(34)} ${found}`);
    if (outcome === null) process.exitCode = 1;
  }
} else if (seed !== undefined) {
  const chosen = bug === undefined ? undefined : BUGS[bug];
  const outcome = await simulate({ seed: Number(seed), ...(chosen ? { bug: chosen } : {}) });
  console.log(outcome.trace.join('\n'));
  console.log(outcome.failure ?? `seed ${seed} holds`);
  process.exitCode = outcome.failure === null ? 0 : 1;
} else {
  const { outcome, tried, ms, reached } = await runSeeds(bug);
  console.log(
    `${tried} seeds in ${(ms / 1000).toFixed(1)} s (${Math.round((tried / ms) * 1000)} seeds/s)`,
  );
  for (const [event, count] of [...(reached ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`  ${event}: ${count}`);
  if (outcome !== null) {
    console.log(outcome.trace.slice(-50).join('\n'));
    console.log(outcome.failure);
    console.log(`npm run test:sim -- --seed=${outcome.seed}`);
    process.exitCode = 1;
  }
}
