import type { BenchPage, Lab } from '../lab.ts';
import { atMost } from '../lane.ts';
import type { Comparison, Goal, Lane, LaneResult } from '../lane.ts';
import { median, timingOf, within } from '../measure.ts';
import { BENCH_USER, createSyncServer } from '../sync-server.ts';
import type { SyncServer } from '../sync-server.ts';
import { measureSignOut } from './sign-out.ts';

/** Each takes a quarter of a minute: the silence that a frozen leader is given. */
const FREEZES = 2;
const STANDSTILL = '/standstill';
/** Longer than anybody waits here: an answer that never comes. */
const NEVER_MS = 600_000;
const STEP_LIMIT_MS = 45_000;

export const tabs: Lane = {
  name: 'tabs',
  about:
    'Several tabs of one browser profile, of which one does the syncing. It goes while a change of ' +
    'the other tab is on its way to the server, so that the other one has to take over and send it ' +
    'again. The floor is a bare Web Lock that moves from a worker to a worker at the same moment.',
  run: async (options) => {
    const failover = await measureFailover(options.lab, options.isQuick, options.rounds);
    const left = await measureSignOut(options);
    return {
      comparisons: [...failover.comparisons, ...left.comparisons],
      goals: [...failover.goals, ...left.goals],
    };
  },
};

type How = 'closed' | 'crashed' | 'frozen';
/** Milliseconds from the end of the one to what the other does. */
type Turn = { leads: number; sent: number; bare: number };

const measureFailover = async (lab: Lab, isQuick: boolean, rounds: number): Promise<LaneResult> => {
  const server = createSyncServer({ clients: 80, daysBack: 5, daysAhead: 10 });
  lab.answerWith(async (request, response) => {
    // Whoever asks for this stands still.
    if (request.url === STANDSTILL) return true;
    return server.answer(request, response);
  });
  let leader = await lab.open('device');
  const { context } = leader;
  try {
    await join(leader, server);
    const all: Record<How, Turn[]> = { closed: [], crashed: [], frozen: [] };
    const order: How[] = [
      ...Array.from({ length: rounds }, (): How[] => ['closed', 'crashed']).flat(),
      ...Array.from({ length: isQuick ? 1 : FREEZES }, (): How => 'frozen'),
    ];
    for (const [turn, how] of order.entries()) {
      const heir = await leader.sibling('device');
      await join(heir, server);
      const took = await within(STEP_LIMIT_MS, fall(how, leader, heir, server, turn));
      all[how].push(took);
      console.log(`   ${how}: leads ${took.leads.toFixed(1)}, sent ${took.sent.toFixed(1)}`);
      // What stands still would hold the few lines that a browser has to one address.
      if (how !== 'closed') await leader.page.close();
      leader = heir;
    }
    return {
      comparisons: (['closed', 'crashed', 'frozen'] as const).map((how) => table(how, all[how])),
      goals: [
        ...goalsOf('G15', 100, 'the leading tab closes', all.closed),
        ...goalsOf('G15', 100, "the leading tab's worker dies", all.crashed),
        ...goalsOf('G15', 20_000, 'the leading tab freezes', all.frozen),
      ],
    };
  } finally {
    server.delayMs = 0;
    lab.answerWith(null);
    await context.close();
  }
};

const join = (tab: BenchPage, server: SyncServer): Promise<unknown> =>
  within(STEP_LIMIT_MS, tab.call('join', BENCH_USER, server.businessId, null));

/** The leader goes while it sends; answers what the heir did, and when. */
const fall = async (
  how: How,
  leader: BenchPage,
  heir: BenchPage,
  server: SyncServer,
  turn: number,
): Promise<Turn> => {
  if (!(await leader.call<boolean>('leads'))) throw new Error('Another tab leads');
  await heir.call('idle');
  server.takeCalls();
  server.delayMs = NEVER_MS;
  await heir.call('write', `turn ${turn}`);
  while (!server.takeCalls().some(({ name }) => name === 'sync_push')) await pause(5);
  server.delayMs = 0;

  const leading = heir.call<number>('leading');
  const sent = heir.call<number>('sent');
  // Whoever measures by waiting for one must not lose the other's failure.
  const done = Promise.all([leading, sent]);
  done.catch(() => undefined);
  const at = await end(how, leader);
  const [leadsAt, sentAt] = await done;
  const bareAt = how === 'frozen' ? Number.NaN : await heir.call<number>('holdingBareLock');
  return { leads: leadsAt - at, sent: sentAt - at, bare: bareAt - at };
};

/** Answers when it began, by the wall clock. */
const end = async (how: How, leader: BenchPage): Promise<number> => {
  if (how === 'crashed') return leader.call<number>('endWorkers');
  if (how === 'closed') {
    // From the order on: what the browser takes to close a tab is in it, for the floor too.
    const at = performance.timeOrigin + performance.now();
    await leader.page.close();
    return at;
  }
  const [worker] = leader.page.workers().filter((one) => !one.url().startsWith('blob:'));
  if (!worker) throw new Error('The leader has no worker');
  const session = await leader.context.newCDPSession(leader.page);
  const at = performance.timeOrigin + performance.now();
  // A worker that stands still, in a page that stands still: nobody is told, and the lock is held.
  worker
    .evaluate((path) => {
      const request = new XMLHttpRequest();
      request.open('GET', path, false);
      request.send();
    }, STANDSTILL)
    .catch(() => undefined);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  return at;
};

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms));

const WORDS: Record<How, string> = {
  closed: 'The leading tab is closed',
  crashed: "The leading tab's worker dies",
  frozen: 'The leading tab freezes and keeps the lock',
};

const table = (how: How, turns: readonly Turn[]): Comparison => {
  const bare = how === 'frozen' ? [] : turns.map((turn) => turn.bare);
  const of = (key: 'leads' | 'sent'): number[] => turns.map((turn) => turn[key]);
  return {
    title: WORDS[how],
    rounds: turns.length,
    thrownAway: 0,
    timings: [
      timingOf('Daybook: another tab leads', 'ours', of('leads'), bare),
      timingOf('Daybook: and has sent what was on its way', 'ours', of('sent'), bare),
      ...(bare.length > 0 ? [timingOf('a bare lock', 'floor', bare, bare)] : []),
    ],
  };
};

const goalsOf = (id: string, wantedMs: number, what: string, turns: readonly Turn[]): Goal[] => [
  atMost(id, wantedMs, `${what}: another leads`, median(turns.map(({ leads }) => leads))),
  atMost(id, wantedMs, `${what}: and has sent`, median(turns.map(({ sent }) => sent))),
];
