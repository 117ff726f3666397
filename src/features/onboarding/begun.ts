import type { Uuid } from '#domain/rows.ts';
import { keepDeviceDraft, readDeviceDraft } from '#ui/device-draft.ts';
import type { MenuAnswers } from './menu-form.ts';
import type { HoursAnswers } from './simple-week.ts';

/** Answers from before the business was there; null = not given, or written already. */
export type Begun = { hours: HoursAnswers | null; menu: MenuAnswers | null };

const keyOf = (userId: Uuid): string => `${userId}.answers`;

export const readBegun = (userId: Uuid): Begun =>
  readDeviceDraft<Begun>(keyOf(userId), { hours: null, menu: null });

export const hasBegun = (userId: Uuid): boolean => {
  const { hours, menu } = readBegun(userId);
  return hours !== null || menu !== null;
};

export const keepBegun = (userId: Uuid, part: Partial<Begun>): Begun => {
  const begun = { ...readBegun(userId), ...part };
  keepDeviceDraft(keyOf(userId), begun.hours || begun.menu ? begun : null);
  return begun;
};
