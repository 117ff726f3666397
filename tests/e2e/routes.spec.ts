import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { embedCode } from '#features/settings/embed-code.ts';
import { chip, expect, expectSynced, test } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';
import { damageRow, localRows } from '#tests/harness/local-data.ts';

test.use({ keepsForOffline: false });

/** Signed-in places and the heading of each; `:client` and `:appointment` stand for real ones. */
const PROTECTED: readonly (readonly [path: string, heading: RegExp])[] = [
  ['/', /./],
  ['/onboarding', /./],
  ['/settings', /^Settings$/],
  ['/settings/block-off-reasons', /^Reasons for blocked time$/],
  ['/settings/billing', /^Billing$/],
  ['/settings/emails', /^Messages to clients$/],
  ['/settings/stripe/return', /^Payments$/],
  ['/more', /^More$/],
  ['/more/services', /^Services$/],
  ['/checkout', /^Checkout$/],
  ['/checkout/success', /^Sale$/],
  ['/checkout/:appointment', /^Checkout: ./],
  ['/transactions', /^Transactions$/],
  ['/analytics', /^Analytics$/],
  ['/calendar', /./],
  ['/appointments/:appointment', /^(?!Appointment$)./],
  ['/clients', /^Clients$/],
  ['/clients/:client', /^(?!Client$)./],
  ['/waitlist', /^Waitlist$/],
  ['/forms', /^Forms$/],
  ['/forms/new', /^New form$/],
  ['/forms/01900000-0000-7000-8000-000000000000/edit', /^Form$/],
  ['/inventory', /^Inventory$/],
  ['/staff', /^Staff$/],
  ['/gift-cards', /^Gift cards$/],
];

/** What anybody may open, and its heading. */
const PUBLIC: readonly (readonly [path: string, heading: string])[] = [
  ['/login', 'Welcome back'],
  ['/sign-up', 'Create your account'],
  ['/forgot-password', 'Forgot your password?'],
  ['/update-password', 'This link no longer works'],
  ['/verify-email', 'Confirm your e-mail'],
  ['/auth/callback', 'This link did not work'],
  ['/form/some-key', 'This link does not work any more'],
  ['/form/submitted', 'No form was sent from here'],
  ['/cancel-appointment', 'This link does not work any more'],
  ['/unsubscribe', 'No more of these mails?'],
  ['/book/studio-lumen', 'Choose your services'],
  ['/book/studio-lumen/privacy', 'Privacy'],
  ['/book/studio-lumen/payment', 'There is nothing to pay online'],
  ['/book/studio-lumen/gift-card', 'Buy a gift card'],
  ['/book/studio-lumen/membership', 'This link does not work any more'],
  ['/book/studio-lumen/confirmation', 'There is no booking on this device'],
  ['/book/studio-lumen/waitlist-confirmation', 'You are on no waitlist on this device'],
  ['/book/nobody-has-this', 'This booking page does not exist'],
  ['/book/studio-lumen/no/such/page', 'This page does not exist'],
];

const title = (page: Page, name: string | RegExp) =>
  page
    .getByRole('heading', { level: 1, name, exact: true })
    .or(page.getByRole('heading', { level: 2, name, exact: true }));

test('every signed-in place exists, and a wrong address says so', async ({ signedIn }) => {
  const { page } = signedIn;
  const real = {
    client: String((await localRows(page, 'clients'))[0]?.['id']),
    appointment: String((await localRows(page, 'appointments'))[0]?.['id']),
  };
  for (const [path, heading] of PROTECTED) {
    await test.step(path, async () => {
      const wanted = path.replace(':client', real.client).replace(':appointment', real.appointment);
      await page.goto(wanted);
      await expect(page.getByRole('main')).toBeVisible();
      await expect(title(page, heading).first()).toBeAttached();
      await expect(page).toHaveURL(new RegExp(`${wanted}(\\?.*)?$`));
      await expect(title(page, 'This page does not exist')).toHaveCount(0);
    });
  }
  await page.goto('/no/such/page');
  await expect(title(page, 'This page does not exist')).toBeVisible();
  await page.getByRole('link', { name: 'Go to today' }).click();
  await expect(page).toHaveURL('/');
});

