/** A body as Stripe's clients write it: `a[b][0]=c` is {a: {b: {0: 'c'}}}. */
export type Form = { [name: string]: string | Form };

export const readForm = (text: string): Form => {
  const form: Form = Object.create(null) as Form;
  for (const [path, value] of new URLSearchParams(text)) {
    const names = path.split(/\[|\]\[?/).filter((name) => name !== '');
    let at = form;
    for (const name of names.slice(0, -1)) {
      const next = at[name];
      at = typeof next === 'object' ? next : (at[name] = Object.create(null) as Form);
    }
    at[names.at(-1) ?? path] = value;
  }
  return form;
};

/** What stands at a path, as text. */
export const textAt = (form: Form, ...path: string[]): string | null => {
  let at: string | Form | undefined = form;
  for (const name of path) at = typeof at === 'object' ? at[name] : undefined;
  return typeof at === 'string' ? at : null;
};

/** What stands below a path, names with texts. */
export const textsAt = (form: Form, ...path: string[]): Record<string, string> => {
  let at: string | Form | undefined = form;
  for (const name of path) at = typeof at === 'object' ? at[name] : undefined;
  if (typeof at !== 'object') return {};
  return Object.fromEntries(
    Object.entries(at).filter((one): one is [string, string] => typeof one[1] === 'string'),
  );
};

export const numberAt = (form: Form, ...path: string[]): number =>
  Number(textAt(form, ...path) ?? Number.NaN);
