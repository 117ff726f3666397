import { addDays, dayNumber, dayRange } from '#domain/time/day.ts';
import type {
  BookRequest,
  BookedAnswer,
  BookedGuest,
  PublicProfile,
} from '#remote/public-booking.ts';
import type { PaymentStanding } from '#remote/public-payments.ts';
import type { PublicForm } from '#remote/public-forms.ts';
import type { PublicSession } from '#remote/public-sessions.ts';
import type { KnownClient } from '#remote/known-client.ts';
import type { WaitEntry, WaitOffer, WaitRequest } from '#remote/public-waitlist.ts';
import { profileFixture } from './profile-fixture.ts';

type Answer = Record<string, unknown>;

/**
 * The public functions in memory, behind `fetch`: for tests of the pages. It holds times, books them
 * once per operation id, and loses answers or refuses when a test says so.
 */
export const fakePublicServer = (profile: PublicProfile = profileFixture()) => {
  const calls: { name: string; args: Answer }[] = [];
  const booked = new Map<string, BookedAnswer>();
  const state = {
    profile: profile as PublicProfile | null,
    isOnline: true,
    /** Answers of LOSABLE functions that get lost on the way, although the server does its work. */
    lostAnswers: 0,
    /** What the next call of a function is refused with. */
    refuseNext: new Map<string, Answer>(),
    /** Starts that are gone, as epoch minutes. */
    gone: new Set<number>(),
    /** Nobody has any time at all. */
    isFull: false,
    /** Days from today for which somebody has no time, by who it is. */
    away: new Map<string, number>(),
    /** How the one payment stands; null = not begun, or begun and not asked for yet. */
    payment: {
      started: {
        amount: 2400,
        currency: 'USD',
        expires_at: new Date(Date.now() + 900_000).toISOString(),
        is_test: true,
      },
      standing: null as PaymentStanding | null,
      /** How much work is asked for before. */
      workBits: 0,
    },
    /** By their keys. */
    forms: new Map<string, PublicForm['form']>(),
    /** What can be booked of classes. */
    sessions: [] as PublicSession[],
    /** What the holder of each link waits for. */
    waits: new Map<string, WaitEntry>(),
    /** Who is known by the code 123456; null = nobody. */
    known: null as KnownClient | null,
    /** What services say of preparing. */
    prepNotes: [] as string[],
    /** What everybody who waits was offered. */
    offer: null as WaitOffer | null,
    /** What is told of the one gift card; null = no card has the code. */
    giftBalance: null as Answer | null,
    /** What is kept of it for the booking; null = no card has the code. */
    giftKept: null as Answer | null,
  };

  const functions: Record<string, (args: Answer) => Answer> = {
    // Free times are remembered by the address of the business: every test has one of its own.
    public_profile: ({ slug }) =>
      state.profile
        ? {
            ok: true,
            ...state.profile,
            server_time: new Date().toISOString(),
            business: { ...state.profile.business, slug: String(slug) },
          }
        : { ok: false, code: 'not_found' },
    public_availability: (args) => ({
      ok: true,
      server_time: new Date().toISOString(),
      staff: (state.profile?.staff ?? []).map(({ id }) => ({
        id,
        free: state.isFull
          ? []
          : freeWindows(
              String(args['from_day']),
              String(args['to_day']),
              state.gone,
              state.away.get(id) ?? 0,
            ),
      })),
    }),
    public_sessions: () => ({
      ok: true,
      server_time: new Date().toISOString(),
      sessions: state.sessions,
    }),
    public_form: ({ key }) => {
      const form = state.forms.get(String(key));
      return form
        ? {
            ok: true,
            server_time: new Date().toISOString(),
            form,
            business: state.profile?.business,
          }
        : { ok: false, code: 'not_found' };
    },
    // As if its bytes had come in before.
    offer_form_file: () => ({ ok: true, upload: 'secret', is_stored: true }),
    hold_slot: () => ({ ok: true, expires_at: new Date(Date.now() + 600_000).toISOString() }),
    release_hold: () => ({ ok: true }),
    start_payment: ({ work }) => {
      if (state.payment.workBits > 0 && typeof work !== 'string') {
        return { ok: false, code: 'captcha_failed', field: String(state.payment.workBits) };
      }
      state.payment.standing ??= { state: 'open', url: PAY_PAGE, decline: null };
      return { ok: true, ...state.payment.started };
    },
    start_gift_card: () => {
      state.payment.standing ??= { state: 'open', url: PAY_PAGE, decline: null };
      return { ok: true, ...state.payment.started };
    },
    gift_card_balance: () => state.giftBalance ?? { ok: false, code: 'not_found' },
    keep_gift_card: () => state.giftKept ?? { ok: false, code: 'not_found' },
    payments: () =>
      state.payment.standing
        ? { ok: true, ...state.payment.standing }
        : { ok: false, code: 'not_found' },
    book: ({ request, op_id }) => {
      const key = String(op_id);
      const answer =
        booked.get(key) ?? bookedAnswer(request as BookRequest, booked.size, state.profile);
      booked.set(key, answer);
      return {
        ok: true,
        ...answer,
        appointment: { ...answer.appointment, prep_notes: state.prepNotes },
      };
    },
    join_waitlist: ({ request, op_id }) => {
      const token = `wait-${String(op_id)}`;
      const entry = state.waits.get(token) ?? waitEntry(request as WaitRequest);
      state.waits.set(token, entry);
      return { ok: true, status: 'waiting', entry, leave_token: token };
    },
    waitlist_status: ({ token }) => {
      const entry = state.waits.get(String(token));
      return entry
        ? {
            ok: true,
            server_time: new Date().toISOString(),
            entry,
            business: state.profile?.business,
            offer: state.offer,
          }
        : { ok: false, code: 'not_found' };
    },
    answer_offer: ({ token, answer }) => {
      const entry = state.waits.get(String(token));
      const { offer } = state;
      if (!entry || !offer) return { ok: false, code: 'not_found' };
      if ((answer as Answer)['accept'] !== true) {
        state.offer = { ...offer, state: 'declined' };
        state.waits.set(String(token), { ...entry, state: 'waiting' });
        return { ok: true, status: 'declined' };
      }
      state.offer = { ...offer, state: 'accepted' };
      state.waits.set(String(token), { ...entry, state: 'booked' });
      return { ok: true, status: 'booked', manage_token: 'manage-offer' };
    },
    offer_viewed: () => ({ ok: true }),
    ask_client_code: () => ({ ok: true }),
    use_client_code: ({ code }) =>
      state.known && code === '123456'
        ? { ok: true, ...state.known }
        : { ok: false, code: 'invalid', field: 'code' },
    change_waitlist: ({ token, windows, note, flexible_min }) => {
      const entry = state.waits.get(String(token));
      if (!entry) return { ok: false, code: 'not_found' };
      const changed = {
        ...entry,
        windows: windows as WaitEntry['windows'],
        flexible_min: Number(flexible_min),
      };
      state.waits.set(String(token), { ...changed, note: String(note) || null });
      return { ok: true, status: entry.state, entry: changed };
    },
    leave_waitlist: ({ token }) => {
      const entry = state.waits.get(String(token));
      if (!entry) return { ok: false, code: 'not_found' };
      const left: WaitEntry = { ...entry, state: 'cancelled' };
      state.waits.set(String(token), left);
      return { ok: true, status: 'cancelled', entry: left };
    },
  };

  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    const name = url.split(/\/rpc\/|\/functions\/v1\//)[1] ?? '';
    const args = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Answer;
    calls.push({ name, args });
    if (!state.isOnline) return Promise.reject(new TypeError('Failed to fetch'));
    const refusal = state.refuseNext.get(name);
    state.refuseNext.delete(name);
    const answer = refusal ?? functions[name]?.(args) ?? { ok: false, code: 'unknown' };
    if (LOSABLE.includes(name) && state.lostAnswers > 0) {
      state.lostAnswers -= 1;
      return Promise.reject(new TypeError('Failed to fetch'));
    }
    return Promise.resolve(Response.json(answer));
  };
  const callsOf = (name: string) => calls.filter((call) => call.name === name);
  return { fetch, state, callsOf, booked };
};

