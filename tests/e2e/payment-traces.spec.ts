import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { bookAppointment, dayAhead, openCard, openDay } from '#tests/harness/app.ts';
import { payWith } from '#tests/harness/deposits.ts';
import { DEMO, TOLD, expect, expectSynced, signIn } from '#tests/harness/e2e.ts';
import { connectStripe, stripeTest as test } from '#tests/harness/stripe/e2e.ts';

test.use({ database: 'pglite', keepsForOffline: false });

const CARD = '4242 4242 4242 4242';
const BUYER = 'ann.leaves.no.trace@example.com';
const GETS = 'bea.leaves.no.trace@example.com';

/** What is nobody's business but the client's and Stripe's. The pretended Stripe names methods after numbers. */
const SECRETS: readonly RegExp[] = [
  /4242 4242 4242 4242/,
  /(?<!pm_)4242424242424242/,
  /_secret_emulator/,
  /sk_test_emulator/,
  /whsec_emulator/,
];
/** Stripe's names for payments, which no device needs. */
const NAMES: readonly RegExp[] = [/\bcs_test_\w+/, /\bpi_[0-9a-f]{24}/, /\bpm_\d+/, /\bcus_\w+/];
const PEOPLE: readonly RegExp[] = [new RegExp(BUYER), new RegExp(GETS)];

const foundIn = (text: string, marks: readonly RegExp[]): string[] =>
  marks.filter((mark) => mark.test(text)).map(String);

/** Every address that a browser asks for, and where it said that it came from. */
const addressesOf = (context: BrowserContext): string[] => {
  const seen: string[] = [];
  context.on('request', (request) => {
    seen.push(request.url(), request.headers()['referer'] ?? '');
  });
  return seen;
};

/** Everything that a page keeps in its browser, as text. */
const keptBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      JSON.stringify(history.state),
      document.cookie,
    ];
    for (const { name = '' } of await indexedDB.databases()) {
      const opened = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((done, fail) => {
        opened.onsuccess = () => done(opened.result);
        opened.onerror = () => fail(opened.error);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        texts.push(
          await new Promise<string>((done, fail) => {
            all.onsuccess = () => done(JSON.stringify(all.result));
            all.onerror = () => fail(all.error);
          }),
        );
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        texts.push(request.url);
        const response = await cache.match(request);
        if (/json|text\/html/.test(response?.headers.get('content-type') ?? '')) {
          texts.push((await response?.text()) ?? '');
        }
      }
    }
    return texts.join('\n');
  });

/** The files of a folder in which one of these stands, byte by byte. */
const filesWith = async (folder: string, marks: readonly RegExp[]): Promise<string[]> => {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.push(...foundIn(await readFile(path, 'latin1'), marks).map((mark) => `${mark} ${path}`));
  }
  return found;
};

test('a deposit by a link, a fee from the kept card and a gift card leave no card, secret or address behind', async ({
  server,
  newDevice,
  stripe,
}) => {
  await connectStripe(stripe, server);
  await server.sql(
    `update public.booking_rules r
     set deposit_rule = '{"percent": 30}', cancel_notice_min = 43200,
       fee_terms = '{"late_cancel": {"percent": 50}, "no_show": null, "grace_min": 0}'
     from public.businesses b where b.id = r.id and b.slug = '${DEMO.slug}'`,
  );
  const { page: pro, context: ofPro } = await newDevice();
  // The page of a client keeps what it needs for offline here.
  const { page: client, context: ofClient } = await newDevice({
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'allow',
  });
  const addresses = [addressesOf(ofPro), addressesOf(ofClient)];

  // Asked for by a link, and paid.
  await signIn(pro);
  const day = dayAhead(2);
  await openDay(pro, day);
  await bookAppointment(pro, {
    client: 'Nora Nowhere',
    isNewClient: true,
    service: 'Classic cut',
    with: 'Jonah Reyes',
    day,
    // Before anybody else is there.
    time: '07:00',
  });
  await expectSynced(pro);
  const sheet = await openCard(pro, 'Nora Nowhere');
  await sheet.getByRole('button', { name: 'Ask for a deposit…' }).click();
  await sheet.getByLabel('Deposit for this visit').fill('10.00');
  await sheet.getByRole('button', { name: 'Make the link' }).click();
  const link = await sheet.getByText(/\/cancel-appointment\?token=/).innerText();
  await client.goto(link);
  await payWith(client, CARD, '$10.00');
  await expect(client.getByText('Paid already')).toBeVisible();
  expect(client.url()).not.toContain('token');
  await expect(sheet.getByRole('region', { name: 'Deposit', exact: true })).toContainText(
    '$10.00 counts at checkout',
    TOLD,
  );

  // Cancelled late by the client: the rest of the fee is charged to the same card when a person says so.
  await sheet.getByRole('button', { name: 'More actions' }).click();
  await pro.getByRole('menuitem', { name: 'Cancel appointment…' }).click();
  await sheet.getByRole('button', { name: 'Cancel, charge later' }).click();
  const fee = pro.getByRole('region', { name: 'Fee' });
  await expect(fee).toContainText('To be charged later.');
  // By itself, as soon as the server has heard of the fee.
  await fee.getByRole('button', { name: /^Charge \$[\d.]+ now$/ }).click();
  await pro.getByRole('button', { name: /^Charge \$[\d.]+$/ }).click();
  await expect(fee).toContainText('Charged to the card: nothing is owed any more.');
  expect(
    stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/payment_intents'),
  ).toHaveLength(1);

  // A gift card for somebody else.
  await client.goto(`/book/${DEMO.slug}/gift-card`);
  await client.getByRole('button', { name: '$50.00' }).click();
  await client.getByLabel('Your name').fill('Ann Okafor');
  await client.getByLabel('Your email').fill(BUYER);
  await client.getByLabel('Their name').fill('Bea');
  await client.getByLabel('Their email').fill(GETS);
  await client.getByRole('button', { name: 'Continue to payment' }).click();
  await payWith(client, CARD, '$50.00');
  await expect(client.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect
    .poll(async () => foundIn(JSON.stringify(await server.mails()), PEOPLE), TOLD)
    .toHaveLength(2);
  await expectSynced(pro);
  await stripe.quiet();

  // What was planted is found where it belongs, or the search itself were worth nothing.
  expect(stripe.events.some(({ body }) => body.includes('_secret_emulator'))).toBe(true);
  expect(addresses.flat().some((address) => address.startsWith(stripe.url))).toBe(true);
  const mails = await server.mails();

  const ours = addresses.flat().filter((address) => !address.startsWith(stripe.url));
  expect(foundIn(ours.join('\n'), [...SECRETS, ...NAMES, ...PEOPLE])).toEqual([]);
  // The link of a visit is told to nobody else.
  const token = new URL(link).searchParams.get('token') ?? '-';
  const elsewhere = addresses.flat().filter((address) => address.startsWith(stripe.url));
  expect(elsewhere.join('\n')).not.toContain(token);
  expect(foundIn(await keptBy(client), [...SECRETS, ...NAMES])).toEqual([]);
  expect(foundIn(await keptBy(pro), [...SECRETS, ...NAMES, ...PEOPLE])).toEqual([]);
  expect(foundIn(JSON.stringify(mails), [...SECRETS, ...NAMES])).toEqual([]);
  expect(foundIn(server.said(), [...SECRETS, ...NAMES, ...PEOPLE])).toEqual([]);
  await server.stop();
  expect(await filesWith(server.dataDir, SECRETS)).toEqual([]);
});
