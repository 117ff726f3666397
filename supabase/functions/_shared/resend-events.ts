import type { MailEvent, ReadMailEvent } from './mail-events.ts';

/** The tag by which a message of Resend names our mail. */
export const MAIL_ID_TAG = 'mail_id';

/** Older messages are somebody's recording. */
const TOLERANCE_SECONDS = 300;

const EVENTS: Readonly<Record<string, MailEvent['event']>> = {
  'email.delivered': 'delivered',
  'email.opened': 'opened',
  'email.bounced': 'bounced',
  'email.complained': 'complained',
};

type Told = {
  type?: unknown;
  data?: {
    tags?: Record<string, string> | { name: string; value: string }[];
    bounce?: { type?: string };
  };
};

/** Reads what Resend posts. It is signed as Svix does: `v1,<base64>` over `<id>.<seconds>.<body>`. */
export function resendEvents(secret: string): ReadMailEvent {
  const key = crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  return async (body, headers, nowSeconds) => {
    const [id, at, signatures] = ['id', 'timestamp', 'signature'].map(
      (name) => headers.get(`svix-${name}`) ?? '',
    ) as [string, string, string];
    if (!/^\d+$/.test(at) || Math.abs(nowSeconds - Number(at)) > TOLERANCE_SECONDS) return 'forged';
    const signed = new TextEncoder().encode(`${id}.${at}.${body}`);
    // While keys change there are several.
    const given = signatures
      .split(' ')
      .flatMap((one) => (one.startsWith('v1,') ? one.slice(3) : []));
    for (const signature of given) {
      const bytes = isBase64(signature) ? bytesOf(signature) : new Uint8Array();
      if (await crypto.subtle.verify('HMAC', await key, bytes, signed)) return eventOf(body);
    }
    return 'forged';
  };
}

const eventOf = (body: string): MailEvent | null => {
  const { type, data } = toldIn(body);
  const event = EVENTS[String(type)];
  const tags = data?.tags;
  const mailId = Array.isArray(tags)
    ? tags.find(({ name }) => name === MAIL_ID_TAG)?.value
    : tags?.[MAIL_ID_TAG];
  // Mails of sign-in are none of ours.
  if (!event || !mailId || !/^[0-9a-f-]{36}$/i.test(mailId)) return null;
  return { mailId, event, forGood: data?.bounce?.type === 'Permanent' };
};

const toldIn = (body: string): Told => {
  try {
    return (JSON.parse(body) as Told | null) ?? {};
  } catch {
    return {};
  }
};

const isBase64 = (text: string): boolean =>
  /^[A-Za-z0-9+/]+=*$/.test(text) && text.length % 4 === 0;
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
