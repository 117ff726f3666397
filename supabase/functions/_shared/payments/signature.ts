/** Older messages are somebody's recording. */
const TOLERANCE_SECONDS = 300;

/** Signs as Stripe does: `t=<seconds>,v1=<hex>` over `<seconds>.<body>`. */
export const sign = async (body: string, secret: string, atSeconds: number): Promise<string> =>
  `t=${atSeconds},v1=${await digest(`${atSeconds}.${body}`, secret)}`;

/** Whether the raw body was signed with the secret, lately. While keys change there are several v1. */
export const isSigned = async (
  body: string,
  header: string | null,
  secret: string,
  nowSeconds: number,
): Promise<boolean> => {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const at = Number(parts.find(([name]) => name === 't')?.[1] ?? Number.NaN);
  if (!Number.isInteger(at) || Math.abs(nowSeconds - at) > TOLERANCE_SECONDS) return false;
  const expected = await digest(`${at}.${body}`, secret);
  return parts.some(([name, value]) => name === 'v1' && isSame(value ?? '', expected));
};

const digest = async (text: string, secret: string): Promise<string> => {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** In a time that says nothing about where they differ. */
const isSame = (a: string, b: string): boolean => {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
};
