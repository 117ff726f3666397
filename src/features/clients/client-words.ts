/** What an alert is for. */
export const ALERT_HINT = 'Shown wherever this client appears: allergies, access codes, warnings.';

const number = new Intl.NumberFormat('en-US');

/** `2,000 clients`, `12 of 2,000 clients`; while they still come, it says so. */
export const countText = (found: number, all: number, loaded: 'none' | 'some' | 'all'): string => {
  const clients = `${number.format(all)} ${all === 1 ? 'client' : 'clients'}`;
  const count = found === all ? clients : `${number.format(found)} of ${clients}`;
  return loaded === 'all' ? count : `${count} so far, more are on their way`;
};
