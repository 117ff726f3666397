import { AxeBuilder } from '@axe-core/playwright';
import {
  VISITOR,
  chooseServiceAndStaff,
  chooseVisit,
  expectConfirmed,
  fillDetails,
} from '#tests/harness/booking-page.ts';
import { DEMO, expect, test as base } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';
import { startServer } from '#tests/harness/server.ts';
import type { TestServer } from '#tests/harness/server.ts';

/** Looking changes little, so the tests of one worker share a server. */
const test = base.extend<object, { shared: TestServer }>({
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter list
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.dispose();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  server: async ({ shared }, use) => use(shared),
});

const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const;
type Size = keyof typeof SIZES;
type Theme = 'light' | 'dark';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const FOLDER = new URL('../results/looks/', import.meta.url).pathname;

/** Everything that moves has arrived, and what loads has loaded. */
const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main')).not.toHaveText(/^(\s*|Loading|Opening.*)$/);
  await expect(page.getByRole('status', { name: /^(Loading|Opening)/ })).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const endless = (animation: Animation): boolean =>
      animation.effect?.getComputedTiming().iterations === Infinity;
    const moving = document.getAnimations().filter((animation) => !endless(animation));
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
};

/** How much wider than its frame the window, the page or a sheet is. */
const excess = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const frames = [
      document.documentElement,
      ...document.querySelectorAll('main, [role="dialog"], dialog[open]'),
    ];
    return Math.max(...frames.map((frame) => frame.scrollWidth - frame.clientWidth));
  });

/** 1280 px at 400 %: everything is read without moving sideways (WCAG 1.4.10). */
const NARROWEST = 320;

const reflow = async (page: Page, screen: string): Promise<string[]> => {
  const before = page.viewportSize()!;
  await page.setViewportSize({ ...before, width: NARROWEST });
  await settled(page);
  const wide = await excess(page);
  if (wide > 0) await page.screenshot({ path: `${FOLDER}${screen}-${NARROWEST}.png` });
  await page.setViewportSize(before);
  return wide > 0 ? [`${screen}: ${wide} px wider than a window of ${NARROWEST}`] : [];
};

/** Takes the picture, and at phone and desktop width asks axe. Answers what axe has found. */
const look = async (
  page: Page,
  screen: string,
  { size, theme }: { size: Size; theme: Theme },
): Promise<string[]> => {
  await settled(page);
  await page.screenshot({ path: `${FOLDER}${screen}-${size}-${theme}.png` });
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const found = wide > 0 ? [`${screen}: ${wide} px wider than the window`] : [];
  if (size === 'tablet') return found;
  if (size === 'phone' && theme === 'light') found.push(...(await reflow(page, screen)));
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  const words = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const why = failureSummary?.split('\n').slice(1).join(' ').trim() ?? '';
      return `${screen}: ${id} at ${target.join(' ')}: ${why}`;
    }),
  );
  return [...found, ...words];
};

