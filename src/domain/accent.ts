import { isColour } from './colours.ts';
import type { Colour } from './colours.ts';

/** The four colours that a page derives from the one colour of a business. */
export type Accent = { accent: string; strong: string; soft: string; onAccent: string };

/** The grounds of each theme (tokens.css) on which the accent is used as text. */
const THEMES = {
  light: { grounds: ['#f8f7f4', '#ffffff', '#f0eeea'], towards: '#000000', ink: '#ffffff' },
  dark: { grounds: ['#131211', '#1c1b19', '#282623'], towards: '#ffffff', ink: '#131211' },
} as const;

/** WCAG 2 AA for text, with a little room for rounding. */
const READABLE = 4.55;

/** The accent of the product, for settings that are no colour. */
const DEFAULT_HEX = '#0b5f76';

const HEX: Readonly<Record<Colour, string>> = {
  rose: '#d6336c',
  orange: '#d9580d',
  amber: '#b87a00',
  lime: '#65880c',
  green: '#2b8a3e',
  teal: '#0b8577',
  cyan: '#0b84a5',
  blue: '#2563cf',
  indigo: '#4b4fd1',
  violet: '#7a43d0',
  fuchsia: '#b02fb5',
  slate: '#5a6675',
};

/** `#rrggbb` for a setting that is a colour or a palette name; anything else is the default. */
export const brandHex = (brandColour: string): string => {
  if (isColour(brandColour)) return HEX[brandColour];
  return /^#[0-9a-f]{6}$/i.test(brandColour) ? brandColour.toLowerCase() : DEFAULT_HEX;
};

/**
 * The colour of a business, moved as little as needed towards black (light theme) or white (dark)
 * until it is readable as text on every ground of the theme and carries text itself.
 */
export const accentFor = (brandColour: string, theme: keyof typeof THEMES): Accent => {
  const { grounds, towards, ink } = THEMES[theme];
  const brand = brandHex(brandColour);
  // From the brand itself: a pale dark-theme accent would only grey the ground.
  const soft = mix(grounds[1], brand, theme === 'light' ? 0.1 : 0.25);
  for (let share = 0; ; share += 0.04) {
    const accent = mix(brand, towards, Math.min(share, 1));
    const isReadable = [...grounds, soft, ink].every(
      (ground) => contrast(accent, ground) >= READABLE,
    );
    if (isReadable || share >= 1) {
      return { accent, strong: mix(accent, towards, 0.2), soft, onAccent: ink };
    }
  }
};

/** Black or white, whichever is more readable on a colour. */
export const inkOn = (hex: string): string =>
  contrast(hex, '#ffffff') >= contrast(hex, '#131211') ? '#ffffff' : '#131211';

/** The WCAG contrast of two colours, 1 to 21. */
export const contrast = (a: string, b: string): number => {
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
};

const channels = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

const mix = (from: string, to: string, share: number): string => {
  const target = channels(to);
  const mixed = channels(from).map((value, index) =>
    Math.round(value + ((target[index] ?? 0) - value) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
};

const WEIGHTS = [0.2126, 0.7152, 0.0722] as const;

const luminance = (hex: string): number =>
  channels(hex).reduce((sum, channel, index) => {
    const value = channel / 255;
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    return sum + linear * (WEIGHTS[index] ?? 0);
  }, 0);
