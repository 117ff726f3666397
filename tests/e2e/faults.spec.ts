import { addClient } from '#tests/harness/app.ts';
import { DEMO, chip, expect, expectReadyForOffline, signIn, test } from '#tests/harness/e2e.ts';
import type { Page, ProxiedDevice } from '#tests/harness/e2e.ts';
import { expectEqualEverywhere } from '#tests/harness/equality.ts';
import { PULL, PUSH } from '#tests/harness/fault-plan.ts';
import type { Fault } from '#tests/harness/fault-plan.ts';
import { expireToken, localRows, waitingChanges } from '#tests/harness/local-data.ts';

test.use({ database: 'pglite' });

/** How many clients of this first name the device holds. */
const count = async (page: Page, name: string): Promise<number> =>
  (await localRows(page, 'clients')).filter((row) => row['first_name'] === name).length;
/** Whatever the network does, it is there, once, and soon: back-off is at most a few seconds. */
const expectThere = (page: Page, name: string): Promise<void> =>
  expect.poll(() => count(page, name)).toBe(1);
const expectAllSent = (page: Page): Promise<void> =>
  expect.poll(() => waitingChanges(page)).toEqual([]);

/** Two people at work, each behind a network of their own, the second one looking on. */
const start = async (newProxiedDevice: () => Promise<ProxiedDevice>) => {
  const writer = await newProxiedDevice();
  const reader = await newProxiedDevice();
  await signIn(writer.page);
  await signIn(reader.page, DEMO.desk);
  for (const { page } of [writer, reader]) await expectReadyForOffline(page);
  return { writer, reader };
};

const FAULTS: Fault[] = [
  { kind: 'drop' },
  { kind: 'lose' },
  { kind: 'cut' },
  { kind: 'delay', ms: 1_500 },
  { kind: 'reorder', atMostMs: 2_000 },
  { kind: 'duplicate' },
  { kind: 'echo' },
  { kind: 'trickle', bytesPerSecond: 2_000 },
  { kind: 'portal', how: 'page' },
  { kind: 'portal', how: 'redirect' },
  { kind: 'status', status: 429, retryAfterS: 1 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 502 },
  { kind: 'status', status: 503, retryAfterS: 1 },
  { kind: 'status', status: 504 },
];

test('[SYN-12] [SYN-42] [SYN-43] whatever happens to a push or a pull, each change arrives once', async ({
  server,
  newProxiedDevice,
}) => {
  const { writer, reader } = await start(newProxiedDevice);
  for (const [at, fault] of FAULTS.entries()) {
    const name = `Fault${at}`;
    await test.step(`${name}: ${JSON.stringify(fault)}`, async () => {
      const atPush = writer.proxy.script({ match: PUSH, fault });
      const atPull = reader.proxy.script({ match: PULL, fault });
      await addClient(writer.page, name);
      await atPush.firstMet;
      await expectAllSent(writer.page);
      await expectThere(reader.page, name);
      // One that met nothing would prove nothing.
      await atPull.firstMet;
    });
  }
  await expectEqualEverywhere(server.url, [writer.page, reader.page]);
  for (const { page } of [writer, reader]) {
    for (const at of FAULTS.keys()) expect(await count(page, `Fault${at}`)).toBe(1);
    await expect(chip(page, 'Synced')).toBeVisible();
  }
});

