import { afterEach, describe, expect, it, vi } from 'vitest';
import { canFillInPasskeys } from '#platform/passkeys.ts';
import { offerPasskeys, passkeyServer, signInWithPasskey } from './passkeys.ts';

afterEach(() => vi.unstubAllGlobals());

const able = (extra: object = {}) =>
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(function PublicKeyCredential() {}, {
      parseRequestOptionsFromJSON: (options: unknown) => options,
      isConditionalMediationAvailable: async () => true,
      ...extra,
    }),
  );
const noServer = () => {
  const asked = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', asked);
  return asked;
};

describe('passkeys', () => {
  it('ask neither browser nor server where there are none', async () => {
    const asked = noServer();
    vi.stubGlobal('PublicKeyCredential', undefined);
    for (const call of [signInWithPasskey(), passkeyServer.add('Phone')]) {
      expect(await call).toMatchObject({ ok: false, error: { code: 'passkey_unsupported' } });
    }
    expect(await offerPasskeys(new AbortController().signal)).toBeNull();
    able();
    vi.stubGlobal('location', { ...location, hostname: '10.0.0.7' });
    expect(await signInWithPasskey()).toMatchObject({
      ok: false,
      error: { code: 'passkey_rp_invalid' },
    });
    expect(asked).not.toHaveBeenCalled();
  });

  it('are filled in by browsers that can, and understand what the server asks', async () => {
    able();
    expect(await canFillInPasskeys()).toBe(true);
    able({ isConditionalMediationAvailable: async () => false });
    expect(await canFillInPasskeys()).toBe(false);
    vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {});
    expect(await canFillInPasskeys()).toBe(false);
  });

  it('are not offered without a server', async () => {
    able();
    noServer();
    expect(await offerPasskeys(new AbortController().signal)).toBeNull();
  });
});
