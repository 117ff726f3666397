/**
 * Something is sealed at any moment, and opened with a PIN alone.
 *
 *   PIN ──PBKDF2──▶ key ──opens──▶ private key ──opens──▶ sealed text
 *                                  public key ──seals──▶
 *
 * Nobody has to type the PIN to seal: a device locks by itself, and after a crash. Nothing tells a right
 * PIN but that it opens; no hash of it is kept.
 */
export type Seal = {
  /** Of PBKDF2, so that a later release may ask for more. */
  rounds: number;
  salt: string;
  iv: string;
  /** PKCS 8 under the key of the PIN. */
  privateKey: string;
  publicKey: JsonWebKey;
};

export type Sealed = {
  /** The other half of this one text's key. */
  from: JsonWebKey;
  iv: string;
  data: string;
};

/** A try takes about half a second on a phone: what a person does not mind, and a guesser does. */
const ROUNDS = 600_000;

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const CIPHER = { name: 'AES-GCM', length: 256 } as const;

/** A new seal that this PIN opens. */
export const makeSeal = async (pin: string, rounds: number = ROUNDS): Promise<Seal> => {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveKey']);
  const salt = random(16);
  const iv = random(12);
  const key = await keyOfPin(pin, salt, rounds, 'encrypt');
  const secret = await crypto.subtle.exportKey('pkcs8', pair.privateKey);
  return {
    rounds,
    salt: toText(salt),
    iv: toText(iv),
    privateKey: toText(await crypto.subtle.encrypt({ name: CIPHER.name, iv }, key, secret)),
    publicKey: await crypto.subtle.exportKey('jwk', pair.publicKey),
  };
};

/** Seals a text; the PIN is not asked for. */
export const sealText = async (text: string, seal: Seal): Promise<Sealed> => {
  const theirs = await crypto.subtle.importKey('jwk', seal.publicKey, CURVE, false, []);
  const mine = await crypto.subtle.generateKey(CURVE, true, ['deriveKey']);
  const key = await crypto.subtle.deriveKey(
    { name: CURVE.name, public: theirs },
    mine.privateKey,
    CIPHER,
    false,
    ['encrypt'],
  );
  const iv = random(12);
  const data = new TextEncoder().encode(text);
  return {
    from: await crypto.subtle.exportKey('jwk', mine.publicKey),
    iv: toText(iv),
    data: toText(await crypto.subtle.encrypt({ name: CIPHER.name, iv }, key, data)),
  };
};

/** The sealed text; null = the PIN does not open it. */
export const openText = async (sealed: Sealed, seal: Seal, pin: string): Promise<string | null> => {
  try {
    const pinKey = await keyOfPin(pin, toBytes(seal.salt), seal.rounds, 'decrypt');
    const secret = await crypto.subtle.decrypt(
      { name: CIPHER.name, iv: toBytes(seal.iv) },
      pinKey,
      toBytes(seal.privateKey),
    );
    const mine = await crypto.subtle.importKey('pkcs8', secret, CURVE, false, ['deriveKey']);
    const theirs = await crypto.subtle.importKey('jwk', sealed.from, CURVE, false, []);
    const key = await crypto.subtle.deriveKey(
      { name: CURVE.name, public: theirs },
      mine,
      CIPHER,
      false,
      ['decrypt'],
    );
    const data = await crypto.subtle.decrypt(
      { name: CIPHER.name, iv: toBytes(sealed.iv) },
      key,
      toBytes(sealed.data),
    );
    return new TextDecoder().decode(data);
  } catch {
    return null;
  }
};

const keyOfPin = async (
  pin: string,
  salt: Uint8Array<ArrayBuffer>,
  rounds: number,
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> => {
  const typed = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(pin),
    'PBKDF2',
    false,
    ['deriveKey'],
  );
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    typed,
    CIPHER,
    false,
    [use],
  );
};

const random = (count: number): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(count));

const toText = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
