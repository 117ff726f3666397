import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';

/** What a number is: cents, a count, a share of one, minutes, or words. */
export type Kind = 'money' | 'count' | 'share' | 'hours' | 'text';
export type Value = number | string | null;

/** One number, what it means, and what it was in the period that it is compared with. */
export type Figure = {
  name: string;
  kind: Kind;
  value: Value;
  /** undefined = it is compared with nothing. */
  before: Value | undefined;
  means: string;
};

export type Table = {
  title: string;
  columns: readonly { name: string; kind: Kind }[];
  rows: readonly (readonly Value[])[];
  /** Where the first cell of each row leads. */
  links?: readonly string[];
  /** What has to be known to read it. */
  note?: string;
};

/** Bars in the order of time, each with its place in the other period beside it. */
export type Chart = {
  title: string;
  kind: Kind;
  labels: readonly string[];
  values: readonly number[];
  before: readonly number[] | null;
};

export type Report = {
  id: string;
  title: string;
  /** By which moment rows belong to the period. */
  clock: string;
  /** Of so many rows the server does not know some yet. */
  rows: { name: string; all: number; waiting: number };
  figures: readonly Figure[];
  chart: Chart | null;
  tables: readonly Table[];
};

/** A number as people read it; what is not known is a dash. */
export const shown = (value: Value, kind: Kind, { currency, locale }: BusinessRow): string => {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  switch (kind) {
    case 'money':
      return formatMoney(value, currency, locale);
    case 'share':
      return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(
        value,
      );
    case 'hours':
      return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value / 60)} h`;
    default:
      return withMinus(new Intl.NumberFormat(locale).format(value));
  }
};

/** A number as spreadsheets read it in every country. */
export const plain = (value: Value, kind: Kind): string => {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (kind === 'money') return (value / 100).toFixed(2);
  if (kind === 'hours') return (value / 60).toFixed(2);
  return kind === 'share' ? value.toFixed(4) : String(value);
};

/** As amounts have it: most locales write a hyphen. */
const withMinus = (text: string): string => text.replace('-', '−');

/** How a number has changed: `+12 %`; shares by points; null = there is nothing to compare. */
export const changed = ({ kind, value, before }: Figure, locale: string): string | null => {
  if (typeof value !== 'number' || typeof before !== 'number') return null;
  const options = { signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const;
  if (kind === 'share') {
    return `${withMinus(new Intl.NumberFormat(locale, options).format((value - before) * 100))} points`;
  }
  if (before <= 0) return null;
  const percent = new Intl.NumberFormat(locale, { ...options, style: 'percent' });
  return withMinus(percent.format(value / before - 1));
};
