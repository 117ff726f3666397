/** For bugs only: what cannot happen unless the code is wrong. Expected failures are values. */
export function assert(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Error(`Broken assumption: ${why}`);
}

/** The value, or a thrown bug report when it is missing. */
export const must = <T>(value: T | null | undefined, why: string): T => {
  assert(value !== null && value !== undefined, why);
  return value;
};

/** Makes the compiler complain when a case of a union is forgotten. */
export const unreachable = (value: never): never => {
  throw new Error(`Broken assumption: no case for ${JSON.stringify(value)}`);
};
