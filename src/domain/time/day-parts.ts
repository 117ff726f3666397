export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** From these minutes of the day on, people speak of the afternoon and of the evening. */
const AFTERNOON_FROM = 12 * 60;
const EVENING_FROM = 17 * 60;

/** The parts of a day as minutes of it. */
export const PART_OF_DAY: Record<PartOfDay, readonly [from: number, to: number]> = {
  morning: [0, AFTERNOON_FROM],
  afternoon: [AFTERNOON_FROM, EVENING_FROM],
  evening: [EVENING_FROM, 24 * 60],
};
