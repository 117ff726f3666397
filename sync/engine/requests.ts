/** One call to the server: token, time limit, meaning of the reply, clock lesson. */
import { instantMs } from '#domain/time/instant.ts';
import { learnOffset } from '../core/clock-offset.ts';
import { failureOf, type Failure } from '../core/failure.ts';
import type { Event } from '../core/machine.ts';
import { readAnswer, type Answers, type RpcName } from '../core/wire.ts';
import { SCHEMA, type Session } from '../protocol.ts';
import type { Deps } from './deps.ts';
import { transact } from './storage.ts';

/** A request that takes longer is given up: on a dead connection nothing else would end it. */
const REQUEST_TIMEOUT_MS = 20_000;
/** A token that ends within this time is renewed first, by server time. */
const TOKEN_MARGIN_MS = 60_000;

/** What every call carries but the digest, which has been the same since the beginning. */
const version = { schema: SCHEMA };

export type Refused = { kind: 'refused'; code: string; epoch: string | null };
export type Outcome<A> =
  { kind: 'answer'; answer: A } | { kind: 'failed'; failure: Failure } | Refused;

export type Requests = {
  call: <K extends RpcName>(name: K, args: Record<string, unknown>) => Promise<Outcome<Answers[K]>>;
  /** Gets a token and keeps it; null when only the person can. Throws when nobody can tell. */
  session: (refresh: boolean) => Promise<Session | null>;
  /** Forgets the token: the window has a new one. */
  forgetSession: () => void;
  offsetMs: () => number;
  abort: () => void;
};

export const createRequests = (deps: Deps): Requests => {
  let known: Session | null = null;
  let offsetMs = 0;
  let loaded = false;
  const running = new Set<AbortController>();

  const loadOffset = async () => {
    if (loaded) return;
    const clock = await transact(deps, 'read', [], (tx) => tx.meta('clock'));
    offsetMs = clock?.offset_ms ?? 0;
    loaded = true;
  };

  const learn = async (sentMs: number, serverTime: string | undefined) => {
    if (serverTime === undefined) return;
    const receivedMs = deps.clock.nowMs();
    const learnt = learnOffset(offsetMs, { sentMs, receivedMs, serverMs: instantMs(serverTime) });
    if (learnt === offsetMs) return;
    offsetMs = learnt;
    await transact(deps, 'write', [], (tx) =>
      tx.putMeta({ key: 'clock', v: 1, offset_ms: learnt }),
    );
  };

  const session = async (refresh: boolean) => {
    await loadOffset();
    const serverNowMs = deps.clock.nowMs() + offsetMs;
    if (refresh || known === null || known.expiresAtMs - serverNowMs < TOKEN_MARGIN_MS) {
      const current = await inTime(deps, deps.sessions.get(refresh));
      // INV-14: somebody else has signed in beside us. Their token is no token for this database.
      known = current?.userId === deps.store.userId ? current : null;
    }
    return known;
  };

  const send = async <K extends RpcName>(
    name: K,
    args: Record<string, unknown>,
    token: string,
  ): Promise<Outcome<Answers[K]>> => {
    const control = new AbortController();
    running.add(control);
    let cancel = (): void => undefined;
    const late = new Promise<{ kind: 'timeout' }>((resolve) => {
      cancel = deps.timers.after(REQUEST_TIMEOUT_MS, () => resolve({ kind: 'timeout' }));
    });
    const sentMs = deps.clock.nowMs();
    deps.reached?.('CP-04');
    const work = deps.remote.call(
      name,
      { business_id: deps.store.businessId, ...(name === 'sync_digest' ? {} : version), ...args },
      { token, signal: control.signal },
    );
    const reply = await Promise.race([work, late]);
    deps.reached?.('CP-05');
    cancel();
    running.delete(control);
    if (reply.kind === 'timeout') control.abort();
    const failure = failureOf(reply, deps.clock.nowMs());
    if (failure !== null) return { kind: 'failed', failure };
    const answer = readAnswer(name, reply.kind === 'reply' ? reply.body : undefined);
    if (answer === null) {
      deps.log('error', 'an answer that cannot be read', { name });
      return { kind: 'failed', failure: { kind: 'server', retryAfterMs: null } };
    }
    await learn(sentMs, answer.server_time);
    return answer.ok
      ? { kind: 'answer', answer }
      : { kind: 'refused', code: answer.code, epoch: answer.epoch ?? null };
  };

  return {
    call: async (name, args) => {
      let current: Session | null;
      try {
        current = await session(false);
      } catch {
        return { kind: 'failed', failure: { kind: 'network', portal: false } };
      }
      if (current === null) return { kind: 'failed', failure: { kind: 'auth' } };
      return send(name, args, current.token);
    },
    session,
    forgetSession: () => (known = null),
    offsetMs: () => offsetMs,
    abort: () => {
      for (const control of running) control.abort();
    },
  };
};

/** A window that is gone would never answer. */
const inTime = async (deps: Deps, asked: Promise<Session | null>): Promise<Session | null> => {
  let cancel = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    cancel = deps.timers.after(REQUEST_TIMEOUT_MS, () => reject(new Error('no session in time')));
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    cancel();
  }
};

/** What a request that did not succeed means to the state machine. */
export const eventOf = (outcome: { kind: 'failed'; failure: Failure } | Refused): Event => {
  if (outcome.kind === 'refused') {
    if (outcome.code === 'upgrade_needed') return { kind: 'failed-upgrade' };
    if (outcome.code === 'access_lost') return { kind: 'failed-access' };
    // A word this version does not know: the server asks for patience as far as we can tell.
    return { kind: 'failed-server', retryAfterMs: null };
  }
  const { failure } = outcome;
  if (failure.kind === 'network') return { kind: 'failed-network', portal: failure.portal };
  if (failure.kind === 'server') {
    return { kind: 'failed-server', retryAfterMs: failure.retryAfterMs };
  }
  // decisions/0002: a call that is not allowed locks and keeps everything; it is not "removed".
  if (failure.kind === 'auth' || failure.kind === 'denied') return { kind: 'failed-auth' };
  return { kind: 'failed-server', retryAfterMs: null };
};
