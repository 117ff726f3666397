import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { SMALL, seedDemo } from '#supabase/demo/seed.ts';
import { BOOT_TIMEOUT_MS, startServedBackend } from '#tests/harness/backend.ts';
import type { TestBackend } from '#tests/harness/backend.ts';

type Profile = { staff: { id: string; display_name: string }[]; policy: { version: number } };
type Availability = { staff: { id: string; free: number[] }[] };

const DAY_MS = 86_400_000;
let backend: TestBackend;

beforeAll(async () => {
  backend = await startServedBackend({ realtime: false });
  await seedDemo(backend.sql, { now: new Date(), size: SMALL });
}, BOOT_TIMEOUT_MS);
afterAll(() => backend.stop());
afterEach(() => vi.unstubAllEnvs());

const day = (ahead: number): string =>
  new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);

const KEY = Buffer.from('the secret of the webhook');

/** Posts as Resend does that a mail is in its mailbox, and answers the status. */
const tellOf = async (mailId: string, key: Buffer): Promise<number> => {
  const body = JSON.stringify({ type: 'email.delivered', data: { tags: { mail_id: mailId } } });
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64');
  const { status } = await fetch(`${backend.url}/functions/v1/mail-webhook`, {
    method: 'POST',
    headers: {
      'svix-id': 'msg_1',
      'svix-timestamp': String(at),
      'svix-signature': `v1,${signature}`,
    },
    body,
  });
  return status;
};

test('a booking sends a mail with a calendar file and a link that cancels it, and hears what became of it', async () => {
  const client = backend.client();
  const rpc = async <T>(name: string, args: object): Promise<T> => {
    const { data, error } = await client.rpc(name, args);
    if (error) throw error;
    return data as T;
  };
  const slug = 'studio-lumen';
  const profile = await rpc<Profile>('public_profile', { slug });
  const barber = profile.staff.find(({ display_name }) => display_name === 'Jonah Reyes');
  const open = await rpc<Availability>('public_availability', {
    slug,
    from_day: day(7),
    to_day: day(14),
  });
  const free = open.staff.find(({ id }) => id === barber?.id)?.free ?? [];
  const at = free.findIndex(
    (start, index) => index % 2 === 0 && (free[index + 1] ?? 0) - start >= 45,
  );
  const startsAt = new Date(Math.ceil((free[at] ?? 0) / 15) * 15 * 60_000).toISOString();
  const [variant] = await backend.sql<{ id: string; price_cents: number }>(
    `select v.id, v.price_cents::int from public.service_variants v
     join public.services s on s.id = v.service_id where s.name = 'Dry cut'`,
  );

  const booked = await rpc<{ ok: boolean; appointment: { id: string } }>('book', {
    slug,
    op_id: crypto.randomUUID(),
    request: {
      items: [{ variant_id: variant?.id, staff_id: barber?.id, add_on_ids: [] }],
      starts_at: startsAt,
      time_zone: 'America/New_York',
      client: {
        first_name: 'Wanda',
        last_name: 'Maximova',
        email: 'wanda@example.com',
        phone: '(718) 555-9911',
      },
      note: null,
      policy_version: profile.policy.version,
      expected_total: variant?.price_cents,
      hold_key: null,
      answers: null,
      guests: [],
    },
  });
  expect(booked).toMatchObject({ ok: true });

  await backend.deliverMail();
  const [mail] = await backend.mailbox.list({ to: 'wanda@example.com' });
  const [calendar] = mail?.attachments ?? [];
  expect(calendar?.content).toContain(`UID:${booked.appointment.id}@`);
  expect(calendar?.content).toContain('METHOD:REQUEST');
  expect(calendar?.content).toMatch(/DTSTART:\d{8}T\d{6}Z/);
  const token = /\/cancel-appointment\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  expect(mail?.text).toContain(`${backend.url}/cancel-appointment?token=`);

  // What becomes of it, its provider tells by a signed message.
  vi.stubEnv('RESEND_WEBHOOK_SECRET', `whsec_${KEY.toString('base64')}`);
  expect(await tellOf(mail!.id, KEY)).toBe(204);
  expect(await tellOf(mail!.id, Buffer.from('guessed'))).toBe(400);
  expect(
    await backend.sql(`select delivery from private.mail_outbox where id = $1`, [mail!.id]),
  ).toEqual([{ delivery: 'delivered' }]);
  vi.stubEnv('RESEND_WEBHOOK_SECRET', '');
  expect(await tellOf(mail!.id, KEY)).toBe(404);

  const cancelled = await rpc<{ ok: boolean }>('cancel_booking', {
    token,
    reason: null,
    op_id: crypto.randomUUID(),
  });
  expect(cancelled).toMatchObject({ ok: true });
  await backend.deliverMail();
  const mails = await backend.mailbox.list({ to: 'wanda@example.com' });
  const withdrawn = mails.flatMap(({ attachments }) => attachments.map(({ content }) => content));
  const cancellation = withdrawn.find((content) => content.includes('METHOD:CANCEL'));
  expect(cancellation).toContain(`UID:${booked.appointment.id}@`);
  expect(cancellation).toContain('SEQUENCE:1');
});