test('an outage and a hotel network: work goes on, through reloads, and nobody is signed out', async ({
  server,
  newProxiedDevice,
}) => {
  const { writer, reader } = await start(newProxiedDevice);

  await test.step('the network is gone', async () => {
    writer.proxy.outage(true);
    await addClient(writer.page, 'Outage1');
    await expect(chip(writer.page, /^Offline/)).toBeVisible();
    await writer.page.reload();
    await addClient(writer.page, 'Outage2');
    await addClient(reader.page, 'Meanwhile');
    expect(await waitingChanges(writer.page)).toHaveLength(2);
    writer.proxy.outage(false);
    await expectAllSent(writer.page);
    for (const { page } of [writer, reader]) {
      for (const name of ['Outage1', 'Outage2', 'Meanwhile']) await expectThere(page, name);
    }
  });

  await test.step('a hotel answers everything, the renewal of the session too', async () => {
    for (const how of ['page', 'redirect'] as const) {
      const hotel = writer.proxy.script({
        match: /./,
        fault: { kind: 'portal', how },
        times: Infinity,
      });
      writer.proxy.sockets.mode = 'refuse';
      writer.proxy.sockets.cut();
      await expireToken(writer.page);
      await writer.page.reload();
      await addClient(writer.page, `Hotel ${how}`);
      await hotel.firstMet;
      await expect(chip(writer.page, /^Offline/)).toBeVisible();
      await expect(writer.page).toHaveURL(/\/clients/);
      hotel.end();
    }
    writer.proxy.heal();
    await expectAllSent(writer.page);
    await expectThere(reader.page, 'Hotel page');
    await expectThere(reader.page, 'Hotel redirect');
  });

  await test.step('errors of the gateway do not end a session that needs renewal', async () => {
    const broken = writer.proxy.script({
      match: /\/auth\/v1\/token/,
      fault: { kind: 'status', status: 500 },
      times: 2,
    });
    await expireToken(writer.page);
    await writer.page.reload();
    await addClient(writer.page, 'Renewed');
    await broken.firstMet;
    await expectAllSent(writer.page);
    await expect(writer.page).toHaveURL(/\/clients/);
  });
  await expectEqualEverywhere(server.url, [writer.page, reader.page]);
});

test('[SYN-48] web sockets that are cut, lose messages or are refused cost time, never news', async ({
  server,
  newProxiedDevice,
}) => {
  const { writer, reader } = await start(newProxiedDevice);

  await test.step('cut: the channel comes back by itself', async () => {
    await expect.poll(() => reader.proxy.sockets.open).toBe(1);
    reader.proxy.sockets.cut();
    await addClient(writer.page, 'Cut');
    await expectThere(reader.page, 'Cut');
  });

  await test.step('lossy: what the next message brings includes what was lost', async () => {
    reader.proxy.sockets.mode = 'lossy';
    for (const number of [1, 2, 3]) await addClient(writer.page, `Lossy${number}`);
    await expectAllSent(writer.page);
    reader.proxy.sockets.mode = 'pass';
    await addClient(writer.page, 'Heard');
    for (const name of ['Lossy1', 'Lossy2', 'Lossy3', 'Heard']) {
      await expectThere(reader.page, name);
    }
  });

  await test.step('silent: own work brings the news of others', async () => {
    reader.proxy.sockets.mode = 'silent';
    await addClient(writer.page, 'Unheard');
    await expectAllSent(writer.page);
    await addClient(reader.page, 'Own');
    await expectThere(reader.page, 'Unheard');
  });

  await test.step('refused: the safety pull finds it', async () => {
    reader.proxy.sockets.mode = 'refuse';
    reader.proxy.sockets.cut();
    await expect.poll(() => reader.proxy.sockets.open).toBe(0);
    await addClient(writer.page, 'Refused');
    await expectAllSent(writer.page);
    await expectThere(reader.page, 'Refused');
  });
  await expectEqualEverywhere(server.url, [writer.page, reader.page]);
});

test('[SYN-12] the server is killed in the middle of a drain, twice: each change takes effect once', async ({
  server,
  newProxiedDevice,
}) => {
  const { writer, reader } = await start(newProxiedDevice);
  const names = ['Drain1', 'Drain2', 'Drain3', 'Drain4'];
  writer.proxy.outage(true);
  for (const name of names) await addClient(writer.page, name);
  writer.proxy.outage(false);

  // Once before it has heard the batch, once after it has committed and before it has said so.
  for (const at of ['request', 'answer'] as const) {
    const held = writer.proxy.script({ match: PUSH, fault: { kind: 'hold', at } });
    if (at === 'answer') await addClient(writer.page, 'Drain5');
    await held.firstMet;
    await server.kill();
    held.release();
    await server.start();
    await expectAllSent(writer.page);
  }
  for (const name of [...names, 'Drain5']) await expectThere(reader.page, name);
  // What the server said it has, it still has after the next kill.
  await server.kill();
  await server.start();
  await expectEqualEverywhere(server.url, [writer.page, reader.page]);
  expect(await count(writer.page, 'Drain5')).toBe(1);
});
