import { relative } from 'node:path';

/** What each side's page may ask for at once, by the attribute of the first script that names it. */
const SIDES = [
  {
    'data-app': ['src/app/shells/app-root.tsx', 'src/app/shells/pro-shell.tsx'],
    'data-calendar': ['src/features/calendar/calendar-screen.tsx'],
  },
  {
    'data-book': [
      'src/app/shells/public-shell.tsx',
      'src/remote/public-profile.ts',
      'src/features/booking/booking-layout.tsx',
      'src/features/booking/booking-screen.tsx',
    ],
  },
];

/**
 * The files that a page needs at its start, as attributes for its first script. Each of them names the next
 * only when it runs, and on a phone, or through the service worker, every such step is a wait of its own:
 * the first script asks for all of them at once.
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @param {string} root
 * @returns {Record<string, string>}
 */
export const earlyFiles = (bundle, root) => {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  const chunkOf = (source) => {
    const found = chunks.find(({ moduleIds }) =>
      moduleIds.some((id) => relative(root, id) === source),
    );
    if (!found) throw new Error(`early-files: nothing of the build holds ${source}`);
    return found;
  };
  const filesOf = (chunk, known) => {
    if (!chunk || chunk.type !== 'chunk' || known.has(chunk.fileName)) return [];
    known.add(chunk.fileName);
    const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
    return [
      chunk.fileName,
      ...styles,
      ...chunk.imports.flatMap((file) => filesOf(bundle[file], known)),
    ];
  };
  const attributes = SIDES.flatMap((parts) => {
    const known = new Set();
    // Of the page itself: the browser reads them in its head.
    filesOf(
      chunks.find(({ isEntry }) => isEntry),
      known,
    );
    return Object.entries(parts).map(([name, sources]) => [
      name,
      sources
        .flatMap((source) => filesOf(chunkOf(source), known))
        .map((file) => `/${file}`)
        .join(' '),
    ]);
  });
  return Object.fromEntries(attributes);
};
