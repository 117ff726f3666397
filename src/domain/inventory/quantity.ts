import type { ProductRow } from '#domain/rows.ts';

type Measured = Pick<ProductRow, 'unit' | 'size_milli'>;

/** Pieces, also parts of one, as thousandths of the product's unit. */
export const milliOf = ({ size_milli }: Measured, pieces: number): number =>
  Math.round(pieces * size_milli);

/** The other way round, to three decimals. */
export const piecesOf = ({ size_milli }: Measured, milli: number): number =>
  Math.round((milli * 1000) / size_milli) / 1000;

const number = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(value + 0);

/** `12`, `2.5 (625 ml)`: pieces, and how much they hold where stock is measured. */
export const quantityText = (product: Measured, milli: number, locale: string): string => {
  const pieces = number(piecesOf(product, milli), locale);
  return product.unit === 'piece'
    ? pieces
    : `${pieces} (${number(milli / 1000, locale)} ${product.unit})`;
};

/** `12.5 ml`, `2`: what work uses up is a small part of a bottle, and is thought of in its unit. */
export const usedText = ({ unit }: Measured, milli: number, locale: string): string => {
  const amount = number(milli / 1000, locale);
  return unit === 'piece' ? amount : `${amount} ${unit}`;
};

/** `+3`, `−1.5`. */
export const changeText = (product: Measured, milli: number, locale: string): string => {
  const text = quantityText(product, Math.abs(milli), locale);
  return milli === 0 ? '±0' : milli > 0 ? `+${text}` : `−${text}`;
};

/** What stands behind a field for an amount in the unit. */
export const unitWord = ({ unit }: Pick<Measured, 'unit'>): string =>
  unit === 'piece' ? 'pieces' : unit;

/** `250 ml`; nothing where the piece is the unit. */
export const sizeText = ({ unit, size_milli }: Measured, locale: string): string =>
  unit === 'piece' ? '' : `${number(size_milli / 1000, locale)} ${unit}`;
