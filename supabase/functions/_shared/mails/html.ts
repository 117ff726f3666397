/** Markup that is safe to put into a page as it is. Only `html` and `raw` make it. */
export type Html = { readonly markup: string };

type Part = Html | string | number | null | false | Part[];

/**
 * Builds markup; every value is escaped unless it was made by `html` itself, so that a name like
 * `<b>Ann` arrives as a name. Null and false leave nothing.
 */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: texts.reduce((done, text, index) => done + printed(parts[index - 1] ?? null) + text),
});

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const printed = (part: Part): string => {
  if (part === null || part === false) return '';
  if (Array.isArray(part)) return part.map(printed).join('');
  if (typeof part === 'object') return part.markup;
  return escapeHtml(String(part));
};
