import { PRODUCT_NAME } from '#domain/product.ts';

/** What stands above the codes in a file or on a sheet: somebody finds it years later. */
export const recoveryLines = (email: string | null): readonly [title: string, ...string[]] => [
  `${PRODUCT_NAME}: recovery codes${email ? ` of ${email}` : ''}`,
  'Each opens the account once, together with the password, without the authenticator app.',
  'Keep them where nobody else looks, and not on the phone that has the app.',
];

export const recoveryText = (codes: readonly string[], email: string | null): string =>
  `${[...recoveryLines(email), '', ...codes].join('\r\n')}\r\n`;
