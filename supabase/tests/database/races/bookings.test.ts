import { describe } from 'vitest';
import { changes } from './bookings/changes.ts';
import { chairs } from './bookings/chairs.ts';
import { classes } from './bookings/classes.ts';
import { makeGround } from './bookings/ground.ts';
import { holdsAndRequests } from './bookings/holds.ts';
import { moves } from './bookings/moves.ts';
import { offers } from './bookings/offers.ts';
import { oneTime } from './bookings/one-time.ts';
import { rush } from './bookings/rush.ts';
import { waitlist } from './bookings/waitlist.ts';
import { meetTrouble, ROUNDS, TROUBLES, useStage } from './stage.ts';

/**
 * The races of bookings, B1 to B20 of the test plan.
 * `ROUNDS=20 npx vitest run supabase/tests/database/races` runs each of them twenty times. One server
 * for all of them: its start takes longer than most races.
 */
const theatre = useStage();

describe.each(TROUBLES)('with %s', { timeout: 60_000 * ROUNDS }, (trouble) => {
  meetTrouble(theatre, trouble);

  const ground = makeGround(theatre, trouble);
  oneTime(ground);
  rush(ground);
  chairs(ground);
  classes(ground);
  holdsAndRequests(ground);
  moves(ground);
  changes(ground);
  waitlist(ground);
  offers(ground);
});
