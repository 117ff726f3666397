import { execFile } from 'node:child_process';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { keptAssets } from '#tests/harness/release-list.ts';
import { leanLibraries } from '../../../.ci/lean-libraries.mjs';
import type { Goal, Lane } from '../lane.ts';

const root = join(import.meta.dirname, '../../..');

/** Kilobytes by the names of the size gate, which weighs what each route really loads. */
const gate = async (): Promise<Map<string, number>> => {
  const { stdout } = await promisify(execFile)('node', ['.ci/size.mjs'], { cwd: root });
  const lines = stdout.matchAll(/^ {2}(?:ok|OVER) +(.+?) +([\d.]+) \/ \d+ kB$/gm);
  return new Map([...lines].map(([, name, kb]) => [name ?? '', Number(kb)]));
};

/** The step of the booking that chooses the day: a chunk with a limit of its own. */
const DATE_STEP = 'chunk features/booking/later-steps.tsx';

/** The gate names only chunks that come near their limit. */
const heaviestRoute = (kb: Map<string, number>): number =>
  Math.max(
    0,
    ...[...kb].flatMap(([name, own]) =>
      name.startsWith('chunk ') && name !== DATE_STEP ? [own] : [],
    ),
  );

/** Everything that an offline start needs, as it lies in the cache: not compressed, no packs. */
const precacheKb = async (): Promise<number> => {
  const dist = join(root, 'dist');
  const sizes = (await keptAssets(dist)).map(
    async (name) => (await stat(join(dist, 'assets', name))).size,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1_000;
};

/** The worker built by itself, supabase-js left out. */
const engineKb = async (): Promise<number> => {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [leanLibraries()],
    build: {
      write: false,
      target: 'esnext',
      rolldownOptions: {
        input: join(root, 'sync/worker.ts'),
        external: [/^@supabase\//],
        output: { format: 'es', codeSplitting: false },
      },
    },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const code = outputs.map((one) => (one.type === 'chunk' ? one.code : '')).join('');
  return gzipSync(code, { level: 9 }).length / 1_000;
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
        goal('P8', 'the date step of the booking', 45, kb.get(DATE_STEP) ?? 0),
        goal('P9', 'the heaviest chunk of any other route', 30, heaviestRoute(kb)),
        goal('P9', 'what the service worker keeps, not compressed', 1_500, await precacheKb()),
        goal('G17', 'the engine in the worker without supabase-js', 60, await engineKb()),
      ],
    };
  },
};
