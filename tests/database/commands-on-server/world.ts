import type { DaybookDb } from '#db/open.ts';
import type { Day, Uuid } from '#domain/rows.ts';

/** A new business on a device, before anything was done in it. */
export type World = {
  db: DaybookDb;
  today: Day;
  /** The instant of a clock (`14:00`, UTC) so many days from today. */
  at: (clock: string, days: number) => string;
  owner: Uuid;
};

/** A picture of a few bytes. */
export const FACE = {
  data: new ArrayBuffer(3),
  mediaType: 'image/webp',
  width: 512,
  height: 512,
} as const;
