import { Presence as PhoenixPresence } from '@supabase/phoenix';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Presence, type PresenceDiff, type PresenceState } from './presence.ts';

function counter() {
  let last = 0;
  return () => String((last += 1));
}

const step = fc.record({
  who: fc.integer({ min: 0, max: 4 }),
  key: fc.constantFrom('ann', 'ben', 'cat'),
  leaves: fc.boolean(),
});

describe('presence', () => {
  test('keeps clients that apply its differences equal to the server', () => {
    fc.assert(
      fc.property(fc.array(step), fc.nat(20), (steps, joinsAt) => {
        const presence = new Presence<number>(counter());
        let early: PresenceState = {};
        let late: PresenceState = {};
        for (const [at, { who, key, leaves }] of steps.entries()) {
          const diff = leaves ? presence.untrack(who) : presence.track(who, key, { n: at });
          if (diff) {
            early = applied(early, diff);
            if (at > joinsAt) late = applied(late, diff);
          }
          if (at === joinsAt) late = presence.state();
        }
        expect(sorted(early)).toEqual(sorted(presence.state()));
        const hasJoined = joinsAt < steps.length;
        expect(sorted(late)).toEqual(sorted(hasJoined ? presence.state() : {}));
      }),
    );
  });

  test('names the entry that a new one replaces', () => {
    const presence = new Presence<number>(counter());
    presence.track(1, 'ann', { mood: 'fine' });
    expect(presence.track(1, 'ann', { mood: 'busy' })).toEqual({
      joins: { ann: { metas: [{ mood: 'busy', phx_ref: '2', phx_ref_prev: '1' }] } },
      leaves: { ann: { metas: [{ mood: 'fine', phx_ref: '1' }] } },
    });
  });

  test('does not let a client choose the reference', () => {
    const presence = new Presence<number>(counter());
    presence.track(1, 'ann', { phx_ref: 'mine' });
    expect(presence.state()['ann']?.metas[0]?.phx_ref).toBe('1');
  });

  test('takes any text as a key', () => {
    const presence = new Presence<number>(counter());
    presence.track(1, '__proto__', { n: 1 });
    expect(JSON.stringify(presence.state())).toBe(
      '{"__proto__":{"metas":[{"n":1,"phx_ref":"1"}]}}',
    );
  });

  test('has nothing to say about somebody who was not there', () => {
    expect(new Presence<number>(counter()).untrack(1)).toBeNull();
  });
});

/** What a client makes of it. (Its declared type of a difference lacks the keys.) */
function applied(state: PresenceState, diff: PresenceDiff): PresenceState {
  const nothing = () => {};
  return PhoenixPresence.syncDiff(state, diff as never, nothing, nothing) as PresenceState;
}

/** The order of entries under one key means nothing. */
function sorted(state: PresenceState): object {
  const entries = Object.entries(state);
  return Object.fromEntries(
    entries.map(([key, { metas }]) => [
      key,
      [...metas].sort((a, b) => Number(a.phx_ref) - Number(b.phx_ref)),
    ]),
  );
}
