/** Booking pages under this path stand in pages of other sites; only they may be framed. */
export const EMBED = '/embed';

export const isEmbedded = (): boolean => location.pathname.startsWith(`${EMBED}/`);
