import { randomUUID } from 'node:crypto';
import { DEMO } from '#tests/harness/e2e.ts';

/** A client who books on the public page, over the functions that the page calls. */
export type PublicBooker = {
  /** Books some free time; its appointment id, or null when the time was gone. */
  book: (pick: () => number) => Promise<string | null>;
};

type Answer = { ok: boolean } & Record<string, unknown>;
type Profile = {
  policy: { version: number } | null;
  services: { id: string; name: string }[];
  variants: { id: string; service_id: string; price_cents: number }[];
};
type Availability = { staff: { id: string; free: number[] }[] };

const SERVICE = 'Dry cut';
const TRIES = 8;

export const createPublicBooker = (url: string, day: string): PublicBooker => {
  /** An answer that does not come is asked for again: the same op_id never books twice. */
  const ask = async (name: string, body: object): Promise<Answer | null> => {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      try {
        const answer = await fetch(`${url}/rest/v1/rpc/${name}`, {
          method: 'POST',
          headers: {
            apikey: 'sb_publishable_daybook_local',
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(15_000),
        });
        if (answer.ok) return (await answer.json()) as Answer;
      } catch {
        // The network; again.
      }
      await new Promise((done) => setTimeout(done, 500 * attempt));
    }
    return null;
  };

  return {
    book: async (pick) => {
      const { slug } = DEMO;
      const profile = (await ask('public_profile', { slug })) as (Answer & Profile) | null;
      const times = (await ask('public_availability', {
        slug,
        from_day: day,
        to_day: day,
      })) as (Answer & Availability) | null;
      if (!profile?.ok || !times?.ok) return null;
      const service = profile.services.find(({ name }) => name === SERVICE);
      const variant = profile.variants.find(({ service_id: of }) => of === service?.id);
      const starts = times.staff.flatMap(({ free }) => quartersIn(free));
      const start = starts[Math.floor(pick() * starts.length)];
      if (!variant || start === undefined) return null;
      const answer = await ask('book', {
        slug,
        op_id: randomUUID(),
        request: {
          items: [{ variant_id: variant.id, staff_id: null, add_on_ids: [] }],
          starts_at: new Date(start * 60_000).toISOString(),
          time_zone: 'America/New_York',
          client: {
            first_name: 'Public',
            last_name: `Visitor ${start}`,
            email: `visitor-${start}-${Math.floor(pick() * 1e6)}@example.com`,
            phone: '(718) 555-9911',
          },
          note: '',
          policy_version: profile.policy?.version ?? null,
          expected_total: variant.price_cents,
          hold_key: null,
          answers: null,
          guests: [],
        },
      });
      if (!answer?.ok) return null;
      return (answer['appointment'] as { id: string }).id;
    },
  };
};

/** Starts on the quarter hour that leave half an hour, of [start, end, start, end …] in minutes since 1970. */
const quartersIn = (free: readonly number[]): number[] => {
  const starts: number[] = [];
  for (let at = 0; at + 1 < free.length; at += 2) {
    const [from = 0, to = 0] = free.slice(at, at + 2);
    for (let minute = Math.ceil(from / 15) * 15; minute + 30 <= to; minute += 15) {
      starts.push(minute);
    }
  }
  return starts;
};
