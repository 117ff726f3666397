/**
 * `npm run bench`: measures us, the floor and peers side by side in one run and writes report.md
 * and report.json.
 *   npm run bench -- --only=slots,week   some lanes
 *   npm run bench -- --quick             small data and few rounds; the report is printed, not kept
 */
import { execFileSync, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaneAnswer, LaneOrder } from './lane-process.ts';
import { LANES } from './lanes.ts';
import { installPeers } from './peers.ts';
import { machine, toMarkdown } from './report.ts';
import type { LaneReport, Report } from './report.ts';

/** Few enough that the whole takes less than an hour, enough for a median to mean something. */
const ROUNDS = 5;
/** A lane that hangs must not cost the others. */
const LANE_LIMIT_MS = 20 * 60_000;
/** What a lane gets to put away its servers and browsers when its time is up. */
const GRACE_MS = 5_000;

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
// Half of the lanes measure what is in dist/: of this code, not of another.
execFileSync('npx', ['--no-install', 'vite', 'build', '--logLevel', 'error'], { stdio: 'inherit' });
const peers = installPeers(console.log);
const report: Report = {
  machine: machine(),
  chromium: '',
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
  const answer = await inItsOwnProcess({ name: lane.name, isQuick, rounds });
  if (answer.ok) {
    const { result } = answer;
    report.chromium = answer.chromium;
    const measuredAt = now();
    report.lanes.push({ name: lane.name, about: lane.about, measuredAt, ...result });
    for (const { id, wanted, got, reached } of result.goals) {
      console.log(`   ${reached ? 'ok  ' : 'MISS'} ${id} ${wanted}: ${got}`);
    }
  } else {
    report.failed.push({ name: lane.name, why: answer.why.split('\n')[0] ?? '' });
    console.log(`   FAILED ${answer.why}`);
  }
  // After each lane: a run that is interrupted keeps what it has measured.
  if (isKept) await keep();
  console.log(`── ${lane.name}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
}

if (!isKept) console.log(toMarkdown(report));
process.exit(report.failed.length > 0 ? 1 : 0);

/** A lane that dies, or hangs until its time is up, is a lane without figures and nothing more. */
function inItsOwnProcess(order: LaneOrder): Promise<LaneAnswer> {
  return new Promise((resolve) => {
    // A group of its own: what the lane has started ends with it.
    const lane = fork(file('lane-process.ts'), [JSON.stringify(order)], { detached: true });
    let answer: LaneAnswer | null = null;
    const end = (signal: NodeJS.Signals): void => {
      try {
        process.kill(-lane.pid!, signal);
      } catch {
        // Gone already, and everything with it.
      }
    };
    const interrupted = (): void => {
      end('SIGTERM');
      process.exit(130);
    };
    process.once('SIGINT', interrupted);
    const limit = setTimeout(() => {
      answer ??= { ok: false, why: `It did not end in ${LANE_LIMIT_MS / 60_000} minutes` };
      end('SIGTERM');
      setTimeout(end, GRACE_MS, 'SIGKILL').unref();
    }, LANE_LIMIT_MS);
    lane.on('message', (message) => {
      answer ??= message as LaneAnswer;
    });
    lane.on('exit', (code, signal) => {
      clearTimeout(limit);
      process.off('SIGINT', interrupted);
      end('SIGKILL');
      resolve(answer ?? { ok: false, why: `It ended without a word (${signal ?? code})` });
    });
  });
}
