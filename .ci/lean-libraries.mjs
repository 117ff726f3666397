// What the libraries of the window leave in a build although nobody calls it.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cut, leanRouter } from './lean-router.mjs';

const file = (path) => fileURLToPath(import.meta.resolve(path));

/**
 * Builds only; development and tests use the packages as they come.
 *
 * - Dexie's default entry is an ES5 bundle behind a wrapper for pages that load it twice. The modern
 *   bundle of the same release is 2 kB gzip lighter, for the window and again for the worker.
 * - React Router brings the routing of servers and of data; what is cut says lean-router.mjs. Its
 *   development build differs from the production one in warnings alone.
 * - lucide's icons come with keys, other names for themselves and code for settings that we do not
 *   use; what is left are the lines of the picture, drawn by lean-icon.mjs.
 */
export const leanLibraries = () => ({
  name: 'daybook-lean-libraries',
  apply: 'build',
  enforce: 'pre',
  resolveId(source) {
    if (source === '../createLucideIcon.mjs') return join(import.meta.dirname, 'lean-icon.mjs');
    return source === 'dexie' ? file('dexie/dist/modern/dexie.mjs') : null;
  },
  transform: {
    filter: {
      id: [
        /react-router\/dist\/development\/chunk-.*\.mjs$/,
        /lucide-react\/dist\/esm\/icons\/.*\.mjs$/,
      ],
    },
    handler(source) {
      // The other chunk of the router is the part for servers; an icon of another name is a pointer.
      if (source.includes('function BrowserRouter('))
        return { code: leanRouter(source), map: null };
      if (source.includes('const __iconData = ')) return { code: leanIcon(source), map: null };
      return null;
    },
  },
});

const leanIcon = (source) => {
  const lines = cut(
    source,
    /\{\s*name: "[^"]+",\s*size: 24,\s*node: ([^]*?)(?:,\s*aliases: \[[^\]]*\])?\s*\};\n__iconData\.node;/,
    '$1;',
  );
  return cut(lines, /,\s*key: "\w+"(?=\s*\})/g, '');
};
