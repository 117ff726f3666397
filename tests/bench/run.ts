/**
 * `npm run bench`: measures us, the floor and peers side by side in one run and writes report.md
 * and report.json.
 *   npm run bench -- --only=slots,week   some lanes
 *   npm run bench -- --quick             small data and few rounds; the report is printed, not kept
 */
import { existsSync, readFileSync } from 'node:fs';
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
import { within } from './measure.ts';
import { installPeers } from './peers.ts';
import { machine, toMarkdown } from './report.ts';
import type { LaneReport, Report } from './report.ts';

const LANES: readonly Lane[] = [slots, search, live, push, server, coldStart, week, bootstrap];
/** Few enough that the whole takes a quarter of an hour, enough for a median to mean something. */
const ROUNDS = 5;
/** A lane that hangs must not cost the others. */
const LANE_LIMIT_MS = 10 * 60_000;

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

const now = (): string => new Date().toISOString().slice(0, 16).replace('T', ' ');
const peers = installPeers(console.log);
const lab = await openLab();
const report: Report = {
  machine: machine(),
  chromium: lab.browser.version(),
  isQuick,
  peers,
  lanes: [],
  failed: [],
};
const isKept = (!isQuick && only === undefined) || process.argv.includes('--keep');
const file = (name: string): string => join(import.meta.dirname, name);
/** Lanes of earlier runs stay until they are measured again; each says when it was. */
const earlier: LaneReport[] =
  only !== undefined && existsSync(file('report.json'))
    ? (JSON.parse(readFileSync(file('report.json'), 'utf8')) as Report).lanes
    : [];
const keep = async (): Promise<void> => {
  const lanes = LANES.flatMap(
    ({ name }) => [...report.lanes, ...earlier].find((one) => one.name === name) ?? [],
  );
  const whole = { ...report, lanes };
  await writeFile(file('report.md'), toMarkdown(whole));
  await writeFile(file('report.json'), `${JSON.stringify(whole, null, 2)}\n`);
};
for (const lane of LANES) {
  if (only && !only.includes(lane.name)) continue;
  const started = Date.now();
  console.log(`── ${lane.name}`);
  try {
    const result = await within(LANE_LIMIT_MS, lane.run({ lab, isQuick, rounds }));
    const measuredAt = now();
    report.lanes.push({ name: lane.name, about: lane.about, measuredAt, ...result });
    for (const { id, wanted, got, reached } of result.goals) {
      console.log(`   ${reached ? 'ok  ' : 'MISS'} ${id} ${wanted}: ${got}`);
    }
  } catch (error) {
    report.failed.push({ name: lane.name, why: String(error).split('\n')[0] ?? '' });
    console.log(`   FAILED ${error instanceof Error ? error.stack : String(error)}`);
  }
  lab.answerWith(null);
  // After each lane: a run that is interrupted keeps what it has measured.
  if (isKept) await keep();
  console.log(`── ${lane.name}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
}
await lab.close();

if (!isKept) console.log(toMarkdown(report));
process.exit(report.failed.length > 0 ? 1 : 0);
