/** The colour of the business, and the ink that is readable on it. */
export type MailAccent = { accent: string; ink: string };

/** What a mail uses when the setting is not a colour; the product's own accent. */
const DEFAULT_ACCENT = '#0b5f76';

/** Anything but `#rrggbb` would be a way to write styles into the mail. */
export const mailAccent = (brandColour: string): MailAccent => {
  const accent = /^#[0-9a-f]{6}$/i.test(brandColour) ? brandColour.toLowerCase() : DEFAULT_ACCENT;
  // WCAG: (L + 0.05) against white (1.05) or near-black (0.05 + 0.01); the crossing is at 0.18.
  return { accent, ink: luminance(accent) > 0.18 ? '#1b1a17' : '#ffffff' };
};

const luminance = (hex: string): number =>
  [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
    const value = Number.parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16) / 255;
    return sum + weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }, 0);
