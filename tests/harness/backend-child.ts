// Started by backend-process.ts: a backend with the options of the command line; says its URL.
import { readFile } from 'node:fs/promises';
import { startBackend } from '#supabase/local/backend.ts';
import { stopOnSignals } from '#supabase/local/signals.ts';
import type { ProcessOptions } from './backend-process.ts';

const { dir, imageFile, ...options } = JSON.parse(process.argv[2]!) as ProcessOptions & {
  imageFile: string;
};
const image = new Blob([new Uint8Array(await readFile(imageFile))]);
const backend = await startBackend({
  ...options,
  data: { kind: 'pglite', dir, image },
  auth: { limits: null },
});
stopOnSignals(() => backend.stop());
// However the test run ends, the backend does not outlive it.
process.stdin.resume().on('end', () => process.exit(1));
process.stdout.write(`${backend.url}\n`);
