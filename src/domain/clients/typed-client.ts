export type TypedClient = { first_name: string; last_name: string; phone: string; email: string };

const NOTHING: TypedClient = { first_name: '', last_name: '', phone: '', email: '' };

/** What was searched for in vain becomes the start of a new client: nobody types a name twice. */
export const typedClient = (typed: string): TypedClient => {
  const text = typed.trim();
  if (text.includes('@')) return { ...NOTHING, email: text };
  if (/^(?=.*\d)[\d\s+()./-]{4,}$/.test(text)) return { ...NOTHING, phone: text };
  // All in small letters was typed in a hurry; `Rosa de la Cruz` was not.
  const isHurried = text === text.toLocaleLowerCase();
  const [first = '', ...rest] = text
    .split(/\s+/u)
    .map((word) => (isHurried ? capitalised(word) : word));
  return { ...NOTHING, first_name: first, last_name: rest.join(' ') };
};

const capitalised = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1);
