/** One Chromium and the pages that do the measuring in it. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { chromium } from 'playwright';
import type { Browser, BrowserContext, Page } from 'playwright';
import { build } from 'vite';
import { ensureChromium } from '../../.ci/chromium.mjs';
import { leanLibraries } from '../../.ci/lean-libraries.mjs';
import { PEERS_DIR } from './peers.ts';

const root = join(import.meta.dirname, '../..');
const out = join(root, '.daybook/bench-pages');

/** Answers true when it took the request. */
export type Answerer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export type Lab = {
  url: string;
  browser: Browser;
  /** A page in a fresh profile; its script has put functions on `window.bench`. */
  open: (name: string, options?: { throttle?: number }) => Promise<BenchPage>;
  /** Another server behind the same address, for the pages' requests. */
  answerWith: (answerer: Answerer | null) => void;
  close: () => Promise<void>;
};

export type BenchPage = {
  page: Page;
  context: BrowserContext;
  /** Calls `window.bench[name](...args)`. */
  call: <T>(name: string, ...args: unknown[]) => Promise<T>;
  throttle: (rate: number) => Promise<void>;
  /** Another page in the same profile: a second tab. */
  sibling: (name: string) => Promise<BenchPage>;
  close: () => Promise<void>;
};

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-precise-memory-info',
];

/**
 * For pages that get functions by `evaluate`: the loader of this script wraps named functions, and in
 * a page there is nothing to wrap them with.
 */
export const UNWRAPPED = 'globalThis.__name ??= (named) => named;';

export const openLab = async (): Promise<Lab> => {
  let answerer: Answerer | null = null;
  const server = createServer((request, response) => {
    void (async () => {
      if (answerer && (await answerer(request, response))) return;
      await serveFile(request, response);
    })().catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: CHROMIUM_FLAGS,
  });
  const built = new Map<string, Promise<void>>();
  return {
    url,
    browser,
    answerWith: (next) => {
      answerer = next;
    },
    open: async (name, { throttle = 1 } = {}) => {
      if (!built.has(name)) built.set(name, buildPage(name));
      await built.get(name);
      const context = await browser.newContext({
        viewport: { width: 1400, height: 900 },
        timezoneId: 'America/New_York',
        locale: 'en-US',
      });
      return openIn(context, url, name, throttle);
    },
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((done) => void server.close(done));
    },
  };
};

const openIn = async (
  context: BrowserContext,
  url: string,
  name: string,
  throttle: number,
): Promise<BenchPage> => {
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  await page.goto(`${url}/page/${name}`);
  try {
    await page.waitForFunction(() => 'bench' in window, null, { timeout: 20_000 });
  } catch {
    await context.close();
    throw new Error(`${name}: ${troubles[0] ?? 'the page did not start'}`);
  }
  const session = await context.newCDPSession(page);
  const slowDown = async (rate: number): Promise<void> => {
    await session.send('Emulation.setCPUThrottlingRate', { rate });
  };
  if (throttle !== 1) await slowDown(throttle);
  return {
    page,
    context,
    throttle: slowDown,
    sibling: (other) => openIn(context, url, other, 1),
    call: <T>(method: string, ...args: unknown[]) =>
      page.evaluate(
        ([key, values]) => {
          const { bench } = window as unknown as {
            bench: Record<string, (...list: unknown[]) => unknown>;
          };
          return bench[key]!(...values);
        },
        [method, args] as const,
      ) as Promise<T>,
    close: () => context.close(),
  };
};

/** Pages of ours are TypeScript in pages/, those of peers plain modules in peers/. */
const buildPage = async (name: string): Promise<void> => {
  const file = name.startsWith('peer-') ? `peers/${name.slice(5)}.mjs` : `pages/${name}.tsx`;
  const isPeer = name.startsWith('peer-');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [...(isPeer ? [] : [leanLibraries()]), react(), tailwindcss()],
    worker: { format: 'es', plugins: () => [leanLibraries()] },
    resolve: isPeer
      ? {
          alias: [
            {
              find: /^peer:(.*)$/,
              replacement: join(PEERS_DIR, 'node_modules', '$1'),
            },
          ],
        }
      : {},
    define: { 'process.env.NODE_ENV': '"production"', __BUILD_ID__: '"bench"' },
    base: `/built/${name}/`,
    build: {
      outDir: join(out, name),
      emptyOutDir: true,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, file),
        output: { entryFileNames: 'page.js', assetFileNames: '[name][extname]' },
      },
      cssCodeSplit: false,
    },
  });
};

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

const serveFile = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const path = new URL(request.url ?? '/', 'http://bench').pathname;
  const headers = {
    // Isolated pages get clocks of 5 µs instead of 100.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
  const page = /^\/page\/([\w-]+)$/.exec(path)?.[1];
  if (page !== undefined) {
    response
      .writeHead(200, { ...headers, 'content-type': 'text/html' })
      .end(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${page}</title>` +
          `<link rel="stylesheet" href="/built/${page}/style.css"></head>` +
          `<body><div id="root"></div><script type="module" src="/built/${page}/page.js"></script></body></html>`,
      );
    return;
  }
  if (path.startsWith('/built/') && !path.includes('..')) {
    try {
      const body = await readFile(join(out, path.slice('/built/'.length)));
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      response.writeHead(200, { ...headers, 'content-type': type }).end(body);
      return;
    } catch {
      // Not built: a page without styles asks for them all the same.
    }
  }
  response.writeHead(404, headers).end();
};

/** Nothing is left to do from before, or `mostMs` are over: what a person who looks at a page leaves time for. */
export const settled = (opened: BenchPage, mostMs: number): Promise<void> =>
  opened.page.evaluate(async (restMs) => {
    const until = performance.now() + restMs;
    let calm = 0;
    while (calm < 5 && performance.now() < until) {
      const isIdle = await new Promise<boolean>((done) => {
        requestIdleCallback(({ didTimeout }) => done(!didTimeout), { timeout: 100 });
      });
      // Between two looks time passes: what waits for storage would not be seen otherwise.
      await new Promise<number>((done) => void requestAnimationFrame(done));
      calm = isIdle ? calm + 1 : 0;
    }
  }, mostMs);
