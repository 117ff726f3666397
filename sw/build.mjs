// After the app is built: bundle sw/sw.ts into one classic script (a module service worker is not
// supported everywhere), then write into it the list of shell files with their revisions.
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { injectManifest } from 'workbox-build';

/** Above this, workbox silently leaves a file out of the list; we refuse the build instead. */
const MAX_FILE_BYTES = 2_097_152;

/** @param {{ buildId: string }} options @returns {import('vite').Plugin} */
export const serviceWorker = ({ buildId }) => {
  let root = '';
  let outDir = '';
  let failed = false;
  return {
    name: 'daybook-service-worker',
    apply: (_config, { command }) => command === 'build' && !process.env.VITEST,
    configResolved(config) {
      root = config.root;
      outDir = join(config.root, config.build.outDir);
    },
    buildEnd(error) {
      failed = Boolean(error);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (failed) return;
        const scratch = join(root, 'node_modules', '.cache', 'daybook-sw');
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
        const { count, size, warnings } = await injectManifest({
          swSrc: join(scratch, 'sw.js'),
          swDest: join(outDir, 'sw.js'),
          globDirectory: outDir,
          globPatterns: ['index.html', 'boot.*', 'assets/*.{js,css,woff2,svg}', 'icons/icon-*.png'],
          maximumFileSizeToCacheInBytes: MAX_FILE_BYTES,
          // Hashed names carry their own revision.
          dontCacheBustURLsMatching: /\/assets\/.*-[\w-]{8}\./,
          manifestTransforms: [withGroupAndIntegrity(outDir)],
        });
        if (warnings.length > 0) throw new Error(`Service worker: ${warnings.join('\n')}`);
        this.info(`service worker: ${count} files, ${(size / 1000).toFixed(0)} kB precached`);
        await rm(scratch, { recursive: true, force: true });
      },
    },
  };
};

/** What the clients' pages may load; the rest is the professional's side. */
const CORE_ENTRIES = [
  /^index\.html$/,
  /^src\/app\/shells\/public-shell\.tsx$/,
  /^src\/features\/(booking|cancel|public-forms)\//,
  /^node_modules\/temporal-polyfill\//,
];

// A host that answers a stale index.html, or HTML in place of a script, must make the install
// fail: the browser compares each file with this hash while the old version keeps serving.
const withGroupAndIntegrity = (outDir) => async (entries) => {
  const core = coreFiles(JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8')));
  const manifest = await Promise.all(
    entries.map(async (entry) => {
      const bytes = await readFile(join(outDir, entry.url));
      const integrity = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
      const group = core.has(entry.url) || !entry.url.startsWith('assets/') ? 'core' : 'app';
      return { ...entry, url: `/${entry.url}`, integrity, group };
    }),
  );
  return { manifest, warnings: [] };
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
