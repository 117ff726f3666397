import { afterAll, beforeAll } from 'vitest';
import { callsOn, prepareGround, type Call } from '#supabase/tests/database/bad-input/calls.ts';
import { BOOT_TIMEOUT_MS, startServedBackend, type TestBackend } from '#tests/harness/backend.ts';
import { keepNothingOfStrangers, MARK, type Traces } from './traces.ts';

export type World = {
  backend: TestBackend;
  traces: Traces;
  calls: Record<string, Call & { of: string }>;
  /** Ids that are nobody's here, by the member that names one. */
  others: Record<string, readonly string[]>;
};

export type Heard = { status: number; text: string; mark: string };

/** A backend on a real PostgreSQL, where everything open can be asked for. Read it inside tests only. */
export const useWorld = (): World => {
  const world = {} as World;
  beforeAll(async () => {
    world.backend = await startServedBackend({ realtime: false });
    const ground = await prepareGround(world.backend.database);
    world.calls = callsOn(ground);
    world.others = ground.others;
    world.traces = await keepNothingOfStrangers(world.backend.database);
  }, BOOT_TIMEOUT_MS * 2);
  afterAll(() => world.backend.stop());
  return world;
};

let marks = 0;

/** Asks as a page does: with the key that everybody may know. */
export const ask = async (
  { backend }: World,
  path: string,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Heard> => {
  const mark = `m${++marks}`;
  const response = await fetch(`${backend.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    // A request that hangs is a fault as well.
    signal: AbortSignal.timeout(20_000),
    headers: {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
      [MARK]: mark,
      ...headers,
    },
    ...init,
  });
  return { status: response.status, text: await response.text(), mark };
};

/** What no stranger is told: how the inside looks. */
const INSIDE =
  /constraint|relation "|violates|PL\/pgSQL|private\.|node_modules|\.ts:\d|\bat \w+ \(|\bselect\b.*\bfrom\b/i;
/** As the storage of hosted Supabase words it. */
const OF_STORAGE = 'new row violates row-level security policy';

/** Whatever the answer is, it is no accident of ours, and nothing of the inside; null = nothing is wrong. */
export const accidentIn = ({ status, text }: Heard): string | null => {
  if (status >= 500) return `is answered with ${status}: ${text.slice(0, 120)}`;
  return INSIDE.test(text.replace(OF_STORAGE, '')) ? `tells ${text.slice(0, 120)}` : null;
};

/** What is wrong with a refusal by the interface itself, before anything of ours was asked; null = nothing. */
export const faultOfRefusal = (heard: Heard): string | null => {
  const { status, text } = heard;
  if (status < 400) return `is answered with ${status}: ${text.slice(0, 120)}`;
  return accidentIn(heard) ?? (text.length > 600 ? `tells ${text.length} letters` : null);
};