for (const size of Object.keys(SIZES) as Size[]) {
  for (const theme of ['light', 'dark'] as const) {
    test(`signed-in screens are sound and accessible: ${size}, ${theme}`, async ({ newDevice }) => {
      test.slow();
      const { page } = await newDevice({ viewport: SIZES[size] });
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      const faults: string[] = [];
      const see = async (screen: string): Promise<void> => {
        faults.push(...(await look(page, screen, { size, theme })));
      };

      await page.goto('/login');
      await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
      await see('sign-in');

      await page.getByLabel('E-mail', { exact: true }).fill(DEMO.email);
      await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expectSyncedAnywhere(page);
      await page.goto('/calendar?view=day&staff=all');
      await expect(
        page.locator('.cal-columns:not([aria-hidden]) .cal-card').first(),
      ).toBeAttached();
      await see('calendar-day');
      await page.goto('/calendar?view=week&staff=all');
      await expect(
        page.locator('.cal-columns:not([aria-hidden]) .cal-card').first(),
      ).toBeAttached();
      await see('calendar-week');

      await page.goto('/calendar?view=month&staff=all');
      await expect(page.getByRole('gridcell', { name: /\d visits/ }).first()).toBeVisible();
      await see('calendar-month');
      await page.goto('/calendar?view=agenda&staff=all');
      await see('calendar-list');

      const appointment = await anAppointment(page);
      await page.goto(`/calendar?view=day&staff=all&open=${appointment}`);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible();
      await see('appointment-sheet');
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Change services…' }).click();
      await page.getByRole('button', { name: 'Change', exact: true }).first().click();
      await see('appointment-services');
      await page.goto(`/appointments/${appointment}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await see('appointment-page');
      await page.getByRole('button', { name: 'History', exact: true }).click();
      await expect(page.getByText(/^Booked.* for /).first()).toBeVisible();
      await see('appointment-history');
      await page.goto('/calendar?view=day&staff=all&new=appointment');
      await expect(page.getByRole('combobox', { name: 'Client' })).toBeVisible();
      await see('new-appointment');
      await page.getByLabel('Where').selectOption('client');
      await page.getByLabel('Way there').scrollIntoViewIfNeeded();
      await see('new-visit');
      await page.goto('/calendar?view=day&staff=all&new=block');
      await page.getByLabel('Repeats').selectOption('week');
      await see('block-time');
      await page.goto('/calendar?view=day&staff=all&new=class');
      await page.getByLabel('Service').selectOption({ index: 1 });
      await page.getByLabel('Time', { exact: true }).fill('06:00');
      await see('plan-class');
      await page.getByRole('button', { name: /^Plan (class|anyway)$/ }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.goto(`/appointments/${await aClass(page)}`);
      await page.getByRole('combobox', { name: 'Give somebody a seat' }).fill('a');
      await page.getByRole('option').first().click();
      await expect(page.getByRole('list', { name: 'With a seat' })).toBeVisible();
      await see('class');
      await page.goto(`/appointments/${appointment}`);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Add another person…' }).click();
      await page.getByRole('button', { name: 'Walk-in' }).click();
      await page.getByRole('combobox', { name: 'Service' }).fill('Dry cut');
      await page.getByRole('option').first().click();
      await see('group-person');
      await page.getByRole('button', { name: /^Book( anyway)?$/ }).click();
      await page.getByRole('region', { name: 'Group' }).scrollIntoViewIfNeeded();
      await see('group');
      await page.getByRole('button', { name: 'Move…' }).click();
      await page.getByRole('radio', { name: 'Whole group' }).check();
      await expect(page.getByRole('list', { name: 'Who is moved' })).toBeVisible();
      await see('group-move');

      await page.goto('/clients');
      const firstClient = page.getByRole('main').getByRole('link', { name: /\w/ }).first();
      await expect(firstClient).toBeVisible();
      await see('clients');
      await page.goto(`/clients/${await clientOf(page, appointment)}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await see('client');
      await page.goto(`${page.url()}?edit=details`);
      await page.getByLabel('Street and number').fill('1 High St');
      await page.getByRole('button', { name: 'Another address' }).click();
      await page.getByRole('group', { name: 'Address 2' }).scrollIntoViewIfNeeded();
      await see('client-edit');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('button', { name: 'Add note' }).click();
      await page.getByLabel('Kind').selectOption('Alert');
      await page.getByRole('textbox', { name: 'Note' }).fill('Allergic to latex');
      await see('client-note');
      await page.getByRole('button', { name: 'Save note' }).click();
      await expect(page.getByRole('article', { name: 'Alert note' }).first()).toBeVisible();
      await page.getByRole('button', { name: 'Record a consent' }).click();
      await expect(page.getByRole('dialog', { name: 'Record a consent' })).toBeVisible();
      await see('client-consent');
      await page.getByRole('button', { name: 'Write down' }).click();
      await expect(page.getByRole('list', { name: 'Consents now' })).toBeVisible();
      await see('client-records');
      // Any picture will do.
      const picture = await page.screenshot();
      for (const kind of ['Before', 'After']) {
        await page.getByRole('button', { name: 'Add photos' }).click();
        const sheet = page.getByRole('dialog', { name: 'Add photos' });
        await sheet
          .getByLabel('Pictures')
          .setInputFiles({ name: `${kind}.png`, mimeType: 'image/png', buffer: picture });
        await expect(sheet.getByRole('img', { name: 'Chosen 1' })).toBeVisible();
        if (kind === 'Before') await see('client-photo-add');
        await sheet.getByRole('button', { name: 'Add photo' }).click();
        await expect(sheet).toBeHidden();
      }
      await page
        .getByRole('region', { name: 'Photos' })
        .getByRole('button', { name: /^Look at Before/ })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('img')).toHaveCount(2);
      await see('client-photo');
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: 'Photos' }).scrollIntoViewIfNeeded();
      await see('client-photos');
      await page.reload();
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: /^Erase for good/ }).click();
      await see('client-erase');

      await page.goto('/clients/import');
      await page.getByLabel('CSV file').setInputFiles({
        name: 'clients from the old program.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'Name,Mobile,Mail,DOB,Favourite colour\nAna Li,12,ana@mail.example,3/4/1990,green\n' +
            'Anna Li,,ANA@mail.example,,red\n,,,5/6/1991,blue\n',
        ),
      });
      await expect(page.getByRole('button', { name: 'Check 3 rows' })).toBeVisible();
      await see('import-columns');
      await page.getByRole('button', { name: 'Check 3 rows' }).click();
      await expect(page.getByRole('heading', { name: 'What will happen' })).toBeVisible();
      await see('import-check');

      await page.goto('/calendar/import');
      await page.getByLabel('CSV file').setInputFiles({
        name: 'book.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'Start,Client,Service,Staff\n2099-03-12 03:00,Ana Li,Gel nails,Kim\n' +
            '2099-03-12 03:15,Bo Ek,Gel nails,\n2020-01-01 10:00,Old One,,\n',
        ),
      });
      await expect(page.getByRole('button', { name: 'Check 3 rows' })).toBeVisible();
      await see('import-visits-columns');
      await page.getByRole('button', { name: 'Check 3 rows' }).click();
      await expect(page.getByRole('heading', { name: 'What will happen' })).toBeVisible();
      await see('import-visits-check');

      const [one, other] = await localRows(page, 'clients');
      await page.goto(`/clients/duplicates?merge=${String(one?.['id'])},${String(other?.['id'])}`);
      await expect(page.getByRole('group', { name: 'First name' })).toBeVisible();
      await see('merge-clients');

      const person = String((await localRows(page, 'staff'))[0]?.['id']);
      const service = String((await localRows(page, 'services'))[0]?.['id']);
      for (const [screen, path, label, what] of [
        ['staff-profile', `/staff?person=${person}`, 'Picture', 'dialog'],
        ['service-form', `/more/services?service=${service}`, 'Picture', 'dialog'],
        ['business', '/settings', 'Logo', 'region'],
      ] as const) {
        await page.goto(path);
        const field = page.getByRole(what).getByRole('group', { name: label }).first();
        await field
          .getByLabel(`${label}: file`)
          .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: picture });
        await expect(field.getByRole('button', { name: 'Remove' })).toBeVisible();
        await field.scrollIntoViewIfNeeded();
        await see(screen);
      }

      await page.goto('/waitlist?entry=new');
      await page.getByRole('combobox', { name: 'Client' }).fill('a');
      await page
        .getByRole('listbox')
        .getByRole('option')
        .filter({ hasNotText: 'New client' })
        .first()
        .click();
      await page.getByLabel('Service', { exact: true }).selectOption({ index: 2 });
      await page.getByRole('button', { name: 'Other days' }).click();
      await page.getByLabel('Time of day').last().selectOption('other');
      await see('waitlist-entry');
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByRole('article').first()).toBeVisible();
      await see('waitlist');

      for (const [screen, path] of [
        ['duplicates', '/clients/duplicates'],
        ['import-file', '/clients/import'],
        ['services', '/more/services'],
        ['staff', '/staff'],
        ['settings', '/settings'],
        ['members', '/settings/members'],
        ['dashboard', '/'],
        ['not-here-yet', '/analytics'],
      ] as const) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
        await see(screen);
      }
      for (const [screen, path] of [
        ['staff-hours', `/staff?hours=${person}`],
        ['staff-travel', `/staff?hours=${person}&travel=on`],
        ['staff-away', `/staff?away=${person}`],
        ['time-off', `/staff?time-off=${person}`],
        ['invite', '/settings/members?invite=new'],
      ] as const) {
        await page.goto(path);
        await expect(page.getByRole('dialog').last()).toBeVisible();
        await see(screen);
      }
      await page.goto(`/staff?services=${person}&terms=${service}`);
      await page
        .getByRole('checkbox', { name: /^Own time/ })
        .first()
        .check();
      await see('staff-terms');
      await page.goto('/more/resources');
      await page.getByRole('button', { name: /^Add (the first )?group$/ }).click();
      await page.getByLabel('Name of the group').fill(`Rooms ${size} ${theme}`);
      await page.getByLabel('One of them is called').fill('Room');
      await see('resource-group');
      await page.getByRole('dialog').getByRole('button', { name: 'Add group' }).click();
      const rooms = page.getByRole('region', { name: `Rooms ${size} ${theme}` });
      await expect(rooms).toBeVisible();
      await see('resources');
      await rooms.getByRole('button', { name: /^Room 2/ }).click();
      await page.getByRole('switch', { name: 'Out of service' }).click();
      await see('resource-sheet');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(rooms.getByText('Out of service until further notice')).toBeVisible();
      await page.evaluate(() => localStorage.setItem('daybook.calendar.columns', 'resources'));
      await page.goto('/calendar?view=day');
      await expect(
        page.getByRole('group', { name: /^Room 2, Out of service/ }).first(),
      ).toBeAttached();
      await see('calendar-rooms');
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Add days' }).click();
      await page.getByRole('radio', { name: 'Other hours' }).check();
      await see('special-days');
      await page.reload();
      await page.getByRole('button', { name: 'Export everything' }).click();
      await expect(page.getByText('Your file is in the downloads')).toBeVisible();
      await page
        .getByRole('heading', { name: 'Your data' })
        .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
      await see('your-data');
      await page.getByLabel('Erase clients without a visit for').selectOption('3');
      await expect(page.getByText(/(is|are) due/)).toBeVisible();
      await page
        .getByRole('heading', { name: 'Old clients' })
        .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
      await see('retention');
      await page.getByRole('button', { name: /^Erase .* …$/ }).click();
      await expect(page.getByLabel('Type the name of the business')).toBeVisible();
      await see('erase-business');
      await page.keyboard.press('Escape');

      await page.goto('/settings#device');
      // The devices of the tests before this one are on the same server.
      await expect(
        page
          .getByText('You are signed in on this device only.')
          .or(page.getByRole('list', { name: 'Other devices' })),
      ).toBeVisible();
      await see('devices');
      await page.goto('/settings#security');
      await page.getByRole('button', { name: 'Add an authenticator app' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
      await see('second-step');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await see('security');
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox', { name: /^Find/ }).fill('an');
      await expect(page.getByRole('group', { name: 'Clients' })).toBeVisible();
      await see('find');
      expect(faults).toEqual([]);
    });

    test(`clients' pages are sound and accessible: ${size}, ${theme}`, async ({ newDevice }) => {
      test.slow();
      const { page } = await newDevice({ viewport: SIZES[size] });
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      const faults: string[] = [];
      const see = async (screen: string): Promise<void> => {
        faults.push(...(await look(page, screen, { size, theme })));
      };

      await chooseVisit(page, 'Home visit: cut');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('Please enter your city.')).toBeVisible();
      await see('book-where');
      // A visit and work at the business are not one booking.
      await page.evaluate(() => localStorage.clear());

      await page.goto(`/book/${DEMO.slug}`);
      await expect(page.getByRole('heading', { name: 'Choose your services' })).toBeVisible();
      await see('book-services');
      await page.getByLabel('Search services').fill('Dry cut');
      await page.getByRole('checkbox', { name: 'Dry cut' }).first().check();
      await see('book-chosen');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('heading', { name: 'Who would you like?' })).toBeVisible();
      await see('book-staff');

      await chooseServiceAndStaff(page, { service: 'Buzz cut', staff: 'Jonah Reyes' });
      const time = page.getByRole('button', { name: /\d:\d\d [AP]M/ });
      await expect(time.first()).toBeVisible();
      await see('book-time');
      await page.getByRole('button', { name: 'Join the waitlist' }).click();
      await page.getByRole('heading', { name: 'Join the waitlist' }).waitFor();
      await page.getByRole('button', { name: 'Other days' }).click();
      await see('book-waitlist');
      // Nobody joins so often in an hour.
      if (size !== 'tablet') {
        await page.getByLabel('First name').fill(VISITOR.first);
        await page.getByLabel('Email').fill(`${size}.${theme}@example.com`);
        await page.getByLabel('Phone').fill(VISITOR.phone);
        await page.getByRole('button', { name: 'Join the waitlist' }).click();
        await expect(page.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible();
        await see('waitlist-joined');
      }
      await page.goto(`/book/${DEMO.slug}?step=time`);
      await expect(time.first()).toBeVisible();
      // Far enough ahead to be cancelled online.
      await page.getByRole('button', { name: 'Next month' }).click();
      await page
        .getByRole('gridcell')
        .getByRole('button', { name: /times? free/ })
        .last()
        .click();
      await time.first().click();
      await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
      await see('book-details');
      await fillDetails(page, { ...VISITOR, email: `${size}.${theme}@example.com` });
      await expect(page.getByRole('heading', { name: 'Check and book' })).toBeVisible();
      await see('book-review');
      await page.getByRole('button', { name: 'Book now' }).click();
      await expectConfirmed(page);
      await see('book-confirmation');
      await page.getByRole('link', { name: 'Change or cancel' }).click();
      await expect(page).toHaveURL(/\/cancel-appointment/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await see('manage');
      await page.getByRole('link', { name: /^Cancel/ }).click();
      await expect(page.getByRole('heading', { name: 'Cancel this appointment?' })).toBeVisible();
      await see('cancel');
      expect(faults).toEqual([]);
    });
  }
}

/** Where there is no room for words, the chip's name is the sentence behind them. */
const expectSyncedAnywhere = (page: Page): Promise<void> =>
  expect(page.getByRole('button', { name: /^Synced$|is on the server too/ })).toBeVisible({
    timeout: 30_000,
  });

/** A booked appointment of the coming days that has a client. */
const anAppointment = async (page: Page): Promise<string> => {
  const now = new Date().toISOString();
  const booked = (await localRows(page, 'appointments')).filter(
    ({ status, client_id, starts_at }) =>
      status === 'booked' && client_id !== null && String(starts_at) > now,
  );
  const next = booked.toSorted((a, b) =>
    String(a['starts_at']) < String(b['starts_at']) ? -1 : 1,
  );
  return String(next[0]?.['id']);
};

const aClass = async (page: Page): Promise<string> => {
  const classes = (await localRows(page, 'appointments')).filter(
    ({ capacity }) => typeof capacity === 'number',
  );
  return String(classes.at(-1)?.['id']);
};

const clientOf = async (page: Page, appointmentId: string): Promise<string> => {
  const found = (await localRows(page, 'appointments')).find(({ id }) => id === appointmentId);
  return String(found?.['client_id']);
};
