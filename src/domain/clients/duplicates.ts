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

/**
 * A name as it sounds on the phone, in either order, for people who were entered with one letter more or
 * less: `Anna Lee-Schmitt` and `Schmit Lee, Ana`. Null where there is only one word: too many share it.
 */
export const nameKey = ({ first_name, last_name }: Compared): string | null => {
  const words = fold(`${first_name} ${last_name}`)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words.length < 2 ? null : `n${words.map(sound).toSorted().join(' ')}`;
};

const sound = (word: string): string =>
  word
    .replace(/ph/g, 'f')
    .replace(/ck|c(?=[aou])/g, 'k')
    .replace(/y/g, 'i')
    .replace(/(?<=[a-z])h/g, '')
    .replace(/(\p{L})\1+/gu, '$1');

/** Names alone say little: whoever was born on another day is somebody else. */
export const mayShareName = (a: Compared, b: Compared): boolean =>
  !a.birthday || !b.birthday || a.birthday === b.birthday;

/** What each thing in common says about two records being one person, of 100. */
const WEIGHT: Readonly<Record<SetReason, number>> = {
  email: 80,
  phone: 70,
  birthday: 75,
  name: 40,
};
/** The same name makes a shared phone, or a shared mail, a shared person. */
const AND_NAME = 20;

export type SetReason = DuplicateReason | 'name';

/** How sure it is that records are of one person, of 100. */
export const sureness = (reasons: readonly SetReason[]): number => {
  const best = Math.max(0, ...reasons.map((reason) => WEIGHT[reason]));
  const isNamed = reasons.includes('name') && best > WEIGHT.name;
  // Each further thing in common takes away a part of the doubt.
  const others = reasons.filter((reason) => reason !== 'name').length - 1;
  return Math.min(100, best + (isNamed ? AND_NAME : 0) + Math.max(0, others) * 10);
};