const PAY_PAGE = 'https://pay.example/1';

const LOSABLE: readonly string[] = ['book', 'join_waitlist', 'answer_offer'];

const waitEntry = ({ items, windows, flexible_min, place }: WaitRequest): WaitEntry => ({
  state: 'waiting',
  items: items.map(({ variant_id, staff_id }) => ({
    service_name: 'Cut – Long',
    variant_id,
    staff_ids: staff_id ? [staff_id] : [],
    staff_names: staff_id ? ['Mara Lindqvist'] : [],
  })),
  windows,
  flexible_min,
  location_type: place === 'business' ? null : place,
  expires_at: '2099-01-01T05:00:00+00:00',
  time_zone: 'America/New_York',
});

/** Everybody works from 9 to 12 in New York (in winter), every day from tomorrow on, or when they are back. */
const freeWindows = (
  from: string,
  to: string,
  gone: ReadonlySet<number>,
  away: number,
): number[] => {
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1 + away);
  return dayRange(from > tomorrow ? from : tomorrow, to).flatMap((day) => {
    const nine = dayNumber(day) * 1440 + 14 * 60;
    const edges = [nine];
    for (const start of gone)
      if (start >= nine && start < nine + 180) edges.push(start, start + 15);
    return [...edges, nine + 180];
  });
};

