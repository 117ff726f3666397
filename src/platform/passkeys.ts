/** Whether this page can use passkeys: `browser` and `address` name what is in the way. */
export type PasskeySupport = 'yes' | 'browser' | 'address';

/** Browsers make passkeys for names only, not for addresses that are numbers. */
const NUMBERS = /^[\d.]+$|^\[/;

export const passkeySupport = (): PasskeySupport => {
  if (NUMBERS.test(location.hostname)) return 'address';
  return typeof PublicKeyCredential === 'function' ? 'yes' : 'browser';
};

/**
 * Offers passkeys in the list of what the browser fills in, and answers the one that was chosen, as
 * JSON. Null = this browser cannot, nothing was chosen until `signal` aborted, or it went wrong.
 */
export const passkeyFromAutofill = async (
  options: unknown,
  signal: AbortSignal,
): Promise<unknown> => {
  try {
    const credential = (await navigator.credentials.get({
      mediation: 'conditional',
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as PublicKeyCredentialRequestOptionsJSON,
      ),
      signal,
    })) as PublicKeyCredential | null;
    return credential?.toJSON() ?? null;
  } catch {
    return null;
  }
};

/** Older browsers that fill in passkeys cannot read what the server asks; they have the button. */
export const canFillInPasskeys = async (): Promise<boolean> =>
  passkeySupport() === 'yes' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
