import { contrast } from '#domain/accent.ts';
import { describe, expect, it } from 'vitest';
import css from './tokens.css?raw';

/** The custom properties of the first block that `opening` starts. */
const block = (opening: string, from = 0): Record<string, string> => {
  const start = css.indexOf(opening, from);
  const body = css.slice(start + opening.length, css.indexOf('}', start));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
};
const themes = { light: block(':root {'), dark: block(":root[data-theme='dark'] {") };
const darkSwatches = css.lastIndexOf(":root[data-theme='dark'] {");

const pairs = [
  ...['canvas', 'surface', 'raised'].flatMap((ground) =>
    ['ink', 'muted', 'accent', 'danger', 'success', 'warning', 'info'].map((text) => [
      text,
      ground,
    ]),
  ),
  ...['accent', 'danger', 'success', 'warning', 'info'].flatMap((tone) => [
    [tone, `${tone}-soft`],
    ['ink', `${tone}-soft`],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-strong'],
  ['muted', 'sunken'],
] as [string, string][];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const tokens = themes[theme];
  const ratio = (a: string, b: string) => contrast(tokens[a] ?? '#000000', tokens[b] ?? '#000000');

  it.each(pairs)('text in %s is readable on %s', (text, ground) => {
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['canvas', 'surface'])('the outline of a field is visible on %s', (ground) => {
    expect(ratio('field', ground)).toBeGreaterThanOrEqual(3);
  });

  const names = ['rose', 'orange', 'amber', 'lime', 'green', 'teal', 'cyan', 'blue'];
  it.each([...names, 'indigo', 'violet', 'fuchsia', 'slate'])('the swatch %s', (name) => {
    const from = theme === 'light' ? 0 : darkSwatches;
    const swatch = block(`[data-colour='${name}'] {`, from);
    const surface = tokens['surface'] ?? '#000000';
    expect(
      contrast(swatch['swatch-ink'] ?? '#000000', swatch['swatch-soft'] ?? '#000000'),
    ).toBeGreaterThan(7);
    expect(contrast(swatch['swatch'] ?? '#000000', surface)).toBeGreaterThanOrEqual(3);
  });
});
