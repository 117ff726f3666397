import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Mail } from '#supabase/functions/_shared/mail.ts';
import { diskMailbox, memoryMailbox } from './mailbox.ts';
import { mailboxRoutes } from './mailbox-page.ts';

const mail = (id: string, more: Partial<Mail> = {}): Mail => ({
  id,
  to: { email: 'ada@x.example', name: 'Ada <b>' },
  subject: `About ${id}`,
  text: `See https://app.example/x?a=1&b=2 & <b>`,
  html: '<html><head><title>t</title></head><body><script>1</script>Hello</body></html>',
  kind: 'test',
  attachments: [
    { filename: 'appointment.ics', contentType: 'text/calendar; method=REQUEST', content: 'BEGIN' },
  ],
  ...more,
});
const root = mkdtempSync(join(tmpdir(), 'daybook-mail-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const now = () => new Date('2026-11-21T09:00:00Z');
let boxes = 0;

describe.each([
  ['in memory', () => memoryMailbox(now)],
  ['on disk', () => diskMailbox(join(root, String(++boxes)), now)],
])('a mailbox %s', (_name, open) => {
  it('lists the newest first, also within one millisecond', async () => {
    const box = open();
    for (const id of ['a', 'b', 'c']) await box.put(mail(id));
    expect((await box.list()).map((m) => m.id)).toEqual(['c', 'b', 'a']);
  });

  it('gives a mail back as it was sent', async () => {
    const box = open();
    await box.put(mail('a'));
    expect(await box.read('a')).toEqual({
      ...mail('a'),
      at: expect.stringContaining('2026-11-21'),
    });
    expect(await box.read('none')).toBeNull();
  });

  it('keeps one copy of a mail that was sent twice', async () => {
    const box = open();
    await box.put(mail('a'));
    await box.put(mail('b'));
    await box.put(mail('a', { subject: 'again' }));
    expect((await box.list()).map((m) => m.subject)).toEqual(['again', 'About b']);
  });

  it('finds the mails of one person', async () => {
    const box = open();
    await box.put(mail('a'));
    await box.put(mail('b', { to: { email: 'eve@x.example', name: null } }));
    expect((await box.list({ to: 'EVE@x.example' })).map((m) => m.id)).toEqual(['b']);
  });

  it('can be emptied', async () => {
    const box = open();
    await box.put(mail('a'));
    await box.clear();
    expect(await box.list()).toEqual([]);
    await box.put(mail('b'));
    expect(await box.list()).toHaveLength(1);
  });
});

it('a mailbox on disk survives a restart and forgets the oldest', async () => {
  const folder = join(root, 'long');
  const box = diskMailbox(folder, now);
  for (let i = 0; i < 503; i++) await box.put(mail(`m${i}`));
  expect(readdirSync(folder)).toHaveLength(500);
  expect((await diskMailbox(folder, now).list())[0]!.id).toBe('m502');
});

describe('the mailbox page', () => {
  const box = memoryMailbox(now);
  const get = async (path: string, method = 'GET') => {
    const response = await mailboxRoutes(box, new Request(`http://127.0.0.1${path}`, { method }));
    return { response, body: await response.text() };
  };

  it('lists mails and opens one, with everything in it made harmless', async () => {
    await box.put(mail('a', { subject: '<img src=x onerror=alert(1)>' }));
    const list = await get('/_mail');
    expect(list.body).toContain('href="/_mail/messages/a"');
    expect(list.body).not.toContain('<img');
    expect(list.response.headers.get('content-security-policy')).toContain(`default-src 'none'`);

    const one = await get('/_mail/messages/a');
    expect(one.body).toContain('Ada &lt;b&gt;');
    expect(one.body).toContain('<a href="https://app.example/x?a=1&amp;b=2"');
    expect(one.body).toContain('sandbox="allow-popups');
  });

  it('shows the mail itself where its scripts cannot run', async () => {
    const { response, body } = await get('/_mail/messages/a/html');
    expect(body).toContain('Hello');
    expect(body).toContain('<base target="_blank">');
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toContain('sandbox');
    expect(policy).not.toContain('allow-scripts');
  });

  it('hands out attachments', async () => {
    const { response, body } = await get('/_mail/messages/a/attachments/0');
    expect(body).toBe('BEGIN');
    expect(response.headers.get('content-type')).toContain('text/calendar');
    expect(response.headers.get('content-disposition')).toContain('appointment.ics');
    expect((await get('/_mail/messages/a/attachments/9')).response.status).toBe(404);
  });

  it('is JSON for tests', async () => {
    const { body } = await get('/_mail/api/messages?to=ada@x.example');
    expect(JSON.parse(body)).toMatchObject([
      { id: 'a', to: 'ada@x.example', to_name: 'Ada <b>', attachments: [{ content: 'BEGIN' }] },
    ]);
    expect(JSON.parse((await get('/_mail/api/messages/a')).body)).toMatchObject({ id: 'a' });
    expect((await get('/_mail/messages/none')).response.status).toBe(404);
    expect((await get('/_mail/api/messages', 'DELETE')).response.status).toBe(204);
    expect((await get('/_mail')).body).toContain('No mail yet');
  });
});
