import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverDueMail } from '#supabase/functions/_shared/deliver-mail.ts';
import type { Mail } from '#supabase/functions/_shared/mail.ts';
import { BOOT_TIMEOUT_MS, startTestBackend, type TestBackend } from '#tests/harness/backend.ts';
import { startPostgres } from '#tests/harness/postgres.ts';
import { openPostgres } from './database/postgres.ts';
import { sqlMailQueue } from './mail-delivery.ts';
import { smtpSender } from './smtp.ts';
import { ensureSystemSchema } from './system-schema.ts';

const MIGRATION = '20261101000900_mail.sql';
const ICS = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';

describe('mail that SQL queues', () => {
  let backend: TestBackend;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-mailmig-'));
    copyFileSync(new URL(`../migrations/${MIGRATION}`, import.meta.url), join(folder, MIGRATION));
    backend = await startTestBackend({ migrationsDir: folder, realtime: false });
  }, BOOT_TIMEOUT_MS);
  afterAll(async () => {
    await backend.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await backend.sql('delete from private.mail_outbox');
    await backend.mailbox.clear();
  });

  const queue = (subject = 'Your appointment', due = 'now()') =>
    backend.sql(
      `insert into private.mail_outbox
         (to_email, to_name, subject, text_body, html_body, ics, ics_method, kind, due_at)
       values ('ada@x.example', 'Ada', $1, 'See you', '<p>See you</p>', $2, 'REQUEST', 'booked', ${due})
       returning id`,
      [subject, ICS],
    );
  const rows = () =>
    backend.sql<{ state: string; attempts: number; last_error: string | null }>(
      'select state, attempts, last_error from private.mail_outbox order by created_at',
    );
  const letTimePass = () =>
    backend.sql(
      `update private.mail_outbox set due_at = now() where state in ('queued', 'sending')`,
    );

  it('arrives with its calendar file, and once', async () => {
    await queue();
    await backend.deliverMail();
    await backend.deliverMail();
    const mails = await backend.mailbox.list();
    expect(mails).toMatchObject([
      {
        to: { email: 'ada@x.example', name: 'Ada' },
        subject: 'Your appointment',
        text: 'See you',
        html: '<p>See you</p>',
        kind: 'booked',
        attachments: [
          {
            filename: 'appointment.ics',
            contentType: 'text/calendar; charset=utf-8; method=REQUEST',
            content: ICS,
          },
        ],
      },
    ]);
    expect(await rows()).toEqual([{ state: 'sent', attempts: 1, last_error: null }]);
  });

  it('is announced to whoever waits for it when its transaction commits', async () => {
    const announced = new Promise<void>((resolve) => {
      void backend.database.listen('mail_queued', () => resolve());
    });
    await queue();
    await announced;
  });

  it('that is for later waits', async () => {
    await queue('Reminder', `now() + interval '1 day'`);
    await backend.deliverMail();
    expect(await backend.mailbox.list()).toEqual([]);
  });

  it('is all sent in one round, however much it is', async () => {
    await backend.sql(`insert into private.mail_outbox (to_email, subject, text_body, kind)
      select 'a@x.example', 's' || n, 't', 'k' from generate_series(1, 45) n`);
    await backend.deliverMail();
    expect(await backend.mailbox.list()).toHaveLength(45);
  });

  it('cannot smuggle headers in through a name or subject', async () => {
    await queue('Hello\r\nBcc: everybody@x.example');
    await backend.deliverMail();
    expect((await backend.mailbox.list())[0]!.subject).toBe('Hello Bcc: everybody@x.example');
  });

  describe('when sending fails', () => {
    const failing = (times: number) => {
      const sent: Mail[] = [];
      let left = times;
      const send = async (mail: Mail) => {
        if (left-- > 0) throw new Error('connection refused');
        sent.push(mail);
      };
      return {
        sent,
        round: () => deliverDueMail(sqlMailQueue(backend.database), send, backend.url),
      };
    };
    // The backend's own delivery must not be faster than these senders.
    const queueUnseen = () =>
      backend.sql(
        `insert into private.mail_outbox (to_email, subject, text_body, kind, due_at)
         values ('ada@x.example', 's', 't', 'k', now() + interval '1 hour')`,
      );

    it('is tried again later and later, for more than three hours in all', async () => {
      const { sent, round } = failing(6);
      await queueUnseen();
      for (const [attempts, minutes] of [1, 10, 30, 60, 120].entries()) {
        await letTimePass();
        await round();
        expect(
          await backend.sql(
            `select state, attempts, last_error,
               round(extract(epoch from due_at - now()) / 60)::int as minutes
             from private.mail_outbox`,
          ),
        ).toEqual([
          { state: 'queued', attempts: attempts + 1, last_error: 'connection refused', minutes },
        ]);
      }
      await letTimePass();
      await round();
      expect(await rows()).toMatchObject([{ state: 'failed', attempts: 6 }]);
      await letTimePass();
      await round();
      expect(sent).toEqual([]);
    });

    it('is not sent any more when it would help nobody', async () => {
      const { sent, round } = failing(0);
      await queueUnseen();
      await backend.sql(`update private.mail_outbox set expires_at = now() - interval '1 second'`);
      await letTimePass();
      await round();
      expect(sent).toEqual([]);
      expect(await rows()).toMatchObject([{ state: 'failed', last_error: 'too_late' }]);
    });

    it('arrives once the way is free', async () => {
      const { sent, round } = failing(1);
      await queueUnseen();
      await letTimePass();
      await round();
      await round();
      expect(sent).toHaveLength(0);
      await letTimePass();
      await round();
      expect(sent).toHaveLength(1);
      expect(await rows()).toEqual([{ state: 'sent', attempts: 2, last_error: null }]);
    });

    it('does not hold up the mails behind it', async () => {
      const { sent, round } = failing(1);
      await queueUnseen();
      await queueUnseen();
      await letTimePass();
      expect(await round()).toEqual({ sent: 1, failed: 1 });
      expect(sent).toHaveLength(1);
    });

    it('is not lost with a sender that dies in the middle', async () => {
      const dying = sqlMailQueue(backend.database);
      await queueUnseen();
      await letTimePass();
      expect(await dying.claim(10)).toHaveLength(1);
      const { sent, round } = failing(0);
      await round();
      expect(sent).toHaveLength(0);
      await letTimePass();
      await round();
      expect(sent).toHaveLength(1);
    });

    it('is given up after six senders have died with it', async () => {
      await queueUnseen();
      for (let i = 0; i < 6; i++) {
        await letTimePass();
        await sqlMailQueue(backend.database).claim(10);
      }
      await letTimePass();
      expect(await sqlMailQueue(backend.database).claim(10)).toEqual([]);
      expect(await rows()).toMatchObject([{ state: 'failed', attempts: 6 }]);
    });
  });

  it('is nobody else’s to take', async () => {
    const { client } = await backend.signedIn();
    for (const one of [client, backend.client()]) {
      expect((await one.rpc('claim_mail', { how_many: 5 })).error).not.toBeNull();
    }
    for (const role of ['anon', 'authenticated']) {
      const call = backend.database.as({ role }, (sql) =>
        sql('select * from private.claim_mail(1)'),
      );
      await expect(call).rejects.toMatchObject({ code: '42501' });
    }
    const [row] = await backend.database.as({ role: 'service_role' }, (sql) =>
      sql('select count(*)::int as n from private.claim_mail(1)'),
    );
    expect(row).toEqual({ n: 0 });
  });
});

