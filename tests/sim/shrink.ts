/**
 * Makes a failing run small: leaves out the steps after the failure, then kinds of faults, devices
 * and steps, as long as the same invariant still breaks. Every step has luck of its own (random.ts),
 * so what is left does the same as before.
 */
import { simulate, type Bug, type Outcome, type Without } from './simulate.ts';

/** An invariant's name: what must stay the same while the run shrinks. */
const nameOf = (failure: string | null): string => failure?.split(': {')[0] ?? '';

export type Shrunk = { outcome: Outcome; without: Without; tries: number };

export const shrink = async (failed: Outcome, bug?: Bug, maxTries = 400): Promise<Shrunk> => {
  const { seed } = failed;
  const wanted = nameOf(failed.failure);
  let tries = 0;
  let best: Outcome = failed;
  let without: Without = {};

  const works = async (next: Without): Promise<boolean> => {
    if (tries >= maxTries) return false;
    tries += 1;
    const outcome = await simulate({ seed, without: next, ...(bug ? { bug } : {}) });
    if (nameOf(outcome.failure) !== wanted) return false;
    best = outcome;
    without = next;
    return true;
  };

  await works({ stepsFrom: failed.steps + 1 });
  for (const fault of FAULTS)
    await works({ ...without, faults: new Set([...(without.faults ?? []), fault]) });
  for (let device = 5; device >= 0; device -= 1)
    await works({ ...without, devices: new Set([...(without.devices ?? []), device]) });

  // Halves, quarters, … single steps; again as long as something went.
  const last = without.stepsFrom ?? failed.steps + 1;
  let left = Array.from({ length: last }, (_, step) => step);
  for (let size = Math.ceil(left.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < left.length;) {
      const kept = [...left.slice(0, at), ...left.slice(at + size)];
      const gone = new Set(Array.from({ length: last }, (_, step) => step));
      for (const step of kept) gone.delete(step);
      if (await works({ ...without, steps: gone })) left = kept;
      else at += size;
    }
  }
  return { outcome: best, without, tries };
};

const FAULTS = [
  'duplicate',
  'slow',
  'busy',
  'duplicatePoke',
  'dropPoke',
  'dropReply',
  'dropRequest',
] as const;

/** The command that runs the shortened story. */
export const commandOf = (seed: number, without: Without, bug?: string): string => {
  const list = (name: string, values: Iterable<string | number> | undefined): string[] => {
    const text = [...(values ?? [])].join(',');
    return text === '' ? [] : [`--${name}=${text}`];
  };
  return [
    'npm run test:sim --',
    `--seed=${seed}`,
    ...(bug === undefined ? [] : [`--bug='${bug}'`]),
    ...(without.stepsFrom === undefined ? [] : [`--until=${without.stepsFrom}`]),
    ...list('no-steps', without.steps),
    ...list('no-devices', without.devices),
    ...list('no-faults', without.faults),
  ].join(' ');
};
