// After the app is built: bundle sw/sw.ts into one classic script (a module service worker is not
// supported everywhere), write the packs, and put the list of the files into the script.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { getManifest } from 'workbox-build';
import { packRelease } from './pack-release.mjs';

/** Above this, workbox silently leaves a file out of the list; we refuse the build instead. */
const MAX_FILE_BYTES = 2_097_152;

/** @param {{ buildId: string }} options @returns {import('vite').Plugin} */
export const serviceWorker = ({ buildId }) => {
  let root = '';
  let outDir = '';
  let written = false;
  return {
    name: 'daybook-service-worker',
    apply: (_config, { command }) => command === 'build' && !process.env.VITEST,
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      written = true;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        // After a failed build this would only hide why.
        if (!written) return;
        // Beside the result, so that two builds never write into each other's.
        const scratch = join(outDir, '.sw');
        await build({
          configFile: false,
          root,
          logLevel: 'warn',
          publicDir: false,
          define: {
            'process.env.NODE_ENV': '"production"',
            __BUILD_ID__: JSON.stringify(buildId),
          },
          build: {
            outDir: scratch,
            emptyOutDir: true,
            target: ['chrome111', 'firefox114', 'safari16.4'],
            lib: {
              entry: join(root, 'sw/sw.ts'),
              formats: ['iife'],
              name: 'sw',
              fileName: () => 'sw.js',
            },
          },
        });
        const { count, size, warnings, manifestEntries } = await getManifest({
          globDirectory: outDir,
          globPatterns: ['index.html', 'assets/*.{js,css,woff2,svg}', 'icons/icon-*.png'],
          maximumFileSizeToCacheInBytes: MAX_FILE_BYTES,
          // Hashed names carry their own revision.
          dontCacheBustURLsMatching: /assets\/.*-[\w-]{8}\./,
        });
        if (warnings.length > 0) throw new Error(`Service worker: ${warnings.join('\n')}`);
        const script = await readFile(join(scratch, 'sw.js'), 'utf8');
        const parts = script.split('self.__RELEASE_FILES');
        if (parts.length !== 2) throw new Error('sw/sw.ts must name self.__RELEASE_FILES once.');
        const list = JSON.stringify(await writePacks(outDir, manifestEntries));
        await writeFile(join(outDir, 'sw.js'), parts.join(list));
        this.info(`service worker: ${count} files, ${(size / 1000).toFixed(0)} kB precached`);
        await rm(scratch, { recursive: true, force: true });
      },
    },
  };
};

/** What the clients' pages may load; the rest is the professional's side. */
const CORE_ENTRIES = [
  /^index\.html$/,
  /^src\/app\/shells\/public-(shell|pages)\.tsx$/,
  /^src\/features\/(booking|cancel|public-forms)\//,
  /^node_modules\/temporal-polyfill\//,
];

/** Answers the list in the form that release-files.ts reads. */
const writePacks = async (outDir, entries) => {
  const files = coreFiles(JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8')));
  const groups = { core: [], app: [] };
  for (const { url, revision } of entries) {
    const bytes = await readFile(join(outDir, url));
    const name = url.startsWith('assets/') ? url.slice('assets/'.length) : `/${url}`;
    const group = files.has(url) || name.startsWith('/') ? 'core' : 'app';
    groups[group].push({ name, bytes, revision });
  }
  const release = packRelease(groups);
  for (const { name, text } of release.files) await writeFile(join(outDir, 'assets', name), text);
  return release.list;
};

/** Every file that has to be there before one of the core entries can run. */
const coreFiles = (viteManifest) => {
  const files = new Set();
  const visit = (key) => {
    const chunk = viteManifest[key];
    if (!chunk || files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of Object.keys(viteManifest)) {
    if (CORE_ENTRIES.some((pattern) => pattern.test(key))) visit(key);
  }
  return files;
};
