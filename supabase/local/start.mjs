// `npm start`: installs and builds what is missing or out of date, then starts the backend with the
// demo business and the app. Plain Node: on a fresh clone nothing is installed yet.
//   npm start            the built app
//   npm run dev          (--dev) the app from its sources, reloading as they change
import { ensureInstalled } from '../../.ci/install.mjs';
import { ensureBuilt, root } from './build-app.mjs';

process.chdir(root);
const isDev = process.argv.includes('--dev');
if (ensureInstalled()) process.stdout.write('\n');
if (!isDev) ensureBuilt();

// From here on packages exist: TypeScript runs through tsx, in this very process, so that a signal
// to it is a signal to the backend.
const { register } = await import('tsx/esm/api');
register();
const { main } = await import('./main.ts');
await main({ isDev });
