/**
 * Rare states that a set of runs must reach: a simulator that never gets there proves nothing about
 * them. How often each must be seen in 1,000 seeds, about a third of what is usual.
 */
export const GOALS: readonly (readonly [event: string, per1000: number])[] = [
  // Where a process died (db/crash-point.ts).
  ['died at CP-01', 30],
  ['died at CP-02', 30],
  ['died at CP-03', 40],
  ['died at CP-04', 50],
  ['died at CP-05', 30],
  ['died at CP-06', 12],
  ['died at CP-07', 15],
  ['died at CP-09', 20],
  ['died at CP-10', 20],
  ['died at CP-11', 10],
  ['died at CP-12', 8],
  ['died at CP-13', 3],
  ['at CP-15', 15],
  ['at CP-17', 40],
  // CP-08, CP-24: a batch dies half-way on the server.
  ['server died within a batch', 60],
  // CP-14: a leader dies and another tab is there.
  ['leader died beside another tab', 40],
  ['log no leader heard: taking the lock', 40],
  // Answers and requests.
  ['reply lost: sync_push', 150],
  ['reply lost: sync_pull', 250],
  ['reply lost: sync_window', 100],
  ['reply lost: sync_digest', 50],
  ['request arrived twice', 150],
  ['request lost', 600],
  ['request too large', 300],
  ['server busy', 200],
  ['captive portal', 100],
  // The engine's states (core/machine.ts).
  ['state backoff', 200],
  ['state offline', 2_000],
  ['state needs-auth', 40],
  ['state access-lost', 100],
  ['state storage-full', 80],
  ['state upgrade-needed', 60],
  // Storage.
  ['storage abort', 40],
  ['storage hang', 40],
  ['storage late', 40],
  ['worker replaced', 100],
  ['database closed under a tab', 60],
  // Identity and time.
  ['log starting again as a new device', 10],
  ['log the server asks to start over', 400],
  ['log a mutation was put aside', 40],
  ['log a batch leaves while the one before is stored', 100],
  ['token renewed, answer lost', 25],
  ['somebody else signed in', 40],
  ['profile put back', 4],
  ['clock jumped', 200],
  // The server and its people.
  ['server restored', 15],
  ['server forgot devices', 60],
  ['tombstones pruned', 120],
  ['member removed', 60],
  ['role changed', 150],
  ['two edit the same field', 80],
  ['a form was saved over news', 20],
];

/** Fewer runs than this say nothing about rare states. */
export const GOALS_FROM_RUNS = 100;

/** What was not reached often enough, in words. */
export const missedGoals = (counts: ReadonlyMap<string, number>, runs: number): string[] =>
  runs < GOALS_FROM_RUNS
    ? []
    : GOALS.flatMap(([event, per1000]) => {
        const wanted = Math.floor((per1000 * runs) / 1_000);
        const seen = counts.get(event) ?? 0;
        return seen < wanted ? [`«${event}» ${seen} times, ${wanted} wanted`] : [];
      });
