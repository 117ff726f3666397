import { calendarFileOf } from '#domain/appointments/calendar-file.ts';
import type { CalendarEvent } from '#domain/appointments/calendar-file.ts';
import { ICAL_DOMAIN, PRODUCT_NAME } from '#domain/product.ts';
import type { FunctionHandler } from '../_shared/handler.ts';

/** What public.calendar_feed answers. `services` null = only that the person is busy. */
type Feed = {
  ok: true;
  business: string;
  person: string;
  made_at: string;
  events: {
    id: string;
    sequence: number;
    starts_at: string;
    ends_at: string;
    is_pending: boolean;
    changed_at: string;
    services: string | null;
    client: string | null;
  }[];
};
type Refusal = { ok: false; code: string; retry_after_sec?: number };

const ADDRESS = /\/calendar-feed\/([\w-]{20,100})\.ics$/;
/** How long a program may show what it has read before it asks again. */
const FRESH_SECONDS = 300;

/**
 * The appointments of a person as a calendar file, for whoever knows the secret address
 * `/functions/v1/calendar-feed/<token>.ics`. Calendar programs send neither a key nor a session.
 */
export const handler: FunctionHandler = async (request, env) => {
  const token = ADDRESS.exec(new URL(request.url).pathname)?.[1];
  if (!token || !['GET', 'HEAD'].includes(request.method)) return plain(404);
  const url = env.get('SUPABASE_URL');
  const key = env.get('SUPABASE_PUBLISHABLE_KEY') ?? env.get('SUPABASE_ANON_KEY');
  if (!url || !key) return plain(503);

  const response = await fetch(`${url}/rest/v1/rpc/calendar_feed`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) return plain(503);
  const answer = (await response.json()) as Feed | Refusal;
  if (!answer.ok) {
    if (answer.code === 'not_found') return plain(404);
    if (answer.code !== 'rate_limited') return plain(503);
    return plain(429, { 'retry-after': String(answer.retry_after_sec ?? FRESH_SECONDS) });
  }
  const file = calendarOf(answer);
  const etag = `"${await digest(file)}"`;
  const headers = {
    etag,
    'cache-control': `private, max-age=${FRESH_SECONDS}`,
    'x-robots-tag': 'noindex',
  };
  if (request.headers.get('if-none-match')?.includes(etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === 'HEAD' ? null : file, {
    status: 200,
    headers: { ...headers, 'content-type': 'text/calendar; charset=utf-8' },
  });
};

/** The same text as long as nothing changes, so that it has one ETag. */
const calendarOf = ({ business, person, made_at: madeAt, events }: Feed): string => {
  const newest = events.reduce((latest, { changed_at: at }) => (at > latest ? at : latest), madeAt);
  return calendarFileOf(events.map(eventOf), new Date(newest), {
    name: `${person} – ${business} (${PRODUCT_NAME})`,
    refreshSeconds: FRESH_SECONDS,
  });
};

const eventOf = (event: Feed['events'][number]): CalendarEvent => ({
  // Another id than in the mails to clients: who gets both has two entries of two kinds.
  uid: `feed-${event.id}@${ICAL_DOMAIN}`,
  sequence: event.sequence,
  startsAt: event.starts_at,
  endsAt: event.ends_at,
  status: event.is_pending ? 'tentative' : 'confirmed',
  title: [event.services ?? 'Busy', event.client].filter(Boolean).join(' – '),
  description: '',
  location: null,
  url: null,
});

const digest = async (text: string): Promise<string> => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes).slice(0, 16)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
};

/** Says nothing about why. */
const plain = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { 'cache-control': 'no-store', ...headers } });
