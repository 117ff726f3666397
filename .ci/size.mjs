// The size gate: gzip weight of what each route really loads, read from Vite's manifest.
// Budgets are performance.md's gates; a person on a phone waits for every kilobyte here.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, '..', 'dist');
const manifestPath = join(dist, '.vite', 'manifest.json');
if (!existsSync(manifestPath)) {
  console.error('No dist/.vite/manifest.json: run `npm run build` first.');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
const gzipKb = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000;

/** By source, or by the name of its group where several are one file. */
const keyOf = (entry) => {
  const key =
    entry in manifest ? entry : Object.keys(manifest).find((one) => manifest[one].name === entry);
  if (!key) throw new Error(`No chunk ${entry} in the manifest; rename it in .ci/size.mjs too.`);
  return key;
};

/** Every chunk that must have arrived before `keys` can run: static imports, transitively. */
const closure = (keys) => {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  keys.map(keyOf).forEach(visit);
  return seen;
};
const jsOf = (keys) => [...new Set([...keys].map((key) => manifest[key].file))];
const cssOf = (keys) => [...new Set([...keys].flatMap((key) => manifest[key].css ?? []))];
const sum = (files) => files.reduce((total, file) => total + gzipKb(file), 0);

const loads = JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8'));
let failed = false;
const report = (name, kb, maxKb) => {
  const ok = kb <= maxKb;
  if (!ok) failed = true;
  console.log(
    `  ${ok ? 'ok  ' : 'OVER'} ${name.padEnd(44)} ${kb.toFixed(1).padStart(7)} / ${maxKb} kB`,
  );
};

console.log('Size gate (gzip -9)');
for (const { name, entries, maxJsKb, maxCssKb } of loads.firstLoads) {
  const keys = closure(entries);
  report(`${name}: JavaScript`, sum(jsOf(keys)), maxJsKb);
  if (maxCssKb) report(`${name}: CSS`, sum(cssOf(keys)), maxCssKb);
}
for (const { name, pattern, maxKb } of loads.files) {
  const files = readdirSync(dist, { recursive: true }).filter((file) =>
    new RegExp(pattern).test(file),
  );
  if (files.length === 0) throw new Error(`No file matches ${pattern} (${name}).`);
  report(name, sum(files), maxKb);
}
const firstLoadKeys = closure(loads.firstLoads.flatMap(({ entries }) => entries));
// What the signed-in shell fetches by itself, once, is there when its other routes are opened.
const { soon } = loads;
const soonKeys = closure(soon.chunks);
report(soon.name, sum(jsOf([...soonKeys].filter((key) => !firstLoadKeys.has(key)))), soon.maxJsKb);
// A client's browser has the booking page and nothing of the signed-in side.
const { clients } = loads;
const clientsKeys = closure(
  loads.firstLoads.find(({ name }) => name === clients.firstLoad).entries,
);
for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || firstLoadKeys.has(key)) continue;
  const isClients = new RegExp(clients.chunks).test(key);
  const { maxKb, inside } = loads.chunkExceptions[key] ?? {};
  // What only opens within another lazy part finds there what that one has loaded.
  const insideKeys = closure(inside ? [inside] : []);
  const isThere = (other) =>
    isClients
      ? clientsKeys.has(other)
      : firstLoadKeys.has(other) || (!new RegExp(soon.notFor).test(key) && soonKeys.has(other));
  const own = [...closure([key])].filter((other) => !isThere(other) && !insideKeys.has(other));
  const limit = maxKb ?? loads.maxRouteChunkKb;
  const kb = sum(jsOf(own));
  if (kb > limit * 0.6 || kb > limit) report(`chunk ${key.replace(/^src\//, '')}`, kb, limit);
}
const biggest = readdirSync(dist, { recursive: true })
  .filter((file) => statSync(join(dist, file)).isFile())
  // The service worker's packs hold files that are weighed already.
  .filter((file) => !/^assets\/pack-.*\.json$/.test(file))
  .map((file) => [statSync(join(dist, file)).size, file])
  .sort(([a], [b]) => b - a)[0];
report(`largest file (${biggest[1]}), not compressed`, biggest[0] / 1000, loads.maxFileKb);
process.exit(failed ? 1 : 0);
