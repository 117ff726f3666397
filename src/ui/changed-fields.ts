/** The fields of a form that differ from what it began with: nothing else may be written over. */
export const changedFields = <V extends object>(base: V, values: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !isSame(base[field as keyof V], value)),
  ) as Partial<V>;

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (a !== null && typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
