/**
 * How sign-in behaves. The same values stand in supabase/config.toml for hosted Supabase; a test
 * keeps the two equal.
 */
export type AuthSettings = {
  /** New accounts confirm their address before the first session. */
  confirmEmail: boolean;
  /** Access token life. Short, because a removed colleague keeps reading until it ends. */
  jwtLifetimeSeconds: number;
  /** A mailed link or code works this long. */
  codeLifetimeSeconds: number;
  /** Two tabs may refresh with the same token within this time; later it is theft. */
  refreshReuseSeconds: number;
  minimumPasswordLength: number;
  /** Where links in mails may lead besides the app itself; `**` matches anything. */
  redirectPatterns: string[];
  limits: LimitSettings | null;
};

/** [how many, in how many seconds]; null as a whole switches all limits off. */
export type LimitSettings = Record<LimitName, readonly [count: number, seconds: number]>;
export type LimitName =
  | 'failedSignInsPerAccount'
  | 'failedSignInsPerAddress'
  | 'signUpsPerAddress'
  | 'mailsPerRecipient'
  | 'wrongCodesPerAddress'
  | 'wrongCodesPerAccount'
  | 'passkeyPrompts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export const defaultAuthSettings: AuthSettings = {
  confirmEmail: true,
  jwtLifetimeSeconds: 15 * MINUTE,
  codeLifetimeSeconds: HOUR,
  refreshReuseSeconds: 10,
  minimumPasswordLength: 8,
  redirectPatterns: [],
  limits: {
    failedSignInsPerAccount: [10, 5 * MINUTE],
    failedSignInsPerAddress: [30, 5 * MINUTE],
    signUpsPerAddress: [30, HOUR],
    mailsPerRecipient: [3, HOUR],
    wrongCodesPerAddress: [30, 5 * MINUTE],
    wrongCodesPerAccount: [10, 15 * MINUTE],
    // Per network address when signing in, per account when adding one.
    passkeyPrompts: [30, 5 * MINUTE],
  },
};
