/** Red, green, blue, 0–255. */
type Rgb = readonly [number, number, number];

/** What one theme needs of the business's colour. */
export type Accent = {
  accent: string;
  'accent-strong': string;
  'accent-soft': string;
  'on-accent': string;
};

/** WCAG AA for text. The accent is used as text, so it must reach it on every background. */
const MIN_CONTRAST = 4.5;

// The backgrounds of tokens.css that accent text stands on.
const grounds = {
  light: ['#ffffff', '#f8f7f4', '#f0eeea'],
  dark: ['#131211', '#1c1b19', '#282623'],
} as const;

/**
 * A business's own colour made usable: its lightness moves, its hue stays, until text in it is
 * readable on every background of the theme. Null when `hex` is not a colour.
 */
export const accentFor = (hex: string, theme: 'light' | 'dark'): Accent | null => {
  const base = parseHex(hex);
  if (!base) return null;
  const towards: Rgb = theme === 'light' ? [0, 0, 0] : [255, 255, 255];
  const backs = grounds[theme].map((ground) => parseHex(ground) ?? towards);
  const soft = mix(parseHex(grounds[theme][1]) ?? towards, base, theme === 'light' ? 0.12 : 0.2);
  const isReadable = (colour: Rgb): boolean =>
    [...backs, soft].every((back) => contrast(colour, back) >= MIN_CONTRAST);

  let accent = base;
  for (let share = 0.04; share <= 1 && !isReadable(accent); share += 0.04) {
    accent = mix(base, towards, share);
  }
  return {
    accent: toHex(accent),
    'accent-strong': toHex(mix(accent, towards, 0.22)),
    'accent-soft': toHex(soft),
    'on-accent': toHex(bestOn(accent)),
  };
};

/** WCAG contrast of two colours, 1–21; 1 when one of them is not a colour. */
export const contrastOf = (a: string, b: string): number => {
  const [first, second] = [parseHex(a), parseHex(b)];
  return first && second ? contrast(first, second) : 1;
};

const bestOn = (colour: Rgb): Rgb => {
  const white: Rgb = [255, 255, 255];
  const dark = mix(colour, [0, 0, 0], 0.82);
  return contrast(white, colour) >= contrast(dark, colour) ? white : dark;
};

const contrast = (a: Rgb, b: Rgb): number => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

const luminance = (colour: Rgb): number => {
  const [r, g, b] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((value, index) => value + ((to[index] ?? value) - value) * share) as unknown as Rgb;

const parseHex = (hex: string): Rgb | null => {
  const text = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex.trim())?.[1];
  if (!text) return null;
  const full = text.length === 3 ? text.replace(/./g, '$&$&') : text;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb;
};

const toHex = (colour: Rgb): string =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
