// The list of a release, and its packs: small files put together, because asking for a file costs a
// phone more than fetching it. Nothing is read or written here.
import { createHash } from 'node:crypto';

/**
 * Larger files are asked for by themselves. Those that a first page consists of are among them: the
 * browser has them already, and a pack would fetch them once more.
 */
const MAX_PACKED_BYTES = 20_000;
/** What a pack aims at, not compressed: with gzip little more than 100 kB, soon asked for again. */
const PACK_BYTES = 400_000;
/** What caches.ts can give a type; other files (pictures, fonts) are no text. */
const PACKED = /\.(js|css|svg)$/;

/** @type {typeof import('./pack-release.d.mts').packRelease} */
export const packRelease = ({ core, app }) => {
  const unnamed = app.find(({ revision }) => revision !== null);
  // The worker finds these by their address alone.
  if (unnamed) throw new Error(`${unnamed.name} carries no hash in its name`);
  const corePart = packGroup(core);
  const appPart = packGroup(app);
  const appList = `app-files-${hashOf(appPart.list)}.txt`;
  return {
    list: `${corePart.list}\n\n${appList} ${checkOf(appPart.list)}`,
    files: [...corePart.packs, ...appPart.packs, { name: appList, text: appPart.list }],
  };
};

const packGroup = (files) => {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  const packs = packsOf(sorted);
  const packed = new Set(packs.flatMap(({ inside }) => inside));
  const lines = sorted.filter((file) => !packed.has(file)).map(lineOf);
  for (const { name, inside } of packs) lines.push(name, ...inside.map(lineOf));
  return { list: lines.join('\n'), packs: packs.map(({ name, text }) => ({ name, text })) };
};

const lineOf = ({ name, bytes, revision }) =>
  [name, checkOf(bytes), revision?.slice(0, 8)].filter(Boolean).join(' ');

const packsOf = (files) => {
  const small = files.filter(isPacked);
  const total = small.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  const count = Math.max(1, Math.round(total / PACK_BYTES));
  /** @type {(typeof small)[]} */
  const groups = Array.from({ length: count }, () => []);
  for (const file of small) groups[placeOf(file.name, count)].push(file);
  return groups
    .filter((inside) => inside.length > 1)
    .map((inside) => {
      const text = JSON.stringify(
        Object.fromEntries(inside.map(({ name, bytes }) => [`/assets/${name}`, textOf(bytes)])),
      );
      return { name: `pack-${hashOf(text)}.json`, text, inside };
    });
};

/** Below /assets/ only: the page itself and what is beside it come with headers of their own. */
const isPacked = ({ name, bytes }) =>
  !name.startsWith('/') &&
  PACKED.test(name) &&
  bytes.byteLength <= MAX_PACKED_BYTES &&
  Buffer.from(textOf(bytes)).equals(bytes);

const textOf = (bytes) => Buffer.from(bytes).toString('utf8');

/** By its name without the hash: a file that changes stays in its pack, and changes no other. */
const placeOf = (name, count) => {
  const lasting = name.replace(/-[\w-]{8}(?=\.\w+$)/, '');
  return createHash('sha256').update(lasting).digest().readUInt32BE() % count;
};

/** As release-files.ts computes it too. */
const checkOf = (content) => createHash('sha256').update(content).digest('hex').slice(0, 6);

/** What makes a name that never means anything else, as Vite's own. */
const hashOf = (text) => createHash('sha256').update(text).digest('base64url').slice(0, 8);
