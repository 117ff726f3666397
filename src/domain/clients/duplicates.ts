import type { ClientRow } from '#domain/rows.ts';
import { fold } from '#domain/text/fold.ts';

/** Why two clients may be one person. */
export type DuplicateReason = 'phone' | 'email' | 'birthday';

export type Compared = Pick<
  ClientRow,
  'first_name' | 'last_name' | 'email' | 'phone' | 'alt_phone' | 'birthday'
>;

export type DuplicateKey = { reason: DuplicateReason; key: string };

/** What a client has in common with the same person entered again, the surest first. */
export const duplicateKeys = (client: Compared): DuplicateKey[] => {
  const name = fold(`${client.first_name} ${client.last_name}`);
  const keys: DuplicateKey[] = [];
  for (const phone of new Set([client.phone, client.alt_phone])) {
    if (phone) keys.push({ reason: 'phone', key: `p${phone}` });
  }
  if (client.email) keys.push({ reason: 'email', key: `e${client.email.toLowerCase()}` });
  if (name !== '' && client.birthday) {
    keys.push({ reason: 'birthday', key: `b${client.birthday} ${name}` });
  }
  return keys;
};
