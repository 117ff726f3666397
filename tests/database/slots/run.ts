// The times that pages offer against those that are booked, from the command line.
//   npm run test:slots -- --runs=10000        many businesses (--from=1)
//   npm run test:slots -- --from=4711 --runs=1
import 'temporal-polyfill/global';
import { openServedDatabase } from '#tests/harness/served-database.ts';
import { differences, nothingSeen, type Difference, type Seen } from './differ.ts';

const option = (name: string, usual: number): number => {
  const found = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return found === undefined ? usual : Number(found.slice(name.length + 3));
};

/** Stored at once, in one database. */
const BATCH = 25;
/** Businesses in one database: what is stored for the others makes each one slower. */
const PER_DATABASE = 1_000;
const MOST_TOLD = 20;

const from = option('from', 1);
const runs = option('runs', 10_000);
const startedMs = Date.now();
const total = nothingSeen();
const found: Difference[] = [];

const tell = ({ seed, day, zone, what }: Difference): void => {
  const today = new Date().toISOString().slice(0, 10);
  console.log(`${what}\n  ${zone}, ${day}, seen on ${today}`);
  console.log(`  npm run test:slots -- --from=${seed} --runs=1`);
};

for (let first = 0; first < runs && found.length < MOST_TOLD; first += PER_DATABASE) {
  const db = await openServedDatabase();
  const end = Math.min(first + PER_DATABASE, runs);
  for (let place = first; place < end && found.length < MOST_TOLD; place += BATCH) {
    const count = Math.min(BATCH, end - place);
    const seeds = Array.from({ length: count }, (_, index) => from + place + index);
    const batch = await differences(db, seeds);
    for (const difference of batch.found) tell(difference);
    found.push(...batch.found);
    for (const key of Object.keys(total) as (keyof Seen)[]) total[key] += batch.seen[key];
  }
  await db.close();
  const seconds = Math.round((Date.now() - startedMs) / 1000);
  console.log(`${end} of ${runs} in ${seconds} s: ${found.length} differ`);
}
console.log(
  `${total.businesses} businesses, ${total.offered} offered times, ${total.refused} refused ones, ` +
    `${total.booked} booked, ${total.bundles} with bundles, ${total.groups} for groups (${total.several} with several services for a guest), ${total.sessions} sessions of classes, ` +
    `${total.minutes} minutes side by side: ${found.length} differ`,
);
process.exitCode = found.length === 0 ? 0 : 1;
