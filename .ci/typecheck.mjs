// Checks every realm with its own globals: window, worker, service worker, node, pure domain.
// One compiler run per realm, because window code and worker code import each other across realms
// (TypeScript's project references refuse such a cycle).
import { spawn } from 'node:child_process';

const realms = ['src/domain', 'src', 'sync', 'sw', 'supabase', 'tests'];
const only = process.argv[2];

const run = (realm) =>
  new Promise((resolve) => {
    const child = spawn('npx', ['--no-install', 'tsc', '-p', realm, '--pretty', 'false'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    child.on('close', (code) => resolve({ realm, code, text }));
  });

let failed = false;
for (const realm of realms.filter((name) => !only || name === only)) {
  const { code, text } = await run(realm);
  console.log(`types ${realm}: ${code === 0 ? 'ok' : 'FAILED'}`);
  if (code !== 0) {
    failed = true;
    console.log(text);
  }
}
process.exit(failed ? 1 : 0);
