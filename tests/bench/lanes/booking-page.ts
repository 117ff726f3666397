import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright';
import type { Browser } from 'playwright';
import { freePort } from '#tests/harness/free-port.ts';
import { ensureChromium } from '../../../.ci/chromium.mjs';
import { SLUG } from '../database/served-business.ts';
import { CHROMIUM_FLAGS } from '../lab.ts';
import { atMost } from '../lane.ts';
import type { Goal, Lane } from '../lane.ts';
import { median, timingOf, within } from '../measure.ts';
import { PEERS_DIR } from '../peers.ts';
import { startProduct } from '../product.ts';

const LIGHTHOUSE = join(PEERS_DIR, 'node_modules/lighthouse/cli/index.js');
/** How long the browser takes to begin a page differs more between runs than all that ours does in it. */
const RUNS = 9;
/** What any page costs, ours or another's. */
const EMPTY_PAGE = `<!doctype html><html lang="en"><head><title>Empty</title>
  <meta name="viewport" content="width=device-width"></head><body><p>Hello</p></body></html>`;
/** A caller from elsewhere: to one on the same machine, the server does not compress its answers. */
const FROM_ELSEWHERE = { 'x-forwarded-for': '203.0.113.7' };
const RUN_LIMIT_MS = 75_000;

const SCORES = [
  { id: 'performance', name: 'performance', least: 98 },
  { id: 'accessibility', name: 'accessibility', least: 100 },
  { id: 'best-practices', name: 'best practices', least: 100 },
  { id: 'seo', name: 'SEO', least: 100 },
] as const;

const FIGURES = [
  { id: 'first-contentful-paint', name: 'First Contentful Paint' },
  { id: 'largest-contentful-paint', name: 'Largest Contentful Paint' },
  { id: 'speed-index', name: 'Speed Index' },
  { id: 'total-blocking-time', name: 'Total Blocking Time' },
] as const;

/** What we read of Lighthouse's answer. */
type Report = {
  /** How quick the machine was meanwhile: about 1,500 and more where nothing else runs. */
  environment: { benchmarkIndex: number };
  runtimeError?: { code: string; message: string };
  categories: Record<
    string,
    { score: number | null; auditRefs: { id: string; weight: number }[] } | undefined
  >;
  audits: Record<string, { score: number | null; numericValue?: number } | undefined>;
};

export const bookingPage: Lane = {
  name: 'booking-page',
  about:
    'Lighthouse on the first page that a client sees, as it comes: a mobile device with simulated ' +
    'throttling (slow 4G, CPU 4 ×), a fresh profile, the built product from its own server.',
  run: async ({ isQuick, rounds }) => {
    if (!existsSync(LIGHTHOUSE)) throw new Error('Lighthouse could not be installed');
    const size = { clients: 80, daysBack: 10, daysAhead: 35 };
    const backend = await startProduct('small', size, { TRUST_PROXY: '1' });
    try {
      // What Lighthouse loads often is what strangers may not load often.
      await backend.sql('update private.rate_rules set most = 1000000000');
      const address = `${backend.url}/book/${SLUG}`;
      // The server compresses a file when it is asked for it first; clients come later than that.
      await inBrowser(async (browser) => {
        const page = await browser.newPage({ extraHTTPHeaders: FROM_ELSEWHERE });
        await page.goto(address, { waitUntil: 'networkidle' });
      });
      const reports: Report[] = [];
      const empty: Report[] = [];
      for (let run = 0; run < (isQuick ? 1 : Math.min(rounds, RUNS)); run += 1) {
        reports.push(await inBrowser((_browser, port) => lighthouse(address, port)));
        empty.push(
          await onEmptyPage((url) => inBrowser((_browser, port) => lighthouse(url, port))),
        );
      }
      const blocked = empty.map(blockedMs);
      const all = (audit: string): number[] =>
        reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN);
      const goals: Goal[] = [
        atMost('P8', 1_500, 'Lighthouse, mobile: LCP', median(all('largest-contentful-paint'))),
        {
          ...atMost('P8', 50, 'Lighthouse, mobile: TBT', median(reports.map(blockedMs))),
          note:
            `An empty page has ${median(blocked).toFixed(0)} ms here, up to ${Math.max(...blocked).toFixed(0)}: ` +
            'four times what this browser takes to begin a page.',
        },
        shiftGoal(median(all('cumulative-layout-shift'))),
        ...SCORES.map((score) => scoreGoal(score, reports)),
      ];
      return {
        comparisons: [
          {
            title: 'The booking page, mobile',
            note:
              'Times as Lighthouse reckons them for its slow phone, from what it saw here. Its index ' +
              `of this machine meanwhile: ${median(reports.map(indexOf)).toFixed(0)}.`,
            rounds: reports.length,
            thrownAway: 0,
            timings: FIGURES.map(({ id, name }) => timingOf(name, 'ours', all(id))),
          },
        ],
        goals,
      };
    } finally {
      await backend.stop();
    }
  },
};

