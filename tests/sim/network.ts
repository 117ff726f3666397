/** The way to the model server, with everything that can go wrong on it. */
import type { RawReply } from '#sync/core/failure.ts';
import type { ModelServer } from '#sync/fakes/model-server.ts';
import type { VirtualTime } from '#sync/fakes/virtual-time.ts';
import type { PokeEvent, Remote } from '#sync/ports.ts';
import type { Dice } from './random.ts';

export type Faults = {
  dropRequest: number;
  dropReply: number;
  duplicate: number;
  slow: number;
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

/** How a device is connected. */
export type Link = {
  online: boolean;
  portal: boolean;
  realtime: boolean;
  userId: string;
  /** A request with another token gets 401. */
  token: string;
};

/** What the server does with a call; bugs of the catalogue wrap it. */
export type Serve = ModelServer['call'];

export const createNetwork = (options: {
  server: ModelServer;
  serve: Serve;
  time: VirtualTime;
  dice: Dice;
  faults: Faults;
  pageSize: number;
  count: (event: string) => void;
}) => {
  const { server, time, dice, count } = options;
  const subscribers = new Set<(rev: number) => void>();
  let isHealed = false;
  const faults = (): Faults => (isHealed ? NO_FAULTS : options.faults);

  server.onCommit((rev) => {
    for (const tell of subscribers) tell(rev);
  });

  const delayMs = (): number => 5 + dice.below(dice.chance(faults().slow) ? 30_000 : 200);

  const reply = (status: number, body: unknown, retryAfter: string | null = null): RawReply => ({
    kind: 'reply',
    status,
    body,
    html: false,
    retryAfter,
  });

  const remoteFor = (link: Link): Remote => ({
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
          answer(reply(dice.chance(0.5) ? 503 : 429, {}, dice.chance(0.5) ? '2' : null));
          return;
        }
        // What was said stays said, whatever the sender changes later.
        // Small pages, so that a few rows are enough to need several.
        const said = structuredClone({ ...args, page_size: options.pageSize });
        const arrive = (isCopy: boolean) => {
          if (token !== link.token) {
            answer(reply(401, { code: 'PGRST303', message: 'JWT expired' }));
            return;
          }
          const body = options.serve(name, said, link.userId);
          if (isCopy) {
            count('request arrived twice');
            return;
          }
          if (!link.online || dice.chance(faults().dropReply)) {
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
  });

  return {
    remoteFor,
    heal: () => {
      isHealed = true;
    },
  };
};
