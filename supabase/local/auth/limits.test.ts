import { describe, expect, it } from 'vitest';
import { createLimits } from './limits.ts';
import { defaultAuthSettings } from './settings.ts';

describe('limits on attempts', () => {
  const setup = () => {
    let seconds = 1_800_000_000;
    const limits = createLimits(
      { ...defaultAuthSettings.limits!, mailsPerRecipient: [3, 3600] },
      () => new Date(seconds * 1000),
    );
    const tries = (key: string, times: number) =>
      Array.from({ length: times }, () => {
        const allowed = limits.allows('mailsPerRecipient', key);
        if (allowed) limits.count('mailsPerRecipient', key);
        return allowed;
      });
    return { tries, wait: (more: number) => (seconds += more) };
  };

  it('allow as many as set, then no more', () => {
    expect(setup().tries('a@x.example', 5)).toEqual([true, true, true, false, false]);
  });

  it('count every key by itself', () => {
    const { tries } = setup();
    tries('a@x.example', 3);
    expect(tries('b@x.example', 1)).toEqual([true]);
  });

  it('forgive after their time, one by one', () => {
    const { tries, wait } = setup();
    tries('a@x.example', 1);
    wait(1800);
    tries('a@x.example', 2);
    wait(1801);
    expect(tries('a@x.example', 2)).toEqual([true, false]);
  });

  it('can be switched off', () => {
    const limits = createLimits(null, () => new Date());
    for (let i = 0; i < 100; i++) limits.count('signUpsPerAddress', 'x');
    expect(limits.allows('signUpsPerAddress', 'x')).toBe(true);
  });
});
