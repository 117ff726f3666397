/** The way to the model server, with everything that can go wrong on it. */
import type { RawReply } from '#sync/core/failure.ts';
import type { ModelServer } from '#sync/fakes/model-server.ts';
import type { VirtualTime } from '#sync/fakes/virtual-time.ts';
import type { PokeEvent, Remote } from '#sync/ports.ts';
import { createDice, mix, type Dice } from './random.ts';

/** How likely each thing is, per request or poke. */
export type Faults = {
  dropRequest: number;
  dropReply: number;
  duplicate: number;
  slow: number;
  /** The server or something before it answers with trouble instead of an answer. */
  busy: number;
  dropPoke: number;
  duplicatePoke: number;
};

export const NO_FAULTS: Faults = {
  dropRequest: 0,
  dropReply: 0,
  duplicate: 0,
  slow: 0,
  busy: 0,
  dropPoke: 0,
  duplicatePoke: 0,
};
/** A usual bad day. */
export const USUAL: Faults = {
  dropRequest: 0.05,
  dropReply: 0.05,
  duplicate: 0.02,
  slow: 0.1,
  busy: 0.02,
  dropPoke: 0.2,
  duplicatePoke: 0.05,
};
export const HEAVY: Faults = {
  dropRequest: 0.2,
  dropReply: 0.25,
  duplicate: 0.1,
  slow: 0.3,
  busy: 0.1,
  dropPoke: 0.7,
  duplicatePoke: 0.2,
};

/** How a device is connected. */
export type Link = {
  online: boolean;
  portal: boolean;
  realtime: boolean;
  /** The app is too old for the server. */
  outdated: boolean;
  userId: string;
  /** A request with another token gets 401. */
  token: string;
  /** Whose token somebody else's sign-in in this browser left behind; null = nobody's. */
  foreign: { token: string; userId: string } | null;
};

/** What the server does with a call; bugs of the catalogue wrap it. A real server answers a promise. */
export type Serve = ModelServer['call'];

export type Call = {
  name: string;
  args: Record<string, unknown>;
  userId: string;
  body: unknown;
};

export const createNetwork = (options: {
  server: Pick<ModelServer, 'onCommit'>;
  serve: Serve;
  time: VirtualTime;
  seed: number;
  faults: Faults;
  pageSize: number;
  /** A gateway that takes no more mutations than this in one request. */
  batchLimit: number;
  count: (event: string) => void;
  served: (call: Call) => void;
}) => {
  const { server, time, count } = options;
  const subscribers = new Set<(rev: number) => void>();
  let links = 0;
  let isHealed = false;
  const faults = (): Faults => (isHealed ? NO_FAULTS : options.faults);

  server.onCommit((rev) => {
    for (const tell of subscribers) tell(rev);
  });

  const reply = (status: number, body: unknown, retryAfter: string | null = null): RawReply => ({
    kind: 'reply',
    status,
    body,
    html: false,
    retryAfter,
  });

  /** F05, F08, F09, F12–F14: what servers and gateways say when they cannot. */
  const trouble = (dice: Dice): RawReply => {
    const retryAfter = dice.chance(0.5) ? '2' : null;
    return dice.pick([
      () => reply(503, {}, retryAfter),
      () => reply(429, {}, retryAfter),
      () => reply(500, { code: 'XX000' }),
      () => reply(409, { code: '40001' }),
      () => reply(400, { code: '25006' }),
      () => reply(200, undefined),
      () => ({ ...reply(502, undefined), html: true }),
    ])();
  };

  /** A server process that dies takes its transaction along. */
  const serve = (name: string, args: Record<string, unknown>, userId: string): unknown => {
    try {
      const body = options.serve(name, args, userId);
      options.served({ name, args, userId, body });
      return body;
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('died')) throw error;
      count('server died within a batch');
      return undefined;
    }
  };

  const remoteFor = (link: Link): Remote => {
    const dice = createDice(mix(options.seed, 1_000_000 + (links += 1)));
    const delayMs = (): number => 5 + dice.below(dice.chance(faults().slow) ? 30_000 : 200);
    return {
      call: (name, args, { token }) =>
        new Promise((resolve) => {
          const answer = (value: RawReply) => void time.after(delayMs(), () => resolve(value));
          if (!link.online) {
            answer({ kind: 'unreachable' });
            return;
          }
          if (link.portal) {
            answer({ kind: 'reply', status: 200, body: undefined, html: true, retryAfter: null });
            return;
          }
          if (dice.chance(faults().dropRequest)) {
            count('request lost');
            answer({ kind: 'unreachable' });
            return;
          }
          if (dice.chance(faults().busy)) {
            count('server busy');
            answer(trouble(dice));
            return;
          }
          if (
            name === 'sync_push' &&
            (args['mutations'] as unknown[]).length > options.batchLimit
          ) {
            count('request too large');
            answer(reply(413, {}));
            return;
          }
          // What was said stays said, whatever the sender changes later.
          // Small pages, so that a few rows are enough to need several.
          const said = structuredClone({ ...args, page_size: options.pageSize });
          const arrive = (isCopy: boolean) => {
            const userId = token === link.foreign?.token ? link.foreign.userId : link.userId;
            if (token !== link.token && token !== link.foreign?.token) {
              answer(reply(401, { code: 'PGRST303', message: 'JWT expired' }));
              return;
            }
            if (link.outdated) {
              answer(reply(200, { ok: false, code: 'upgrade_needed' }));
              return;
            }
            const body = serve(name, said, userId);
            if (body instanceof Promise) void body.then((late) => answered(late, isCopy));
            else answered(body, isCopy);
          };
          const answered = (body: unknown, isCopy: boolean) => {
            if (isCopy) {
              count('request arrived twice');
              return;
            }
            if (body === undefined || !link.online || dice.chance(faults().dropReply)) {
              count(`reply lost: ${name}`);
              if (dice.chance(0.5)) answer({ kind: 'unreachable' });
              return;
            }
            answer(reply(200, body));
          };
          time.after(delayMs(), () => arrive(false));
          if (dice.chance(faults().duplicate)) {
            time.after(delayMs() + dice.below(60_000), () => arrive(true));
          }
        }),
      subscribe: (_token, listen) => {
        let open = true;
        const tell = (event: PokeEvent) => {
          if (!link.realtime || !link.online || dice.chance(faults().dropPoke)) return;
          const copies = dice.chance(faults().duplicatePoke) ? 2 : 1;
          for (let copy = 0; copy < copies; copy += 1) {
            time.after(delayMs(), () => {
              if (open) listen(event);
            });
          }
        };
        const poke = (rev: number) => tell({ kind: 'poke', rev });
        subscribers.add(poke);
        tell({ kind: 'joined' });
        return {
          setToken: () => undefined,
          close: () => {
            open = false;
            subscribers.delete(poke);
          },
        };
      },
    };
  };

  return {
    remoteFor,
    heal: () => {
      isHealed = true;
    },
  };
};
