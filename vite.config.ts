import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { serviceWorker } from './sw/build.mjs';
import { bootPage } from './.ci/boot-page.mjs';
import { noChunkCycles } from './.ci/chunk-cycles.mjs';
import { laterParts } from './.ci/later-parts.mjs';
import { leanLibraries } from './.ci/lean-libraries.mjs';
import packageJson from './package.json' with { type: 'json' };

// The embedded backend of `npm run dev`; it tells us where it listens.
const backend = process.env.DAYBOOK_BACKEND_URL ?? 'http://127.0.0.1:54321';
const backendPaths = ['/rest', '/auth/v1', '/storage', '/realtime', '/functions', '/_mail'];

// One name per build, for the service worker, the debug page and error reports.
const buildId = process.env.DAYBOOK_BUILD_ID ?? `${packageJson.version}-${Date.now().toString(36)}`;

const source = (...paths: string[]) => `/src/(${paths.join('|')})`;
const clientsFirstPage = source(
  'features/booking/(blocking-forms|booking-(context|draft|steps|flow|journey|layout|screen)|use-(profile|draft))',
  'features/booking/(draft-store|find-services|catalogue|place|services-step|service-card|order-sum\\.|choice-mark|offline-note|first-step-loading)',
  'features/booking/(step-(bar|progress|search)|been-here|asked-code)',
  'remote/(public-(booking|rpc|server|profile)|ask\\.|early-answer|profile-key)',
  'ui/(brand-frame|contact-links|step-heading)',
);
const everyFirstPage = `${source(
  'domain/(product|accent|colours|ids/|errors/(assert|result)|pictures/path)',
  'platform/(clock|download|embedded|env|load-patiently|storage|online|random|stale-assets)',
  'ui/(button|lazy-part|spinner|skeleton|store|toast\\.ts|picture-tile|logo-tile|brand-accent)',
  'app/(paths|broken|page-boundary|leave-app|toasts|audience|booking-start)',
)}|vite/preload|/node_modules/(clsx|react-error-boundary)/`;
// The first page of clients and later ones of the signed-in side.
const offered = source(
  'domain/(services/(price|for-client)|text/(fold|address)|time/duration)',
  'domain/money/(format|currency\\.)',
);
const icons = (...names: string[]) => `/lucide-react/dist/esm/icons/(${names.join('|')})\\.`;
// What clients meet after their first page and the signed-in side on its first: what times are made of.
const bothSides = `${source(
  'domain/time/(day|format|instant|epoch|wall|zone|business-formats|clock-text|week)',
  'domain/(availability/windows|appointments/(busy|shared-buffers))',
  'platform/(log|redact)',
)}|/node_modules/idb-keyval/|/lean-icon|${icons(
  'calendar-plus|check|chevron-(down|left|right)|circle-exclamation-point|clipboard-list',
  'cloud-off|hourglass|triangle-exclamation-point|users|x',
)}`;
// The same, but few pages of clients.
const dialogs = source('ui/(modal|use-dialog|overlay-header|open-dialogs|load-or-tell)');
// What both meet after their first pages.
const bothSidesLater = `${source(
  'domain/(time/two-clocks|text/external-link|appointments/(party|travel|visit-area))',
  'ui/(avatar|empty-state|initials|link-button|notice|use-minute)',
  'platform/(service-worker|visibility)',
)}|${icons(
  'calendar-(check|clock|off|x-2)|circle-check|clock|credit-card|house|info|map-pin|phone',
  'search-x|user-(plus|x)|video',
)}`;
// Of the first page of the signed-in side; what only later ones draw is in `icons`.
const firstIcons = icons(
  'armchair|arrow-left|ban|calendar-days|chart-no-axes-column',
  'cloud-(check|upload)|gift|keyboard|layout-dashboard|lock|log-out|menu|monitor|moon',
  'package|palette|panel-left-(close|open)|plus|printer|receipt|scissors|search|settings',
  'shopping-bag|sliders-horizontal|sun|user-round|user-round-plus|users-round|zoom-(in|out)',
);
const signedInFirstPage = `${source(
  'app/(frame/(?!status-banner|business-menu)|sync/(status-words|sync-chip|sync-announcer)|workspace(-holder|-context)?\\.ts|my-businesses|sync-)',
  'app/(shells/home-boundary|routes|sign-out/sign-out\\.tsx|palette/palette-(host|store)|show-shortcuts)',
  'app/(mark|trial/trial-mark|pin/pin-mark|nav|theme|destination|use-(auth-state|shortcuts)|calendar-route|debug-route)',
  'app/devices/device-number|features/calendar/geometry|domain/sort-key',
  'domain/(permissions/presets|appointments/(status|seats|group\\.)|clients/(name|alert-text))',
  'domain/(availability/working-time|resources/out-of-service)',
  'db/(open|errors|schema|use-query|queries/(calendar\\.|client-alerts|pending))',
  'remote/(auth|session|stored-session)',
  'ui/(lazy-overlay|menu|use-popup|place-beside|side-sheet|overlays|page|ui-state|use-linger)',
  'platform/(wipe-mark|install|idle)',
)}|${firstIcons}|/sync/(client|protocol)|/node_modules/(comlink|rxjs|tinykeys|dexie-react-hooks)/`;
// Everything that asks the server as the person who is signed in: wanted as soon as the first page
// stands, and by many screens.
const askingTheServer = source(
  'remote/(attempt|client|errors|rest|memberships)\\.',
  'domain/errors/codes',
);
// What the first step of clients fetches next, in few files instead of thirty: the steps that follow, what
// further pages of theirs use too, and what the signed-in side does.
const clientsLaterSteps = source(
  'features/booking/((where|staff|time|details|review)-step|detail-fields|visit-address)',
  'features/booking/(hold-(keeper|timer)|take-hold|need-of|order-(lines|summary)|checking-page|cancel-terms)',
  'features/booking/(guest-lines|guests-part|group-sum|booked-from-draft|forget-files)',
  'features/booking/(book-request|use-(attempt|times-of|next-times))',
);
const clientsLaterPages = source(
  'features/booking/(address-issues|booked-store|deposit-of|details\\.|fitted-choices|guests\\.|step-order|use-seconds-until)',
);
const openTimes = source(
  'domain/availability/(slots|pools|group-times|gap-mode|grid|open-days|starts)\\.',
);
const terms = source('domain/(appointments/(fee-terms|guest-name)|services/deposit\\.)');
// What shows a picture, on both sides; no first page waits for it.
const pictures = source('ui/(tile-picture|blob-image|use-online)', 'domain/pictures/');
// The fields of a form and the words when something is refused: clients enter their details with
// them, so that nothing of the local database may be in the same file.
const fieldsOfForms = source(
  'ui/(choice-field|field-frame|fields|email-field|money-field|toggle-row)\\.',
  'domain/(money/parse|text/typed)',
  'app/messages',
);
// What every sheet and form has besides, in one file that the signed-in side fetches after its first paint:
// checks, the queue of what is to be sent, and further fields.
const everyForm = `${source(
  'ui/(field|whole-field|use-form|form-|changed-fields|confirm-dialog)',
  'ui/(outcome|use-search-param|picture-(field|problems)|combobox|list-option|bundle-field|restored-notice)',
  'domain/(validation/|commands/|export/plain-cells|clients/(guardian|schema)\\.)',
  'db/(write|outbox|use-shown-picture|queries/(pictures|family\\.|every-(row|client))|commands/(edit-row|blobs|pictures|waitlist-booked))',
)}|/node_modules/valibot/`;
// What every screen about sales reckons with.
const selling = source('domain/checkout/(added-tips|packages|tenders|tips|words)\\.');