const indexOf = ({ environment }: Report): number => environment.benchmarkIndex;

const blockedMs = ({ audits }: Report): number =>
  audits['total-blocking-time']?.numericValue ?? Number.NaN;

const shiftGoal = (shift: number): Goal => ({
  id: 'P8',
  wanted: 'Lighthouse, mobile: CLS ≤ 0.02',
  got: shift.toFixed(3),
  reached: shift <= 0.02,
});

const scoreGoal = (
  { id, name, least }: (typeof SCORES)[number],
  reports: readonly Report[],
): Goal => {
  const got = median(reports.map(({ categories }) => (categories[id]?.score ?? 0) * 100));
  const short = new Set(
    reports.flatMap(({ categories, audits }) =>
      (categories[id]?.auditRefs ?? [])
        .filter((audit) => audit.weight > 0 && (audits[audit.id]?.score ?? 1) < 1)
        .map((audit) => audit.id),
    ),
  );
  return {
    id: 'P8',
    wanted: `Lighthouse, mobile: ${name} ≥ ${least}`,
    got: got.toFixed(0),
    reached: got >= least,
    ...(got >= least || short.size === 0
      ? {}
      : { note: `Short of full: ${[...short].join(', ')}.` }),
  };
};

const onEmptyPage = async <T>(use: (url: string) => Promise<T>): Promise<T> => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(EMPTY_PAGE);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

/** A browser of its own for each run, that goes with it. */
const inBrowser = async <T>(use: (browser: Browser, port: number) => Promise<T>): Promise<T> => {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
  });
  try {
    return await within(RUN_LIMIT_MS, use(browser, port));
  } finally {
    await browser.close();
  }
};

/** Its own process: it passes functions to the page as text, and our loader changes functions. */
const lighthouse = async (address: string, port: number): Promise<Report> => {
  const child = spawn(
    process.execPath,
    [
      LIGHTHOUSE,
      address,
      `--port=${port}`,
      `--only-categories=${SCORES.map(({ id }) => id).join(',')}`,
      `--extra-headers=${JSON.stringify(FROM_ELSEWHERE)}`,
      '--output=json',
      '--output-path=stdout',
      '--quiet',
      '--no-enable-error-reporting',
      '--max-wait-for-load=30000',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], timeout: RUN_LIMIT_MS },
  );
  const [text, trouble] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  if (text === '') throw new Error(`Lighthouse said nothing: ${trouble.slice(0, 500)}`);
  const report = JSON.parse(text) as Report;
  if (report.runtimeError) throw new Error(`Lighthouse: ${report.runtimeError.message}`);
  return report;
};

const textOf = async (stream: NodeJS.ReadableStream): Promise<string> => {
  let text = '';
  for await (const part of stream) text += String(part);
  return text;
};
