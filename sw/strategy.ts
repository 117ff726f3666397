/**
 * What the service worker does with a request, decided without touching anything. Rules first, so
 * that they can be read and tested in one place:
 *
 *   page of the app ............ shell      the precached index.html, at once, online or not
 *   page of a client, links
 *   with tokens ................ page       the network; offline the shell, which says so itself
 *   file of a release .......... asset      the precache, else the network; never stored here
 *   public picture ............. image      stored copy, renewed in the background
 *   everything else ............ network    not touched: API, realtime, functions, other sites
 *
 * Nothing that the server says about people ever enters a cache.
 */
export type Strategy = 'shell' | 'page' | 'asset' | 'image' | 'network';

export type RequestFacts = {
  url: URL;
  method: string;
  /** `navigate` = a page is being opened. */
  mode: string;
  /** Where this worker lives. */
  origin: string;
};

/** Answered by the backend, always fresh, never kept. */
const BACKEND = [
  'rest',
  'auth/v1',
  'storage',
  'realtime',
  'functions',
  'graphql',
  '_mail',
  '_pay',
  '_health',
  'mcp',
] as const;
const BACKEND_PATH = new RegExp(`^/(${BACKEND.join('|')})(/|$)`);

/**
 * Pictures that clients see too, small or as they are. Where the backend is a site of its own they
 * come from there; their path is long enough that no other site means anything else by it.
 */
const PUBLIC_PICTURE = /^\/storage\/v1\/(render\/image|object)\/public\/pictures\//;

/** Clients' pages come from the network first: they show prices and times, and carry no app state. */
const CLIENT_PAGE = /^\/(book|form|cancel-appointment|unsubscribe)(\/|$)/;

/** Stands in pages of other sites, with headers that say so: the kept shell is framed by nobody. */
const EMBEDDED = /^\/embed(\/|$)/;

/** These addresses carry one-time tokens. */
const TOKEN_PAGE = /^\/(auth\/callback|update-password|verify-email)(\/|$)/;

const RELEASE_FILE = /^\/(assets|icons)\//;

export const strategyFor = ({ url, method, mode, origin }: RequestFacts): Strategy => {
  const { pathname } = url;
  // Only what the page asks for by name: a picture opened like a page belongs to the browser.
  if (method === 'GET' && mode === 'cors' && PUBLIC_PICTURE.test(pathname)) return 'image';
  if (method !== 'GET' || url.origin !== origin) return 'network';
  if (BACKEND_PATH.test(pathname) || EMBEDDED.test(pathname)) return 'network';
  if (RELEASE_FILE.test(pathname)) return 'asset';
  if (mode !== 'navigate') return 'network';
  // A file that somebody opens by its address (robots.txt, security.txt) is not a page of ours.
  if (/\.[a-z0-9]{2,12}$/i.test(pathname)) return 'network';
  return CLIENT_PAGE.test(pathname) || TOKEN_PAGE.test(pathname) ? 'page' : 'shell';
};

/** A rule of the browser's own, as `InstallEvent.addRoutes` takes it. */
export type Route = {
  condition: { requestMethod: string } | { urlPattern: Record<string, string> };
  source: 'network';
};

const ANY_SITE = { protocol: '*', hostname: '*', port: '*' };

/**
 * What is `network` whatever else is said of it, for browsers that can be told so beforehand: then
 * they need not wake this worker for it. It is more than speed. A release that was accepted takes
 * over once its predecessor rests, and in Chromium a request that arrives while that one is being
 * stopped starts it again, for half a minute after the last request at least: a device that tries
 * to reach its server every few seconds kept people waiting who had pressed "Reload".
 * Source: https://w3c.github.io/ServiceWorker/#service-worker-static-routing-api
 */
export const NETWORK_ROUTES: readonly Route[] = [
  ...['post', 'put', 'patch', 'delete'].map((requestMethod) => ({ requestMethod })),
  // Pictures that clients see are stored (`image`), and are asked for below /storage.
  ...BACKEND.filter((folder) => folder !== 'storage').map((folder) => ({
    urlPattern: { ...ANY_SITE, pathname: `/${folder}/*` },
  })),
].map((condition) => ({ condition, source: 'network' }));

const TYPES: Record<string, RegExp> = {
  js: /\bjavascript\b/,
  css: /^text\/css\b/,
  html: /^text\/html\b/,
  svg: /^image\/svg\+xml\b/,
  png: /^image\/png\b/,
  woff2: /^font\/woff2\b/,
  txt: /^text\/plain\b/,
};

/**
 * Whether a downloaded file may enter the precache. Hosts and portals like to answer 200 with a
 * web page for anything; a script that is HTML would break the app until the next release.
 */
export const isUsable = (
  pathname: string,
  answer: { status: number; type: string; redirected: boolean; contentType: string },
): boolean => {
  if (answer.status !== 200 || answer.type !== 'basic' || answer.redirected) return false;
  const extension = /\.([a-z0-9]+)$/i.exec(pathname)?.[1]?.toLowerCase() ?? 'html';
  return TYPES[extension]?.test(answer.contentType.toLowerCase()) ?? false;
};

/** An image may be kept when it is one, whole, and from a server that lets us see that. */
export const isKeepableImage = (answer: {
  status: number;
  type: string;
  contentType: string;
}): boolean =>
  answer.status === 200 &&
  (answer.type === 'basic' || answer.type === 'cors') &&
  /^image\//i.test(answer.contentType);
