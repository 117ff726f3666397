import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Goal, Lane } from '../lane.ts';

const root = join(import.meta.dirname, '../../..');

/** Kilobytes by the names of the size gate, which weighs what each route really loads. */
const gate = async (): Promise<Map<string, number>> => {
  const { stdout } = await promisify(execFile)('node', ['.ci/size.mjs'], { cwd: root });
  const lines = stdout.matchAll(/^ {2}(?:ok|OVER) +(.+?) +([\d.]+) \/ \d+ kB$/gm);
  return new Map([...lines].map(([, name, kb]) => [name ?? '', Number(kb)]));
};

const calendarKb = async (): Promise<number> => {
  const assets = join(root, 'dist/assets');
  const [file] = (await readdir(assets)).filter((name) => /^calendar-screen-.*\.js$/.test(name));
  if (file === undefined)
    throw new Error('No calendar-screen in dist/: run `npm run build` first.');
  return gzipSync(await readFile(join(assets, file)), { level: 9 }).length / 1_000;
};

export const sizes: Lane = {
  name: 'sizes',
  about: 'What the built product weighs, gzip -9: what a route loads before it can be used.',
  run: async () => {
    const kb = await gate();
    const goal = (id: string, name: string, wantedKb: number, gotKb = kb.get(name)): Goal => {
      if (gotKb === undefined) throw new Error(`The size gate does not name "${name}".`);
      return {
        id,
        wanted: `${name} ≤ ${wantedKb} kB`,
        got: `${gotKb.toFixed(1)} kB`,
        reached: gotKb <= wantedKb,
      };
    };
    return {
      comparisons: [],
      goals: [
        goal('P7', 'the calendar, over React', 15, await calendarKb()),
        goal('P8', 'Booking page: JavaScript', 100),
        goal('P8', 'Booking page: CSS', 10),
        goal('P9', 'Signed-in app: JavaScript', 180),
        goal('P9', 'Sync worker', 120),
        goal('P9', 'Service worker', 10),
      ],
    };
  },
};
