/**
 * `npm run bench`: measures us, the floor and peers side by side in one run and writes report.md
 * and report.json.
 *   npm run bench -- --only=slots,week   some lanes
 *   npm run bench -- --quick             small data and few rounds; the report is printed, not kept
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lane } from './lane.ts';
import { openLab } from './lab.ts';
import { bootstrap } from './lanes/bootstrap.ts';
import { coldStart } from './lanes/cold-start.ts';
import { live } from './lanes/live.ts';
import { push } from './lanes/push.ts';
import { search } from './lanes/search.ts';
import { server } from './lanes/server.ts';
import { slots } from './lanes/slots.ts';
import { week } from './lanes/week.ts';
import { installPeers } from './peers.ts';
import { machine, toMarkdown } from './report.ts';
import type { Report } from './report.ts';

const LANES: readonly Lane[] = [slots, week, bootstrap, push, live, coldStart, search, server];
/** Few enough that the whole takes a quarter of an hour, enough for a median to mean something. */
const ROUNDS = 5;

const flag = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const only = flag('only')?.split(',');
const unknown = only?.filter((name) => LANES.every((lane) => lane.name !== name)) ?? [];
if (unknown.length > 0) {
  console.error(
    `No such lane: ${unknown.join(', ')}. Lanes: ${LANES.map(({ name }) => name).join(' ')}`,
  );
  process.exit(2);
}
const isQuick = process.argv.includes('--quick');
const rounds = Number(flag('rounds') ?? (isQuick ? 2 : ROUNDS));

const peers = installPeers(console.log);
const lab = await openLab();
const report: Report = {
  measuredAt: new Date().toISOString().slice(0, 16).replace('T', ' '),
  machine: machine(),
  chromium: lab.browser.version(),
  isQuick,
  peers,
  lanes: [],
  failed: [],
};
for (const lane of LANES) {
  if (only && !only.includes(lane.name)) continue;
  const started = Date.now();
  console.log(`── ${lane.name}`);
  try {
    const result = await lane.run({ lab, isQuick, rounds });
    report.lanes.push({ name: lane.name, about: lane.about, ...result });
    for (const { id, wanted, got, reached } of result.goals) {
      console.log(`   ${reached ? 'ok  ' : 'MISS'} ${id} ${wanted}: ${got}`);
    }
  } catch (error) {
    report.failed.push({ name: lane.name, why: String(error).split('\n')[0] ?? '' });
    console.log(`   FAILED ${error instanceof Error ? error.stack : String(error)}`);
  }
  lab.answerWith(null);
  console.log(`── ${lane.name}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
}
await lab.close();

const text = toMarkdown(report);
const isWhole = !isQuick && only === undefined;
if (isWhole || process.argv.includes('--keep')) {
  await writeFile(join(import.meta.dirname, 'report.md'), text);
  await writeFile(join(import.meta.dirname, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
} else {
  console.log(text);
}
process.exit(report.failed.length > 0 ? 1 : 0);
