const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g;

/**
 * Puts values into `{{name}}` placeholders; unknown ones stay as they are. Values are inserted
 * once and never read as templates again. Escape them first where the text is HTML.
 */
export const fillTemplate = (
  template: string,
  values: Readonly<Record<string, string | number>>,
): string =>
  template.replace(PLACEHOLDER, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );

/** The placeholder names of a template that are not in the list, each once: a warning on save. */
export const unknownPlaceholders = (template: string, known: readonly string[]): string[] => {
  const names = [...template.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '');
  return [...new Set(names)].filter((name) => !known.includes(name));
};
