// What React Router carries for data routers, servers and its framework mode: we draw <BrowserRouter>
// alone, which has none of these.

/** Fails the build when a release of the library no longer looks like what we cut. */
export const cut = (code, from, to) => {
  const next = code.replace(from, to);
  if (next === code) throw new Error(`Nothing matches ${from}: read .ci/lean-router.mjs again.`);
  return next;
};

/** A route is its element; the original waits for loaders and catches their errors as well. */
const RENDER_MATCHES = `function _renderMatches(matches, parentMatches = []) {
  return matches == null ? null : matches.reduceRight((outlet, { route }, index) =>
    React2.createElement(RouteContext.Provider, {
      value: {
        outlet,
        matches: parentMatches.concat(matches.slice(0, index + 1)),
        isDataRoute: false
      }
    }, route.Component ? React2.createElement(route.Component, null) : route.element || outlet), null);
}`;

/** Each with what stands in its place. */
const CUTS = [
  ['var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;'],
  // Names by assignment, and what is made while the file is read, look like side effects: all of it would
  // stay, even Form and ScrollRestoration, which we never draw.
  [/^\w+\.displayName = "\w+";$/gm, ''],
  [
    /^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\(|Object\.|new (?:Set|WeakMap|URL)\()/gm,
    '$1/* @__PURE__ */ $2',
  ],
  [
    /^(var \w+ErrorBoundary = )(class extends React\d\.Component \{$[^]*?^\});$/gm,
    '$1/* @__PURE__ */ (() => $2)();',
  ],
  ['RenderErrorBoundary.contextType = RSCRouterContext;', ''],
  [/^_\w+ = new WeakMap\(\);$/gm, ''],
  [/^try \{\s+if \(isBrowser2\) \{\s+window\.__reactRouterVersion[^]*?^\}$/m, ''],
  // Routes have no loaders, so nothing asks a data router.
  [/^function _renderMatches\([^]*?^\}$/m, RENDER_MATCHES],
  [/dataRouterOpts && dataRouterOpts\.state\.matches\.length \? \([^]*?\) : (?=matchRoutes\()/, ''],
  [/ {6}middleware: element\.props\.middleware,[^]*? {6}lazy: element\.props\.lazy\n/, ''],
  [
    /let \{ isDataRoute \} = .*\n.*useNavigateStable\(\) : useNavigateUnstable\(\);/,
    'return useNavigateUnstable();',
  ],
  ['let routerState = React10.useContext(DataRouterStateContext);', ''],
  [/let isTransitioning = routerState != null &&[^;]*;/, 'let isTransitioning = false;'],
  [/let nextLocationPathname = routerState &&[^;]*;/, 'let nextLocationPathname = null;'],
  // What they say is for whoever writes routes: tests run the package as it comes.
  [
    /\b(invariant|warning)\(([^`";]*?),\s*(?:\/\/.*\s*)*(?:`(?:[^`\\]|\\.)*`|"[^"]*")\s*\)/g,
    '$1($2)',
  ],
  // Links fetch nothing ahead: that needs the framework's server.
  [
    /let \[shouldPrefetch, prefetchRef, prefetchHandlers\] = usePrefetchBehavior\([^)]*\);/,
    'let prefetchRef = null;',
  ],
  ['          ...prefetchHandlers,\n', ''],
  [/return shouldPrefetch && !isAbsolute \? .* : link;/, 'return link;'],
];

export const leanRouter = (source) =>
  CUTS.reduce((code, [from, to]) => cut(code, from, to), source);
