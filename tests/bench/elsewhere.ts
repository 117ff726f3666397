/** Figures of the design that no lane measures, each with the reason and where it is to be had. */

/** All of the two tables: what the product does, and what its sync does. */
const IDS: readonly string[] = [
  ...Array.from({ length: 19 }, (_, at) => `P${at + 1}`),
  ...Array.from({ length: 17 }, (_, at) => `G${at + 1}`),
];

/** The ids may have figures above as well: then this names what they leave out. */
const REASONS: Readonly<Record<string, string>> = {
  G8:
    'a test, not a time: `npm run test:sim -- --runs=20000` plays the seeds, and `npm test` has the ' +
    'simulator find every bug of its catalogue.',
  P14:
    'that one wins and nobody deadlocks is also a test, with lost answers and crashes ' +
    '(`supabase/tests/database/races`).',
  R7:
    'not measured: two hundred devices that come back at once (each draws its pause by lot, SYN-43, ' +
    'which is a test), two hours of ten devices (`npm run test:soak -- --minutes=120` plays two), ' +
    'and writes at a quarter of the speed. A drain with 200 ms a request is a matter of requests: lane ' +
    '`push` counts them with 40 ms.',
  P19: 'the memory after an hour takes an hour: `npm run test:soak -- --minutes=60` prints how it grew.',
};

/** Lines of the report: why a figure is not there, and which ones this run left out. */
export const elsewhere = (measured: ReadonlySet<string>): string[] => {
  const missing = IDS.filter((id) => !measured.has(id) && REASONS[id] === undefined);
  return [
    ...Object.entries(REASONS).map(([id, reason]) => `- **${id}**: ${reason}`),
    ...(missing.length > 0 ? [`- Not measured in this run: ${missing.join(', ')}.`] : []),
  ];
};
