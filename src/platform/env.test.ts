import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

const origin = 'http://127.0.0.1:4000';

describe('readEnv', () => {
  it('talks to the server the page came from when nothing is set', () => {
    expect(readEnv({}, origin, 'b1')).toEqual({
      backendUrl: origin,
      publishableKey: 'sb_publishable_daybook_local',
      sessionKey: 'sb-127-auth-token',
      buildId: 'b1',
    });
  });

  it('names the session after the project', () => {
    const { sessionKey, backendUrl } = readEnv(
      { VITE_SUPABASE_URL: 'https://abcd.supabase.co/', VITE_SUPABASE_ANON_KEY: 'k' },
      origin,
      'b1',
    );
    expect(sessionKey).toBe('sb-abcd-auth-token');
    expect(backendUrl).toBe('https://abcd.supabase.co');
  });

  it('names everything that is wrong in one error', () => {
    const read = () => readEnv({ VITE_SUPABASE_URL: 'abcd.supabase.co' }, origin, 'b1');
    expect(read).toThrow(/VITE_SUPABASE_URL is .*VITE_SUPABASE_PUBLISHABLE_KEY is missing/);
  });

  it('refuses a secret key in the browser', () => {
    const read = () => readEnv({ VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_secret_x' }, origin, 'b1');
    expect(read).toThrow(/secret key/);
  });
});
