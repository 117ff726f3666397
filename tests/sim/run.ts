// The simulator from the command line.
//   npm run test:sim -- --seed=4711           one seed with its story; a failing one is shortened
//   npm run test:sim -- --runs=2000           many seeds (--from=1, --jobs=2, --all: do not stop)
//   npm run test:sim -- --bugs                the catalogue of planted bugs
import { availableParallelism } from 'node:os';
import { BUGS } from './bugs.ts';
import { missedGoals } from './goals.ts';
import { runInProcesses } from './processes.ts';
import { runSeeds } from './set-of-runs.ts';
import { commandOf, shrink } from './shrink.ts';
import { simulate, type Without } from './simulate.ts';

const option = (name: string): string | undefined => {
  const found = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return found?.slice(name.length + 3);
};
const has = (name: string): boolean => process.argv.includes(`--${name}`);
const list = (name: string): string[] | undefined => option(name)?.split(',');
const numbers = (name: string): Set<number> | undefined => {
  const found = list(name);
  return found === undefined ? undefined : new Set(found.map(Number));
};

const from = Number(option('from') ?? 1);
const runs = Number(option('runs') ?? 2_000);
const jobs = Number(option('jobs') ?? Math.min(2, availableParallelism()));
const bugName = option('bug');
const bug = bugName === undefined ? undefined : BUGS[bugName];
const PROGRESS_EVERY = 1_000;

const withoutOptions = (): Without => {
  const stepsFrom = option('until');
  const [steps, devices] = [numbers('no-steps'), numbers('no-devices')];
  const faults = list('no-faults');
  return {
    ...(stepsFrom === undefined ? {} : { stepsFrom: Number(stepsFrom) }),
    ...(steps === undefined ? {} : { steps }),
    ...(devices === undefined ? {} : { devices }),
    ...(faults === undefined ? {} : { faults: new Set(faults) }),
  };
};

const tellSeed = async (seed: number): Promise<void> => {
  const without = withoutOptions();
  const outcome = await simulate({ seed, without, ...(bug ? { bug } : {}) });
  const isShort = Object.keys(without).length > 0;
  if (outcome.failure === null) {
    console.log(outcome.trace.join('\n'));
    console.log(`seed ${seed} holds`);
    return;
  }
  process.exitCode = 1;
  const {
    outcome: short,
    without: left,
    tries,
  } = isShort ? { outcome, without, tries: 0 } : await shrink(outcome, bug);
  console.log(short.trace.filter((line) => !line.startsWith('—')).join('\n'));
  console.log(short.failure);
  if (!isShort) console.log(`(shortened in ${tries} runs; the whole story: SIM_WHOLE=1)`);
  if (process.env['SIM_WHOLE']) console.log(outcome.trace.join('\n'));
  console.log(commandOf(seed, left, bugName));
};

const tellBugs = async (): Promise<void> => {
  for (const name of Object.keys(BUGS)) {
    let found: string | null = null;
    for (let seed = from; seed < from + runs && found === null; seed += 1) {
      const [first] = (await runSeeds(seed, 1, name)).failed;
      if (first) found = `seed ${first.seed}: ${first.failure.slice(0, 90)}`;
    }
    console.log(`${name.padEnd(66)} ${found ?? 'NOT FOUND'}`);
    if (found === null) process.exitCode = 1;
  }
};

const tellMany = async (): Promise<void> => {
  const startedMs = Date.now();
  let [told, failuresTold] = [0, 0];
  const sum = await runInProcesses({
    from,
    runs,
    jobs,
    bug: bugName,
    stopAtFailure: !has('all'),
    progress: ({ runs: done, failed }) => {
      for (; failuresTold < failed.length; failuresTold += 1) {
        const one = failed[failuresTold];
        console.log(`  seed ${one?.seed}: ${one?.failure.slice(0, 200)}`);
      }
      if (done - told < PROGRESS_EVERY) return;
      told = done;
      console.log(`  ${done} of ${runs}, ${failed.length} failed`);
    },
  });
  const seconds = (Date.now() - startedMs) / 1_000;
  console.log(
    `${sum.runs} seeds from ${from} in ${seconds.toFixed(0)} s (${(sum.runs / seconds).toFixed(1)} seeds/s)`,
  );
  for (const [event, count] of [...sum.counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`  ${event}: ${count}`);
  for (const { seed, failure } of sum.failed.slice(0, 20))
    console.log(
      `FAILED seed ${seed}: ${failure.slice(0, 400)}\n  npm run test:sim -- --seed=${seed}`,
    );
  const missed = sum.failed.length === 0 ? missedGoals(sum.counts, sum.runs) : [];
  for (const goal of missed) console.log(`NOT REACHED ${goal}`);
  console.log(`${sum.failed.length} failed, ${missed.length} goals missed`);
  if (sum.failed.length > 0 || missed.length > 0) process.exitCode = 1;
};

const seed = option('seed');
if (has('bugs')) await tellBugs();
else if (seed !== undefined) await tellSeed(Number(seed));
else await tellMany();
