import type { Day } from '#domain/rows.ts';
import { isDay } from '#domain/time/day.ts';

/** A day that somebody may mean on a form: within the reach of people's lives. */
export const isFormDay = (text: string): text is Day =>
  /^(19|20|21)\d\d-/.test(text) && isDay(text);
