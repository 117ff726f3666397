/** The time zone that this device is set to; `fallback` when the browser does not tell. */
export const deviceZone = (fallback: string): string =>
  Intl.DateTimeFormat().resolvedOptions().timeZone || fallback;
