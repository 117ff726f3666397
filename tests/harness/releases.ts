import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RELEASE_1, checkOf } from './release-host.ts';

const root = join(import.meta.dirname, '../..');
const CONFIG = 'tests/harness/release-2.config.ts';
const folder = join(root, 'tests/results/releases');

/** The next release (release-2.config.ts), built once for each build of the first. */
export const release2 = (): Promise<string> =>
  once('2', (target) =>
    run(
      'npx',
      `--no-install vite build --logLevel error --emptyOutDir --outDir ${target} --config ${CONFIG}`,
    ),
  );

/** The same with an error in its first script: nothing but a white page. */
export const brokenRelease2 = async (): Promise<string> => {
  const whole = await release2();
  return once('2x', async (target) => {
    await cp(whole, target, { recursive: true });
    const html = await readFile(join(target, 'index.html'), 'utf8');
    const entry = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1];
    if (!entry) throw new Error('index.html names no script');
    const script = await readFile(join(target, entry), 'utf8');
    const broken = `throw new Error('This release is broken');${script}`;
    const worker = await readFile(join(target, 'sw.js'), 'utf8');
    const line = `${entry.replace('/assets/', '')} ${checkOf(script)}`;
    if (!worker.includes(line)) throw new Error(`sw.js does not list ${line}`);
    // By itself, among the files that are in no pack: it comes as it lies here.
    const single = line.replace(checkOf(script), checkOf(broken));
    await writeFile(join(target, entry), broken);
    await writeFile(
      join(target, 'sw.js'),
      worker.replace(`\\n${line}`, '').replace('/index.html ', `${single}\\n/index.html `),
    );
  });
};

/** Several test processes may want it at once: whoever is first with the whole folder wins. */
const once = async (name: string, make: (target: string) => Promise<void>): Promise<string> => {
  const built = await stat(join(RELEASE_1, 'sw.js'));
  const place = join(folder, `${name}-${Math.round(built.mtimeMs)}`);
  if (existsSync(place)) return place;
  await mkdir(folder, { recursive: true });
  const part = `${place}.${process.pid}`;
  await make(part);
  await rename(part, place).catch(() => rm(part, { recursive: true, force: true }));
  return place;
};

const run = (command: string, args: string): Promise<void> =>
  new Promise((done, fail) => {
    const child = spawn(command, args.split(' '), {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DAYBOOK_BUILD_ID: 'release-2' },
    });
    child.on('error', fail);
    child.on('close', (code) => {
      if (code === 0) done();
      else fail(new Error(`${command} ${args} ended with ${code}`));
    });
  });
