import { axeFaults } from './axe.ts';
import { DEMO, expect, test as base } from './e2e.ts';
import type { Page } from './e2e.ts';
import { startServer } from './server.ts';
import type { TestServer } from './server.ts';

/** Looking changes little, so the tests of one worker share a server. */
const test = base.extend<object, { shared: TestServer }>({
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter list
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.dispose();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  server: async ({ shared }, use) => use(shared),
  keepsForOffline: false,
});

const SIZES = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1440, height: 900 },
} as const;
type Size = keyof typeof SIZES;

/**
 * To what a window is narrowed on each screen: 1280 px at 400 %, where everything is read without moving
 * sideways (WCAG 1.4.10), and a tablet.
 */
const NARROWED = { phone: 320, desktop: 820 } as const satisfies Record<Size, number>;

/** `LOOKS=pictures`: for people who want to see them; that takes a while. */
const KEEPS_PICTURES = process.env['LOOKS'] === 'pictures';

const FOLDER = new URL('../results/looks/', import.meta.url).pathname;

/** Everything that moves has arrived, and what loads has loaded. */
const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main')).not.toHaveText(/^(\s*|Loading|Opening.*)$/);
  const loading = page.locator('[role="status"]').filter({ hasText: /^(Loading|Opening)/ });
  await expect(loading).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const endless = (animation: Animation): boolean =>
      animation.effect?.getComputedTiming().iterations === Infinity;
    const moving = document.getAnimations().filter((animation) => !endless(animation));
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
};

/** How much wider than its frame the window, the page or a sheet is. */
const excess = (page: Page, frames: string): Promise<number> =>
  page.evaluate((selector) => {
    const found = [...document.querySelectorAll(selector)];
    return Math.max(...found.map((frame) => frame.scrollWidth - frame.clientWidth));
  }, frames);

/** What stays too wide: some things follow the size of the window a moment later. */
const lastingExcess = async (
  page: Page,
  frames = 'html, main, [role="dialog"], dialog[open]',
): Promise<number> => {
  const fits = expect.poll(() => excess(page, frames), { timeout: 10_000 });
  await fits.toBeLessThanOrEqual(0).catch(() => undefined);
  return excess(page, frames);
};

const reflow = async (page: Page, screen: string, width: number): Promise<string[]> => {
  const before = page.viewportSize()!;
  await page.setViewportSize({ ...before, width });
  await settled(page);
  const wide = await lastingExcess(page);
  if (KEEPS_PICTURES || wide > 0)
    await page.screenshot({ path: `${FOLDER}${screen}-${width}.png` });
  if (KEEPS_PICTURES) {
    await wear(page, 'dark');
    await page.screenshot({ path: `${FOLDER}${screen}-${width}-dark.png` });
    await wear(page, 'light');
  }
  await page.setViewportSize(before);
  return wide > 0 ? [`${screen}: ${wide} px wider than a window of ${width}`] : [];
};

/** What lies below the window is drawn when it is scrolled to; it is asked about too. */
const drawEverything = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('main *')) {
      const { contentVisibility } = getComputedStyle(part);
      if (contentVisibility === 'auto') part.style.contentVisibility = 'visible';
    }
  });

/** What still moves although the device asks for rest (WCAG 2.3.3): longer than one millisecond. */
const motion = async (page: Page, screen: string): Promise<string[]> => {
  const moving = await page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const duration = effect?.getComputedTiming().duration;
      if (typeof duration !== 'number' || duration <= 1) return [];
      const { target } = effect as KeyframeEffect;
      return [`${target?.tagName ?? ''}.${target?.className ?? ''} for ${duration} ms`];
    }),
  );
  return moving.map((what) => `${screen}: moves under reduced motion: ${what}`);
};

const wear = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await settled(page);
};

/** Asks axe, narrows the window, and answers what was found. */
const look = async (page: Page, screen: string, size: Size): Promise<string[]> => {
  const faultsIn = async (theme: 'light' | 'dark'): Promise<string[]> => {
    await drawEverything(page);
    const faults = await axeFaults(page, { rules: theme === 'light' ? 'all' : 'sight' });
    return faults.map((fault) => `${screen}, ${theme}: ${fault}`);
  };
  const keepPicture = async (theme: 'light' | 'dark'): Promise<void> => {
    if (!KEEPS_PICTURES) return;
    await page.screenshot({ path: `${FOLDER}${screen}-${size}-${theme}.png` });
  };
  await settled(page);
  const found = await motion(page, screen);
  await keepPicture('light');
  found.push(...(await faultsIn('light')));
  const wide = await lastingExcess(page, 'html');
  if (wide > 0) found.push(`${screen}: ${wide} px wider than the window`);
  // Dark is other colours for the same parts: they are asked about where parts are narrowest.
  if (size === 'phone' || KEEPS_PICTURES) {
    await wear(page, 'dark');
    await keepPicture('dark');
    if (size === 'phone') found.push(...(await faultsIn('dark')));
    await wear(page, 'light');
  }
  found.push(...(await reflow(page, screen, NARROWED[size])));
  return found;
};

type Walk = {
  page: Page;
  server: TestServer;
  size: Size;
  /** Everything that can be said about the screen as it stands. */
  see: (screen: string) => Promise<void>;
};

/**
 * Walks past screens in each size, looks at them, on a phone in both themes, and tells what was wrong.
 * `keepsForOffline`: the device is one that starts without a connection. `isColumn`: they are one column
 * that is the same in a wide window, where only pictures are made of it.
 */
export const testLooks = (
  what: string,
  walk: (tools: Walk) => Promise<void>,
  { keepsForOffline = false, isColumn = false } = {},
): void => {
  const sizes = isColumn && !KEEPS_PICTURES ? (['phone'] as const) : (Object.keys(SIZES) as Size[]);
  for (const size of sizes) {
    test(`${what}: sound and accessible, ${size}`, async ({ newDevice, server }) => {
      // Some forty screens, each looked at in both themes.
      test.setTimeout(900_000);
      const { page } = await newDevice({
        viewport: SIZES[size],
        serviceWorkers: keepsForOffline ? 'allow' : 'block',
      });
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      const faults: string[] = [];
      const see = async (screen: string): Promise<void> => {
        faults.push(...(await look(page, screen, size)));
      };
      await walk({ page, server, size, see });
      expect(faults).toEqual([]);
    });
  }
};

/** Signs in at any size, from the page that is open. */
export const signInHere = async (page: Page): Promise<void> => {
  await page.getByLabel('E-mail', { exact: true }).fill(DEMO.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // Where there is no room for words, the chip's name is the sentence behind them.
  await expect(page.getByRole('button', { name: /^Synced$|is on the server too/ })).toBeVisible();
};
