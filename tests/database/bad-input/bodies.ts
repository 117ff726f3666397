/** The path of every member, and of what holds it. */
export const pathsOf = (value: unknown, path = ''): string[] => {
  const here = path === '' ? [] : [path];
  if (typeof value !== 'object' || value === null) return here;
  const inside = Object.entries(value).flatMap(([key, member]) =>
    pathsOf(member, path === '' ? key : `${path}.${key}`),
  );
  return [...here, ...inside];
};

export const memberAt = (args: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], args);

const PLACE = 'the bad value stands here';

/** The request's body with one member replaced, as text: not all that is sent is a value here. */
export const bodyWith = (args: object, path: string, json: string | null): string => {
  const copy = structuredClone(args);
  const keys = path.split('.');
  const last = keys.pop()!;
  const holder = (keys.length === 0 ? copy : memberAt(copy, keys.join('.'))) as object;
  if (json === null) Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, PLACE);
  return JSON.stringify(copy).replace(JSON.stringify(PLACE), () => json ?? '');
};

/** … with a member that nobody asked for in every object of it, and not beside the arguments. */
export const bodyWithMore = (args: object): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(args).map(([name, value]) => [name, withMore(value)])),
  );

const withMore = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withMore);
  const members = Object.entries(value).map(([name, member]) => [name, withMore(member)]);
  return { ...Object.fromEntries(members), surprise: { a: [1] } };
};
