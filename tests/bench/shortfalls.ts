import type { Goal } from './lane.ts';

/** By goal: where the time or the weight goes, and what was done about it so far. */
const REASONS: Readonly<Record<string, string>> = {
  P4:
    'a week of 100 costs React about as much as one of 500: what is left is its fixed part, from the ' +
    'press to the commit. Done: packing and dragging count on plain numbers, cards are one element ' +
    'with one text, neighbours are read ahead, alerts of a week are asked for at once, and a closed ' +
    'menu no longer lays out the page in the middle of a step.',
  P5:
    'the same fixed part, four times slower. The next week is laid out and painted before it is asked ' +
    'for, column by column while the browser rests.',
  P7:
    'what makes a calendar usable by keys, by screen readers and by hand besides showing cards: columns ' +
    'of staff and rooms, classes, groups, blocks, buffers and gaps. Month, agenda, print, dragging and ' +
    'all sheets are fetched when they are wanted and do not count here.',
  P8:
    'fees, places, classes, the waitlist and forms came to the first step, and each brings rules that ' +
    'decide what is offered. Done: the local database, the outbox and the signed-in frame left what ' +
    'clients download (97 kB of later steps became 33), icons are bare lines, prices and later steps ' +
    'come when they are wanted.',
  P9:
    'every screen works without a connection, so every screen is kept, weighed here as it lies on the ' +
    'disk; less than 1 MB of it crosses the wire. Only screens that need the network anyway could be ' +
    'left out, and they are small.',
  P10:
    'a start reads the session, opens the database, asks for the week and draws it with React, one ' +
    'after the other; React and Dexie alone are the second floor of the lane. Done: what was fetched ' +
    'before is drawn at once (a fallback of React stays for 300 ms), the shell is fetched while ' +
    'unfinished sign-outs are looked for, storage is woken by the first script, and the week comes ' +
    'before its neighbours: half of what it was.',
  P18:
    'the step of a month draws all its days and the times of the first open one. Nothing is asked of ' +
    'the server for it.',
  G1:
    'rows lie in tables of their own under their indexes, and a page of the pull is durable together ' +
    'with its cursor, apart from edits that wait to be sent; the peers keep documents. Done: months ' +
    'with few rows come together, pauses are shorter, rows are not asked for one by one (16 s became ' +
    '10 s). What people wait for is the window that they look at, which comes first (G2, G3, P12).',
  G4:
    'each of the thousand is an answer of its own that is kept with what it changed, durably, before ' +
    'the next batch goes; the peers ask the server once for all and forget why one was refused. Done: ' +
    'the next batch is taken in the transaction of the last answer. With a network in between ' +
    '(40 ms a request) the goals against RxDB and Legend-State are met.',
  G5:
    'a change crosses the outbox, a push, the change log, a poke that says no more than a number, and a ' +
    'pull. Rows in the poke would save the pull, and go past the policies that judge who sees what.',
  G6:
    'by hand the rows of one table are read; ours are appointments with segments, clients, services ' +
    'and staff, as the screen draws them. Opening and reading stays well below what is wanted in ' +
    'milliseconds.',
  G11:
    'row, shadow, number and outbox entry are one transaction with strict durability: the time is the ' +
    "disk's. Done: a write waits for storage four times instead of eleven. Relaxed durability would " +
    'reach the goal and could lose what a person was told is saved.',
  P1: 'slower machines need more; the ratio to the sweep of the same run holds.',
  P2: 'slower machines need more; the ratio to the sweep of the same run holds.',
  G14: 'supabase/decisions/0006-where-the-time-goes.md says what each step costs and what was done.',
  P13: 'supabase/decisions/0006-where-the-time-goes.md says what each step costs and what was done.',
  R7:
    'the loads of the reliability plan were counted for one function with a lock and a constraint; ours ' +
    'judges rules, writes the log, the mail and the clock of the business, and whoever writes to one ' +
    'business takes turns (supabase/decisions/0001 and 0006). What must not happen at any rate is held: ' +
    'no overlap, no deadlock, one effect for each request.',
  P14: 'supabase/decisions/0001-one-turn-per-business.md: they take turns so that nobody waits for a deadlock.',
};

/** Why this goal is missed; a row of the loads has the words of all of them. */
export const reasonFor = (id: string): string | undefined =>
  REASONS[id] ?? REASONS[id.replace(/\..*/, '')];

/** A line for each goal of this run that was not reached. */
export const shortfalls = (goals: readonly Goal[]): string[] => {
  const missed = new Set(goals.filter(({ reached }) => !reached).map(({ id }) => id));
  return [...missed].map((id) => `- **${id}**: ${reasonFor(id) ?? 'not looked into yet.'}`);
};
