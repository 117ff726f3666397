// What the libraries of the window leave in a build although nobody calls it.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = (path) => fileURLToPath(import.meta.resolve(path));

/** Fails the build when a release of the library no longer looks like what we cut. */
const cut = (code, from, to) => {
  const next = code.replace(from, to);
  if (next === code) throw new Error(`Nothing matches ${from}: read .ci/lean-libraries.mjs again.`);
  return next;
};

/**
 * Builds only; development and tests use the packages as they come.
 *
 * - Dexie's default entry is an ES5 bundle behind a wrapper for pages that load it twice. The modern
 *   bundle of the same release is 2 kB gzip lighter, for the window and again for the worker.
 * - React Router makes its components by calls that the bundler takes for side effects, and names
 *   them by assignments, so even Form and ScrollRestoration stay, which we never draw. Its Link also
 *   brings the prefetching of the framework mode, which needs a server that we do not have. The
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

const leanRouter = (source) => {
  let code = cut(source, 'var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;');
  code = cut(code, /^\w+\.displayName = "\w+";$/gm, '');
  code = cut(
    code,
    /^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm,
    '$1/* @__PURE__ */ $2',
  );
  return cut(code, 'React10.createElement(PrefetchPageLinks, { page: href })', 'null');
};

const leanIcon = (source) => {
  const lines = cut(
    source,
    /\{\s*name: "[^"]+",\s*size: 24,\s*node: ([^]*?)(?:,\s*aliases: \[[^\]]*\])?\s*\};\n__iconData\.node;/,
    '$1;',
  );
  return cut(lines, /,\s*key: "\w+"(?=\s*\})/g, '');
};
