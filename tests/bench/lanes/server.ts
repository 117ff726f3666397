import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callOn, must } from '../database/calls.ts';
import { serveBusiness } from '../database/served-business.ts';
import type { Lane } from '../lane.ts';
import { bookings, measureBookings } from './server-bookings.ts';
import { measureSync, newDevice, pushEdits } from './server-sync.ts';

const WARM_BOOKINGS = 200;
const WARM_PUSHES = 5;

export const server: Lane = {
  name: 'server',
  about:
    'The functions of the server on a PostgreSQL of its own (fsync off, as in the tests), through ' +
    'the role and settings of the API, on data that has some history and has been analysed. ' +
    'Processor time is that of the session that did the work: a busy machine moves it little.',
  run: async (options) => {
    const served = await serveBusiness();
    try {
      await served.db.exec(
        await readFile(join(import.meta.dirname, '../database/floors.sql'), 'utf8'),
      );
      const asked = bookings(served);
      // Plans are made for tables as they are then: empty ones would be read from end to end.
      const pool = served.pool(1);
      const call = callOn(pool);
      for (let n = 0; n < WARM_BOOKINGS; n += 1) {
        must((await call(served.anon, 'book', asked.free())).answer);
      }
      const device = newDevice();
      for (let n = 0; n < WARM_PUSHES; n += 1) await pushEdits(served, call, device, 100);
      await pool.end();
      await served.db.exec('vacuum analyze');

      const booked = await measureBookings(served, asked, options);
      const synced = await measureSync(served, options);
      return {
        comparisons: [...booked.comparisons, ...synced.comparisons],
        goals: [...booked.goals, ...synced.goals],
      };
    } finally {
      await served.stop();
    }
  },
};
