/** `1 appointment`, `26 appointments` */
export const countWords = (count: number): string =>
  count === 1 ? '1 appointment' : `${count} appointments`;
