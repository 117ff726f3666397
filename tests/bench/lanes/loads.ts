import { callOn, must } from '../database/calls.ts';
import { serveBusiness } from '../database/served-business.ts';
import type { Lane } from '../lane.ts';
import { measureBookingCrowds } from './loads-bookings.ts';
import { measureCrowds } from './loads-crowds.ts';
import { measureMessages } from './loads-messages.ts';
import { fillTables, measureTables } from './loads-tables.ts';
import { bookings } from './server-bookings.ts';

const WARM_BOOKINGS = 60;

/** What section 7 of the reliability plan wants held: `R7` among the goals. */
export const loads: Lane = {
  name: 'loads',
  about:
    'What many do at once, on a PostgreSQL of its own (fsync off, as in the tests), through the role ' +
    'and settings of the API: sixty connections that book, a business that writes without a pause ' +
    'beside another one, strangers who ask without end, messages of a provider that come five times ' +
    'and in any order, and questions about tables with a million rows of other businesses. Figures by ' +
    'the clock are those of this machine, the asking side included; ratios are to the same thing alone.',
  run: async (options) => {
    const served = await serveBusiness();
    try {
      await fillTables(served, options.isQuick ? 20_000 : 1_000_000);
      const asked = bookings(served);
      const pool = served.pool(1);
      const call = callOn(pool);
      for (let n = 0; n < WARM_BOOKINGS; n += 1) {
        must((await call(served.anon, 'book', asked.free())).answer);
      }
      await served.db.exec('vacuum analyze');

      const tables = await measureTables(served, options);
      const booked = await measureBookingCrowds(served, asked, options);
      const crowds = await measureCrowds(served, options);
      const messages = await measureMessages(served, options);
      return {
        comparisons: [tables, booked, crowds, messages].flatMap(({ comparisons }) => comparisons),
        goals: [tables, booked, crowds, messages].flatMap(({ goals }) => goals),
      };
    } finally {
      await served.stop();
    }
  },
};
