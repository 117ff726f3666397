/** Figures of the design that no lane measures, each with the reason and where it is to be had. */

/** All of the tables: what the product does, what its sync does, and loads (one by one). */
export const IDS: readonly string[] = [
  ...Array.from({ length: 19 }, (_, at) => `P${at + 1}`),
  ...Array.from({ length: 17 }, (_, at) => `G${at + 1}`),
  ...Array.from({ length: 14 }, (_, at) => `R7.${at + 1}`),
];

/** The ids may have figures above as well: then this names what they leave out. */
export const REASONS: Readonly<Record<string, string>> = {
  G8:
    'a test, not a time: `npm run test:sim -- --runs=20000` plays the seeds, and `npm test` has the ' +
    'simulator find every bug of its catalogue.',
  P14:
    'that one wins and nobody deadlocks is also a test, with lost answers and crashes ' +
    '(`supabase/tests/database/races`).',
  'R7.7':
    'ten megabits a second are not put between server and device: requests of a worker pass by the ' +
    'brake of the browser. What the device does with the bytes is P12, G1 and G2.',
  'R7.9':
    'a part of G6 (fifty thousand rows, opened and read) and of P10, which also draws the week, at a ' +
    'quarter of the speed too.',
  'R7.10':
    'two hundred devices that come back at once are two hundred browsers. Each draws its pause by lot: ' +
    'how many join in one second is a test (`tests/sim/stampede.test.ts`).',
  'R7.14':
    'two hours: `npm run test:soak -- --minutes=120` plays two devices and prints how memory grew.',
  P19: 'the memory after an hour takes an hour: `npm run test:soak -- --minutes=60` prints how it grew.',
};

/** Others that performance.md and sync.md name, and why nobody is beside us there. */
const PEERS_NOT_HERE: Readonly<Record<string, string>> = {
  'Cal.com, Easy!Appointments': 'whole servers in other runtimes, under AGPL and GPL.',
  sscheduler:
    'thousands of times the sweep by the figures of performance.md; the sweep is the floor of lane slots.',
  'Schedule-X, ilamy':
    'slower than the calendars that are compared, by the figures of performance.md.',
  WatermelonDB:
    'in a browser it works in memory and stores behind its back; TinyBase stands for that kind.',
};

/** Lines of the report: why a figure is not there, and which ones this run left out. */
export const elsewhere = (measured: ReadonlySet<string>): string[] => {
  const missing = IDS.filter((id) => !measured.has(id) && REASONS[id] === undefined);
  return [
    ...Object.entries(REASONS).map(([id, reason]) => `- **${id}**: ${reason}`),
    ...Object.entries(PEERS_NOT_HERE).map(([name, reason]) => `- ${name}: ${reason}`),
    ...(missing.length > 0 ? [`- Not measured in this run: ${missing.join(', ')}.`] : []),
  ];
};
