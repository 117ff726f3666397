import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  AuthPasskeyAuthenticationOptionsResponse,
  AuthPasskeyRegistrationOptionsResponse,
  VerifyPasskeyAuthenticationParams,
} from '@supabase/auth-js';

type AskedToCreate = NonNullable<AuthPasskeyRegistrationOptionsResponse['data']>['options'];
type AskedToGet = NonNullable<AuthPasskeyAuthenticationOptionsResponse['data']>['options'];
type Answer = VerifyPasskeyAuthenticationParams['credential'];

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/**
 * A passkey in software: answers what a server asks as a browser with an authenticator does.
 * Everything that a dishonest one could change may be changed.
 */
export type SoftPasskey = {
  /** Goes up with every use; set it to what an authenticator should not say. */
  counter: number;
  /** The page that the browser says it is on. */
  origin: string;
  create: (options: AskedToCreate) => Answer;
  get: (options: AskedToGet) => Answer;
};

export function createSoftPasskey(origin: string): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(20);
  let userHandle = '';
  const { x, y } = publicKey.export({ format: 'jwk' });
  // COSE: EC2, ES256, P-256, x, y.
  const coseKey = map([
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x!, 'base64url'))],
    [int(-3), bytes(Buffer.from(y!, 'base64url'))],
  ]);
  const authData = (rpId: string, flags: number, rest = Buffer.alloc(0)): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(passkey.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, rest]);
  };
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: passkey.origin, crossOrigin: false }));
  const envelope = (response: object): Answer =>
    ({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    }) as Answer;

  const passkey: SoftPasskey = {
    counter: 0,
    origin,
    create(options) {
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const key = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const data = authData(options.rp.id ?? '', PRESENT | VERIFIED | HAS_KEY, key);
      return envelope({
        clientDataJSON: clientData('webauthn.create', options.challenge).toString('base64url'),
        attestationObject: map([
          [text('fmt'), text('none')],
          [text('attStmt'), map([])],
          [text('authData'), bytes(data)],
        ]).toString('base64url'),
        transports: ['internal'],
      });
    },
    get(options) {
      passkey.counter += 1;
      const data = authData(options.rpId ?? '', PRESENT | VERIFIED);
      const client = clientData('webauthn.get', options.challenge);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return envelope({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      });
    },
  };
  return passkey;
}

const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest();

/** CBOR, as far as an authenticator needs it. */
const head = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
const int = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (entries: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
