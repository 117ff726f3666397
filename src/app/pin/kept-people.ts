import type { Seal, Sealed } from '#platform/seal.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import { PEOPLE_KEY } from './pin-mark.ts';

/** Somebody who uses this device with a PIN. */
export type Person = {
  userId: string;
  /** As the lock screen calls them. */
  name: string;
  seal: Seal;
  /** Their session while they are locked. */
  sealed: Sealed | null;
  /** Wrong PINs since the last right one. */
  wrong: number;
  /** No PIN of theirs is tried before this moment of the device's clock. */
  pausedUntilMs: number;
  /** Changes of theirs that the server did not have when they were locked. */
  waiting: number;
};

export const people = (): Person[] => {
  try {
    const value: unknown = JSON.parse(readSetting(PEOPLE_KEY) ?? '[]');
    return Array.isArray(value) ? value.filter(isPerson) : [];
  } catch {
    return [];
  }
};

const isPerson = (value: unknown): value is Person =>
  typeof value === 'object' &&
  value !== null &&
  'userId' in value &&
  typeof value.userId === 'string' &&
  'name' in value &&
  typeof value.name === 'string' &&
  'seal' in value &&
  typeof value.seal === 'object' &&
  value.seal !== null;

export const personOf = (userId: string): Person | undefined =>
  people().find((person) => person.userId === userId);

export const keepPerson = (person: Person): void => {
  const others = people().filter(({ userId }) => userId !== person.userId);
  const all = [...others, person].toSorted((a, b) => a.name.localeCompare(b.name));
  writeSetting(PEOPLE_KEY, JSON.stringify(all));
};

export const forgetPin = (userId: string): void => {
  const others = people().filter((person) => person.userId !== userId);
  writeSetting(PEOPLE_KEY, others.length > 0 ? JSON.stringify(others) : null);
};
