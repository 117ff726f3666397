import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject } from './contract.ts';
import { parseJoin } from './join-config.ts';

describe('what a client asks for on joining', () => {
  test('is read from where supabase-js puts it', () => {
    const changes = [{ event: '*', schema: 'public', table: 't' }];
    expect(
      parseJoin({
        config: {
          private: true,
          broadcast: { self: true, ack: true },
          presence: { key: 'ann', enabled: true },
          postgres_changes: changes,
        },
        access_token: 'token',
      }),
    ).toEqual({
      isPrivate: true,
      broadcastToSelf: true,
      acknowledgeBroadcast: true,
      announceReady: false,
      asksForReplay: false,
      presenceKey: 'ann',
      wantsPresence: true,
      changes,
      accessToken: 'token',
    });
  });

  test('is nothing special when nothing is said, but always has a key of its own', () => {
    const [one, two] = [parseJoin({}), parseJoin({ config: { presence: { key: '' } } })];
    expect(one).toMatchObject({ isPrivate: false, wantsPresence: false, changes: [] });
    expect(one.presenceKey).not.toBe(two.presenceKey);
  });

  test.each(['constructor', '__proto__', 'toString'])(
    'cannot be the presence key %s, on which other clients would stumble',
    (key) => {
      expect(parseJoin({ config: { presence: { key } } }).presenceKey).not.toBe(key);
    },
  );

  test('never throws, whatever is sent', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (rest, config) => {
        expect(parseJoin({ ...rest, config }).changes.every(isObject)).toBe(true);
      }),
    );
  });
});