/** Whoever does a service with its first person: the first others of the team. */
const helpersOf = (
  profile: PublicProfile | null,
  variantId: string,
  staffId: string,
): { helper_ids?: string[] } => {
  const variant = profile?.variants.find(({ id }) => id === variantId);
  const service = profile?.services.find(({ id }) => id === variant?.service_id);
  const others = (profile?.staff ?? []).flatMap(({ id }) => (id === staffId ? [] : [id]));
  const needed = service?.staff_needed ?? 1;
  return needed > 1 ? { helper_ids: others.slice(0, needed - 1) } : {};
};

const bookedAnswer = (
  request: BookRequest,
  count: number,
  profile: PublicProfile | null,
): BookedAnswer => {
  const startMs = Date.parse(request.starts_at);
  const end = new Date(startMs + 3600_000).toISOString();
  const { session } = request;
  const guests = request.guests.map(({ first_name, items }, at): BookedGuest => ({
    id: `guest-${at}`,
    first_name,
    status: 'booked',
    starts_at: request.starts_at,
    ends_at: `${end.slice(0, 19)}+00:00`,
    segments: items.map(({ variant_id }) => ({
      variant_id,
      staff_id: 'theo',
      starts_at: request.starts_at,
      minutes: 60,
      service_name: profile?.services.find(({ id }) => variant_id.startsWith(id))?.name ?? '',
      price_kind: 'fixed',
      price_cents: 0,
    })),
    total: 0,
  }));
  return {
    manage_token: `token-${count}`,
    appointment: {
      id: `appointment-${count}`,
      status: session?.waiting ? 'pending' : 'booked',
      ...(session && { seats: session.seats, is_waiting: session.waiting }),
      starts_at: request.starts_at,
      ends_at: `${end.slice(0, 19)}+00:00`,
      time_zone: 'America/New_York',
      segments: request.items.map(({ variant_id, staff_id }) => ({
        variant_id,
        staff_id: staff_id ?? 'mara',
        ...helpersOf(profile, variant_id, staff_id ?? 'mara'),
        starts_at: request.starts_at,
        minutes: 60,
        service_name: 'Cut – Long',
        price_kind: 'fixed',
        price_cents: request.expected_total,
      })),
      total: request.expected_total,
      deposit: 0,
      ...(guests.length > 0 && { guests }),
    },
  };
};
