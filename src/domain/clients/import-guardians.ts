import type { ClientRow, Uuid } from '#domain/rows.ts';
import { fold } from '#domain/text/fold.ts';
import type { GuardianLink } from './guardian.ts';
import { clientName } from './name.ts';
import { toE164 } from './phone.ts';

/** How a guardian stands in a file: `Grace Hopper <grace@mail.example>`. */
export const guardianCell = ({ name, email, phone }: KnownGuardian): string => {
  const contact = email ?? phone;
  return contact && contact !== name ? `${name} <${contact}>` : name;
};

/** `name` as in lists. */
export type KnownGuardian = { name: string; email: string | null; phone: string | null };

type Person = Pick<
  ClientRow,
  'id' | 'first_name' | 'last_name' | 'preferred_name' | 'email' | 'phone'
>;

/**
 * Finds the people that cells of a file name: by e-mail, by phone, or by a name that only one of them
 * has. Numbers without a + are of the given country.
 */
export const createGuardianFinder = (countryCode: string) => {
  /** null = several. */
  const byKey = new Map<string, Uuid | null>();
  const find = (text: string): Uuid | null => {
    const keys = [
      `e${text.toLowerCase()}`,
      `p${toE164(text, countryCode) ?? ''}`,
      `n${fold(text)}`,
    ];
    for (const key of keys) {
      const id = byKey.get(key);
      if (id) return id;
    }
    return null;
  };
  return {
    add: (person: Person): void => {
      const keys = [
        person.email && `e${person.email}`,
        person.phone && `p${person.phone}`,
        `n${fold(clientName(person))}`,
      ];
      for (const key of keys) {
        if (key) byKey.set(key, byKey.has(key) ? null : person.id);
      }
    },
    find: (cell: string): Uuid | null => {
      const [, name, contact] = /^(.*?)\s*<([^<>]*)>$/.exec(cell.trim()) ?? [];
      if (contact === undefined) return find(cell.trim());
      return find(contact.trim()) ?? find(name ?? '');
    },
  };
};

/**
 * Links without chains: what hangs on somebody who gets a guardian themselves is left out. `taken`: those
 * who have one already.
 */
export const withoutChains = (
  links: ReadonlyMap<Uuid, GuardianLink>,
  taken: ReadonlySet<Uuid>,
): Map<Uuid, GuardianLink> =>
  new Map(
    [...links].filter(
      ([id, { guardian_id }]) =>
        guardian_id !== null &&
        guardian_id !== id &&
        !links.has(guardian_id) &&
        !taken.has(guardian_id),
    ),
  );
