import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { serviceWorker } from './sw/build.mjs';
import packageJson from './package.json' with { type: 'json' };

// The embedded backend of `npm run dev`; it tells us where it listens.
const backend = process.env.DAYBOOK_BACKEND_URL ?? 'http://127.0.0.1:54321';
const backendPaths = ['/rest', '/auth/v1', '/storage', '/realtime', '/functions', '/_mail'];

// One name per build, for the service worker, the debug page and error reports.
const buildId = process.env.DAYBOOK_BUILD_ID ?? `${packageJson.version}-${Date.now().toString(36)}`;

const source = (...paths: string[]) => `/src/(${paths.join('|')})`;
const clientsFirstPage = new RegExp(
  source(
    'features/booking/(booking-(context|draft|steps|flow|journey)|use-(profile|draft)|draft-store)',
    'features/booking/(catalogue|services-step|service-card|choice-mark|step-(bar|progress|search))',
    'features/booking/offline-note',
    'remote/public-(booking|rpc|server|profile)',
    'ui/(brand-frame|contact-links|step-heading)',
  ),
);
const everyFirstPage = new RegExp(
  `${source(
    'domain/(product|accent|colours|ids/|services/price|errors/(assert|result))',
    'domain/(time/(day|format|instant|duration)|text/(fold|address)|money/(format|currency))',
    'platform/(clock|env|storage|online|random|stale-assets)',
    'ui/(brand-accent|button|spinner|skeleton|store|toast\\.ts)',
    'app/(paths|broken|page-boundary|lazy-screen|toasts|audience)',
  )}|vite/preload|/node_modules/(clsx|react-error-boundary)/`,
);

export default defineConfig({
  plugins: [react(), tailwindcss(), serviceWorker({ buildId })],
  define: { __BUILD_ID__: JSON.stringify(buildId) },
  // rxjs ships classes under this name, and code for browsers of 2015 under the usual one.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    manifest: true,
    sourcemap: false,
    // A data: URL is an inline script or font to the content security policy: keep files files.
    assetsInlineLimit: 0,
    // Our service worker precaches what a shell needs; a blocking preload polyfill is dead weight.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // The libraries of every page in one file of their own: a release of ours does not make
            // anybody download them again.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
            },
            // What the first page of a client needs, together: thirty small files compress badly, and
            // over HTTP/1.1 a phone fetches six at a time. A module that is missing here still works.
            { name: 'clients', test: clientsFirstPage },
            { name: 'base', test: everyFirstPage },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      backendPaths.map((path) => [path, { target: backend, ws: path === '/realtime' }]),
    ),
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Whole databases and servers start in some of these; a busy machine needs the time.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // A stylesheet read as text (the contrast test) is not replaced by nothing.
          css: { include: [/\?raw$/] },
          environment: 'node',
          include: [
            '{src,sync,sw,supabase}/**/*.test.ts',
            'tests/{contract,sim,database,tooling,harness}/**/*.test.ts',
          ],
          exclude: ['**/*.dom.test.ts', '**/*.browser.test.ts', '**/node_modules/**'],
          setupFiles: ['tests/setup/unit.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          testTimeout: 30_000,
          environment: 'happy-dom',
          include: ['{src,sync}/**/*.dom.test.{ts,tsx}'],
          setupFiles: ['tests/setup/unit.ts', 'tests/setup/dom.ts'],
        },
      },
    ],
  },
});
