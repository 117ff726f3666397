import { relative } from 'node:path';

/** What each side's page may ask for at once, by the attribute of boot.js that names it. */
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
 * Writes the files that a page needs at its start into index.html. Each of them names the next only
 * when it runs, and on a phone, or through the service worker, every such step is a wait of its own:
 * boot.js asks for all of them while the first one is on its way.
 * @returns {import('vite').Plugin}
 */
export const earlyFiles = () => {
  let root = process.cwd();
  return {
    name: 'daybook-early-files',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
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
          return Object.entries(parts).map(([name, sources]) => {
            const files = sources.flatMap((source) => filesOf(chunkOf(source), known));
            return `${name}="${files.map((file) => `/${file}`).join(' ')}"`;
          });
        });
        const before = '<script src="/boot.js"';
        const parts = html.split(before);
        if (parts.length !== 2) throw new Error('early-files: index.html must name boot.js once');
        return parts.join(`${before} ${attributes.join(' ')}`);
      },
    },
  };
};
