import type { Reach } from '#domain/clients/guardian.ts';
import { clientName, clientShortName } from '#domain/clients/name.ts';
import type { ClientRow } from '#domain/rows.ts';

const list = new Intl.ListFormat('en-US');

/** Who is called, texted and written to about somebody with a guardian. */
export const reachWords = (client: ClientRow, guardian: ClientRow, reach: Reach): string => {
  const own = clientShortName(client);
  const other = clientShortName(guardian);
  const { phone, alt_phone, email } = reach;
  if (!phone && !alt_phone && !email) return 'No phone and no e-mail is known of either.';
  const calls = reach.phoneOf ? other : own;
  const mails = reach.emailOf ? other : own;
  if (!email) return `Calls and texts go to ${calls}.`;
  if (!phone && !alt_phone) return `Mails go to ${mails}.`;
  return calls === mails
    ? `Calls and messages go to ${calls}.`
    : `Calls and texts go to ${calls}, mails to ${mails}.`;
};

/** What becomes of those who depend on somebody who goes. */
export const unlinkWords = (dependants: readonly ClientRow[]): string =>
  `${list.format(dependants.map(clientName))} will have no guardian any more. ` +
  'Messages about them then go to their own phone and e-mail, if there is one.';