test('the first step of booking shows its frame and asks for all it needs before a script has come', async ({
  newDevice,
}) => {
  const { page } = await newDevice();
  // When the first service stands there, by the page's own clock.
  await page.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (!document.querySelector('main li input')) return;
      document.documentElement.dataset.drawn = String(performance.now());
      look.disconnect();
    });
    look.observe(document, { childList: true, subtree: true });
  });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const scripts = (url: URL) => /^\/assets\/.*\.js$/.test(url.pathname);
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const isProfile = (path: string) => path.endsWith('/rpc/public_profile');

  await page.goto('/book/studio-lumen', { waitUntil: 'commit' });
  await expect(page.getByText('Choose your services')).toBeVisible();
  const named = async () =>
    (await page.locator('script[data-book]').getAttribute('data-book'))?.split(' ') ?? [];
  for (const file of await named()) await expect.poll(() => asked).toContain(file);
  await expect.poll(() => asked.filter(isProfile)).toHaveLength(1);
  // Prices are written quickly once a worker has learned how.
  await expect.poll(() => asked).toContain('/first-number.js');

  const early = new Set(asked);
  release();
  await expect(page.getByRole('heading', { name: 'Choose your services' })).toBeVisible();
  const late = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < Number(document.documentElement.dataset.drawn))
      .map(({ name }) => new URL(name).pathname),
  );
  expect(late.filter((path) => !early.has(path) && !path.startsWith('/storage/'))).toEqual([]);
  expect(asked.filter(isProfile)).toHaveLength(1);
});

test('every place of clients and of signing in exists without an account', async ({
  browser,
  server,
  newDevice,
}) => {
  const { page } = await newDevice();
  for (const [path, heading] of PUBLIC) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(title(page, heading)).toBeVisible();
      await expect(page).toHaveURL(path);
    });
  }
  await test.step('the booking page in a page of another site, as high as it is', async () => {
    const site = await otherSite(embedCode(server.url, '/book/studio-lumen', 'Studio Lumen'));
    await page.goto(site.url);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { name: 'Choose your services' })).toBeVisible();
    const inside = () =>
      frame.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
    const outside = async () => (await page.locator('iframe').boundingBox())?.height;
    await expect.poll(async () => (await outside()) === (await inside())).toBe(true);
    await frame.getByRole('checkbox', { name: /Dry cut/ }).check();
    await frame.getByRole('button', { name: 'Continue' }).click();
    await expect(frame.getByRole('heading', { name: 'Who would you like?' })).toBeVisible();
    await site.close();
  });
  await test.step('nothing else stands there', async () => {
    const site = await otherSite(
      ['/book/studio-lumen', '/calendar', '/embed/cancel-appointment']
        .map((path) => `<iframe src="${server.url}${path}"></iframe>`)
        .join(''),
    );
    // The browser says on the console what it refuses: a page whose console nobody watches.
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(site.url);
    // What is refused is a page of the browser's own, which lets nobody in.
    await expect
      .poll(() =>
        stranger
          .frames()
          .slice(1)
          .map((frame) => frame.url()),
      )
      .toEqual(Array(3).fill('chrome-error://chromewebdata/'));
    await stranger.context().close();
    await site.close();
  });
});

