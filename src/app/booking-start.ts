/** The page where a client begins to book: the first that somebody sees of this product, on a slow phone. */
export const isBookingStart = (pathname: string): boolean =>
  /^(\/embed)?\/book\/[^/]+\/?$/.test(pathname);