/** Tests of functions of values, which keep nothing. */
const valuesOnly = [
  'src/{domain,features,ui,remote,app,platform}/**/*.test.ts',
  'supabase/functions/**/*.test.ts',
  'sync/core/**/*.test.ts',
];

const inNode = {
  environment: 'node',
  // Whole databases and servers start in some of these; a busy machine needs the time.
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // A stylesheet read as text (the contrast test) is not replaced by nothing.
  css: { include: [/\?raw$/] },
  exclude: ['**/*.dom.test.ts', '**/*.browser.test.ts', '**/node_modules/**'],
  setupFiles: ['tests/setup/unit.ts'],
};

export default defineConfig({
  plugins: [
    leanLibraries(),
    react(),
    tailwindcss(),
    noChunkCycles(),
    bootPage(),
    serviceWorker({ buildId }),
  ],
  define: { __BUILD_ID__: JSON.stringify(buildId) },
  // rxjs ships classes under this name, and code for browsers of 2015 under the usual one.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  worker: { format: 'es', plugins: () => [leanLibraries()] },
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    manifest: true,
    sourcemap: false,
    // A data: URL is an inline script or font to the content security policy: keep files files.
    assetsInlineLimit: 0,
    // Our service worker precaches what a shell needs; a blocking preload polyfill is dead weight.
    modulePreload: { polyfill: false, resolveDependencies: laterParts },
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
            // One file for what is needed at one moment: a hundred small files compress badly, and over
            // HTTP/1.1 a phone fetches six at a time. A module that is missing here still works.
            { name: 'first-step', test: new RegExp(clientsFirstPage) },
            { name: 'base', test: new RegExp(everyFirstPage) },
            { name: 'offered', test: new RegExp(offered) },
            { name: 'later', test: new RegExp(clientsLaterSteps) },
            { name: 'visit', test: new RegExp(clientsLaterPages) },
            { name: 'times', test: new RegExp(openTimes) },
            { name: 'terms', test: new RegExp(terms) },
            { name: 'parts', test: new RegExp(bothSides) },
            { name: 'dialogs', test: new RegExp(dialogs) },
            { name: 'app', test: new RegExp(signedInFirstPage) },
            { name: 'both', test: new RegExp(bothSidesLater) },
            { name: 'server', test: new RegExp(askingTheServer) },
            { name: 'pictures', test: new RegExp(pictures) },
            { name: 'fields', test: new RegExp(fieldsOfForms) },
            { name: 'sheets', test: new RegExp(everyForm) },
            { name: 'selling', test: new RegExp(selling) },
            { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 2 },
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
    // By itself Vitest leaves one core idle: on two cores that is half of the time.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          ...inNode,
          name: 'unit',
          include: [
            '{src,sync,sw,supabase}/**/*.test.ts',
            'tests/{contract,sim,database,tooling,harness}/**/*.test.ts',
          ],
          exclude: [...inNode.exclude, ...valuesOnly],
        },
      },
      {
        extends: true,
        test: {
          ...inNode,
          name: 'values',
          include: valuesOnly,
          // Nothing that one file does is seen by the next, and loading the modules anew for each took
          // longer than the tests.
          isolate: false,
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