/** A page of somebody else, on an origin of its own. */
const otherSite = async (html: string): Promise<{ url: string; close: () => Promise<void> }> => {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Salon</title><h1>Our salon</h1>${html}`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((resolve) => site.close(() => resolve())),
  };
};

test('every signed-in place leads strangers to sign in and remembers itself', async ({
  newDevice,
}) => {
  const { page } = await newDevice();
  for (const [path] of PROTECTED) {
    await test.step(path, async () => {
      const wanted = path.replace(/:\w+/, '01900000-0000-7000-8000-000000000000');
      await page.goto(wanted);
      await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
      const { pathname, searchParams } = new URL(page.url());
      expect(pathname).toBe('/login');
      expect(searchParams.get('next')).toBe(wanted === '/' ? null : wanted);
    });
  }
});

test('a screen that cannot be drawn becomes the 500 page, and the way out works', async ({
  browser,
  server,
}) => {
  // A context of its own: the page logs the error, which is the point here.
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto('/login?next=/clients');
  await page.getByLabel('E-mail', { exact: true }).fill('demo@daybook.example');
  await page.getByLabel('Password', { exact: true }).fill('daybook-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectSynced(page);

  // A broken row on the device: no zone of the world has this name.
  await damageRow(page, 'businesses', { time_zone: 'Nowhere/Land' });
  await page.goto('/calendar');
  const broken = page.getByRole('alert');
  await expect(broken.getByText('500', { exact: true })).toBeVisible();
  await expect(
    broken.getByRole('heading', { name: 'Oops! Something went wrong.', exact: true }),
  ).toBeVisible();
  await expect(
    broken.getByText(
      "We've encountered an unexpected error. Please try refreshing the page. If the problem persists, please contact support.",
      { exact: true },
    ),
  ).toBeVisible();
  await expect(broken.getByText(/^Reference /)).toBeVisible();

  // Going somewhere else forgets the error: the navigation did not break with the screen.
  await page.getByRole('link', { name: 'Forms' }).click();
  await expect(title(page, 'Forms')).toBeVisible();
  await expect(page).toHaveURL('/forms');
  await page.goBack();
  await broken.getByRole('button', { name: 'Refresh Page', exact: true }).click();
  await expect(page).toHaveURL('/');
  await context.close();
});

test('light, dark and the device’s own look survive a reload without a flash', async ({
  signedIn,
}) => {
  const { page } = signedIn;
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      const { theme } = document.documentElement.dataset;
      Object.assign(window, { themeAtFirstFrame: theme });
    });
  });
  const firstTheme = () =>
    page.evaluate(() => (window as { themeAtFirstFrame?: string }).themeAtFirstFrame);
  const html = page.locator('html');
  const choose = async (name: string): Promise<void> => {
    // After a reload the frame is there before the business is, and is drawn anew with it.
    await expectSynced(page);
    await page
      .getByRole('button', { name: /^Account/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };

  await choose('Dark');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect.poll(firstTheme).toBe('dark');
  await expect(html).toHaveAttribute('data-theme', 'dark');

  // Chosen is chosen: the device may say something else.
  await page.emulateMedia({ colorScheme: 'dark' });
  await choose('Light');
  await page.reload();
  await expect.poll(firstTheme).toBe('light');

  await choose('Like this device');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect.poll(firstTheme).toBe('dark');
});

test('[SW-24] the offer to install comes with the second page, and only if the browser made one', async ({
  signedIn,
}) => {
  const { page } = signedIn;
  const banner = page.getByRole('region', { name: 'Install the app' });
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => Object.assign(window, { wasAsked: true }),
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    });
    dispatchEvent(offer);
  });
  await expect(chip(page, 'Synced')).toBeVisible();
  await expect(banner).toHaveCount(0);

  await link('Clients').click();
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'Install' }).click();
  await expect(banner).toHaveCount(0);
  expect(await page.evaluate(() => (window as { wasAsked?: boolean }).wasAsked)).toBe(true);

  // Without an offer there is nothing to show, however many pages follow.
  await link('Services').click();
  await link('Staff').click();
  await expect(title(page, 'Staff')).toBeVisible();
  await expect(banner).toHaveCount(0);

  // Put away, it stays away.
  await page.evaluate(() =>
    dispatchEvent(
      Object.assign(new Event('beforeinstallprompt'), {
        prompt: () => Promise.resolve(),
        userChoice: Promise.resolve({ outcome: 'dismissed' }),
      }),
    ),
  );
  await banner.getByRole('button', { name: 'Not now' }).click();
  await link('Clients').click();
  await expect(title(page, 'Clients')).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('a toast leaves after five seconds, or when it is swiped to either side', async ({
  newDevice,
}) => {
  const { page } = await newDevice();
  await page.clock.install();
  await page.goto('/verify-email?email=nobody@example.com');
  const again = page.getByRole('button', { name: 'Send the mail again' });
  await expect(again).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const toast = page.locator('.toast').filter({ hasText: 'The mail is on its way' });
  const show = async (): Promise<void> => {
    await again.click();
    await expect(async () => {
      await page.clock.runFor(20);
      await expect(toast).toBeVisible({ timeout: 500 });
    }).toPass();
  };
  const expectGone = () =>
    expect(async () => {
      // Less than what is left of five seconds: time alone does not take it away.
      await page.clock.runFor(20);
      await expect(toast).toHaveCount(0, { timeout: 500 });
    }).toPass({ timeout: 60_000 });

  await show();
  await page.clock.runFor(3_500);
  await expect(toast).toBeVisible();
  await expect(toast).not.toHaveAttribute('data-ending-style');
  await page.clock.runFor(1_500);
  await expectGone();

  for (const distance of [260, -260]) {
    await show();
    await toast.hover({ trial: true });
    const box = (await toast.boundingBox())!;
    const from = { x: box.x + 60, y: box.y + box.height / 2 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + distance / 2, from.y, { steps: 5 });
    await page.mouse.move(from.x + distance, from.y, { steps: 5 });
    await page.mouse.up();
    await page.mouse.move(5, 5);
    await expectGone();
  }
});
