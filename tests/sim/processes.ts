/** Shares seeds among processes. Built into one file first: half as much time per seed as from sources. */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { add, emptySet, type SetOfRuns } from './set-of-runs.ts';
import type { Order } from './worker.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Seeds of one order: enough that asking costs nothing, few enough that all end together. */
const PER_ORDER = 25;

export const runInProcesses = async (options: {
  from: number;
  runs: number;
  jobs: number;
  bug?: string | undefined;
  /** Ends early once a seed has failed. */
  stopAtFailure: boolean;
  progress: (sum: SetOfRuns) => void;
}): Promise<SetOfRuns> => {
  const folder = await mkdtemp(join(root, 'node_modules', '.sim-'));
  const sum = emptySet();
  let next = options.from;
  const end = options.from + options.runs;
  const order = (): Order | null => {
    if (next >= end || (options.stopAtFailure && sum.failed.length > 0)) return null;
    const count = Math.min(PER_ORDER, end - next);
    next += count;
    return {
      from: next - count,
      count,
      ...(options.bug === undefined ? {} : { bug: options.bug }),
    };
  };
  try {
    await build({
      configFile: false,
      root,
      publicDir: false,
      logLevel: 'warn',
      build: { ssr: 'tests/sim/worker.ts', outDir: folder, minify: false, target: 'node20' },
    });
    const workers = Array.from({ length: options.jobs }, () =>
      // Most of what a run makes dies with it: a larger nursery is a fifth of the time.
      fork(join(folder, 'worker.js'), { execArgv: ['--max-semi-space-size=64'] }),
    );
    await Promise.all(
      workers.map((worker) =>
        work(worker, order, (part) => {
          add(sum, part);
          options.progress(sum);
        }),
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  sum.failed.sort((a, b) => a.seed - b.seed);
  return sum;
};

type Wire = Omit<SetOfRuns, 'counts'> & { counts: [string, number][] };

const work = (
  worker: ChildProcess,
  order: () => Order | null,
  done: (part: SetOfRuns) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const ask = (): void => {
      const next = order();
      if (next === null) worker.disconnect();
      else worker.send(next);
    };
    worker.on('message', (part: Wire) => {
      done({ ...part, counts: new Map(part.counts) });
      ask();
    });
    worker.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`a simulator process ended with ${code}`)),
    );
    ask();
  });
