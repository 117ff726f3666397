// What the libraries of the window leave in a build although nobody calls it.
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
 */
export const leanLibraries = () => ({
  name: 'daybook-lean-libraries',
  apply: 'build',
  enforce: 'pre',
  resolveId(source) {
    return source === 'dexie' ? file('dexie/dist/modern/dexie.mjs') : null;
  },
  transform: {
    filter: { id: /react-router\/dist\/development\/chunk-.*\.mjs$/ },
    handler(source) {
      // The other chunk is the part for servers.
      if (!source.includes('function BrowserRouter(')) return null;
      let code = cut(source, 'var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;');
      code = cut(code, /^\w+\.displayName = "\w+";$/gm, '');
      code = cut(
        code,
        /^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm,
        '$1/* @__PURE__ */ $2',
      );
      code = cut(code, 'React10.createElement(PrefetchPageLinks, { page: href })', 'null');
      return { code, map: null };
    },
  },
});
