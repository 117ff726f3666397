/**
 * A value as PostgreSQL prints jsonb, so that devices and server make the same hash of it: keys by
 * length and then by letters, a space after each comma and colon. For what forms hold: keys in ASCII,
 * numbers without an exponent, well-formed text.
 */
export const jsonText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}: ${jsonText(member)}`);
  return `{${members.join(', ')}}`;
};
