/** Those who sit in a class together: one row, so many seats. Clients' pages speak of them too. */

/** Larger parties are two. */
export const PARTY_MAX = 20;
export const CAPACITY_MAX = 500;

/** `1 seat`, `3 seats` */
export const countSeats = (seats: number): string => (seats === 1 ? '1 seat' : `${seats} seats`);
