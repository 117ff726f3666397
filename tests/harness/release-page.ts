import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { expectReadyForOffline } from './e2e.ts';

/** The mark of the release that this page is of; undefined = the first one. */
export const release = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset.release);
/** As the page does by itself each hour; resolves when the look is over. */
export const lookForUpdate = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => undefined);
  });
/** The addresses of everything in any cache. */
export const storedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys()) urls.push(request.url);
    }
    return urls;
  });
/** Whether the page has done what it does when nobody waits, and fetched nothing for a while after it. */
const rests = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const fetched = (): number => performance.getEntriesByType('resource').length;
    const before = fetched();
    await new Promise((done) => void requestIdleCallback(done));
    await new Promise((done) => void setTimeout(done, 700));
    return fetched() === before;
  });
/**
 * A tab at the sign-in page, with everything stored and the service worker in charge. It rests: what a page
 * fetches meanwhile keeps an old worker from going (sw/decisions/0003).
 */
export const openApp = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expectReadyForOffline(page);
  await expect.poll(() => rests(page)).toBe(true);
  return page;
};

/** The offer of a new release. */
export const notice = (page: Page) => page.getByRole('region', { name: 'New version' });

/** Accepts the new release and waits until the page is of it. */
export const acceptUpdate = async (page: Page, mark: string | undefined): Promise<void> => {
  await notice(page).getByRole('button', { name: 'Reload' }).click();
  // The page is replaced meanwhile.
  await expect.poll(() => release(page).catch(() => 'between two pages')).toBe(mark);
};