it(
  'two senders on one PostgreSQL never take the same mail',
  async () => {
    const server = await startPostgres();
    const database = await openPostgres(server.url);
    await ensureSystemSchema(database);
    await database.exec(
      readFileSync(new URL(`../migrations/${MIGRATION}`, import.meta.url), 'utf8'),
    );
    await database.sql(`insert into private.mail_outbox (to_email, subject, text_body, kind)
    select 'a@x.example', 's' || n, 't', 'k' from generate_series(1, 60) n`);
    const queue = sqlMailQueue(database);
    const claims = await Promise.all(Array.from({ length: 6 }, () => queue.claim(10)));
    const ids = claims.flat().map((mail) => mail.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(10);
    await database.close();
    await server.stop();
  },
  BOOT_TIMEOUT_MS,
);

it('SMTP carries text, HTML, calendar file and a stable message id', async () => {
  const received: string[] = [];
  const server = createServer((socket) => {
    let data = '';
    let inMessage = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      data += chunk.toString();
      for (;;) {
        const end = data.indexOf(inMessage ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const part = data.slice(0, end);
        data = data.slice(end + (inMessage ? 5 : 2));
        if (inMessage) {
          received.push(part);
          inMessage = false;
          socket.write('250 taken\r\n');
        } else if (part === 'DATA') {
          inMessage = true;
          socket.write('354 go\r\n');
        } else {
          socket.write(part === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const send = smtpSender(`smtp://127.0.0.1:${port}`, 'Daybook <mail@daybook.example>');
  await send({
    id: 'abc',
    to: { email: 'ada@x.example', name: 'Ada Ö' },
    subject: 'Grüße',
    text: 'plain',
    html: '<p>html</p>',
    kind: 'k',
    attachments: [
      { filename: 'a.ics', contentType: 'text/calendar; method=REQUEST', content: ICS },
    ],
  });
  const mail = await PostalMime.parse(received[0]!);
  expect(mail).toMatchObject({
    from: { address: 'mail@daybook.example', name: 'Daybook' },
    to: [{ address: 'ada@x.example', name: 'Ada Ö' }],
    subject: 'Grüße',
    messageId: '<abc@daybook.example>',
  });
  expect(mail.text).toContain('plain');
  expect(mail.html).toContain('<p>html</p>');
  expect(mail.attachments[0]).toMatchObject({ filename: 'a.ics' });
  await new Promise((resolve) => server.close(resolve));
});
