/** `8.875 %`, `20 %` */
export const percentText = (milliPercent: number): string => `${percentInput(milliPercent)} %`;

/** The same for a field that is typed in: `8.875`. */
export const percentInput = (milliPercent: number): string => String(milliPercent / 1000);

/** What somebody typed as thousandths of a percent; null for what is no such number. No rounding. */
export const parsePercent = (text: string): number | null => {
  const [, whole, part = ''] = /^\s*(\d{1,3})(?:[.,](\d{1,3}))?\s*%?\s*$/.exec(text) ?? [];
  if (whole === undefined) return null;
  return Number(whole) * 1000 + Number(part.padEnd(3, '0'));
};
