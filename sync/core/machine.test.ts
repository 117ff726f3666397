import { describe, expect, test } from 'vitest';
import {
  STOPPED,
  TABLE,
  transition,
  type Event,
  type EventKind,
  type Machine,
  type StateName,
} from './machine.ts';

const run = (events: Event[], from: Machine = STOPPED) => {
  let machine = from;
  const story: string[] = [];
  for (const event of events) {
    const [next, effects] = transition(machine, event);
    machine = next;
    story.push(`${event.kind} → ${machine.state} [${effects.map((e) => e.kind).join()}]`);
  }
  return { machine, story };
};

const start: Event = { kind: 'start' };
const wake = (eager = false): Event => ({ kind: 'wake', eager });
const pushed = (more = false): Event => ({ kind: 'pushed', more, heard: true });
const pulled = (more = false): Event => ({ kind: 'pulled', more });
const server = (retryAfterMs: number | null = null): Event => ({
  kind: 'failed-server',
  retryAfterMs,
});
const network = (portal = false): Event => ({ kind: 'failed-network', portal });

const EVENTS: Record<EventKind, Event> = {
  start,
  stop: { kind: 'stop' },
  wake: wake(true),
  timer: { kind: 'timer' },
  pushed: pushed(),
  pulled: pulled(),
  'failed-network': network(),
  'failed-server': server(),
  'failed-auth': { kind: 'failed-auth' },
  'failed-access': { kind: 'failed-access' },
  'failed-upgrade': { kind: 'failed-upgrade' },
  'failed-storage': { kind: 'failed-storage' },
  token: { kind: 'token' },
  'new-token': { kind: 'new-token' },
  'no-token': { kind: 'no-token' },
  room: { kind: 'room' },
  'no-room': { kind: 'no-room' },
};

/** Rows: states. Columns: events in the order of EVENTS. '.' = stays. */
// prettier-ignore
const EXPECTED: Record<StateName, string> = {
  //                 start    stop     wake     timer    pushed   pulled   network  server   auth     access   upgrade  storage  token    new      no-token room     no-room
  stopped:          'pushing  .        .        .        .        .        .        .        .        .        .        .        .        .        .        .        .',
  idle:             '.        stopped  pushing  .        .        .        offline  backoff  pushing  lost     old      full     .        pushing  locked   .        .',
  pushing:          '.        stopped  .        .        pulling  .        offline  backoff  .        lost     old      full     .        .        locked   .        .',
  pulling:          '.        stopped  .        .        .        idle     offline  backoff  .        lost     old      full     .        .        locked   .        .',
  backoff:          '.        stopped  .        pushing  .        .        .        .        .        lost     old      .        .        .        locked   .        .',
  offline:          '.        stopped  pushing  pushing  .        .        .        .        .        lost     old      .        .        pushing  locked   .        .',
  'needs-auth':     '.        stopped  .        .        .        .        .        .        .        .        .        .        .        pushing  .        .        .',
  'access-lost':    '.        stopped  .        .        .        .        .        .        .        .        .        .        .        pushing  .        .        .',
  'storage-full':   '.        stopped  pushing  pushing  .        .        .        .        .        lost     old      .        .        .        locked   pushing  .',
  'upgrade-needed': '.        stopped  .        .        .        .        .        .        .        .        .        .        .        .        .        .        .',
};
const SHORT: Record<string, StateName> = {
  lost: 'access-lost',
  old: 'upgrade-needed',
  full: 'storage-full',
  locked: 'needs-auth',
};

describe('[SYN-40] every state answers every event', () => {
  for (const [state, line] of Object.entries(EXPECTED) as [StateName, string][]) {
    const targets = line.split(/ +/);
    test(`${state}`, () => {
      const kinds = Object.keys(EVENTS) as EventKind[];
      expect(Object.keys(TABLE[state])).toHaveLength(kinds.length);
      const reached = kinds.map((kind) => transition({ ...STOPPED, state }, EVENTS[kind])[0].state);
      const expected = targets.map((target) =>
        target === '.' ? state : (SHORT[target] ?? target),
      );
      expect(reached).toEqual(expected);
    });
  }
});

test('[SYN-40] a cycle pushes until nothing is left, then pulls until nothing is new, then rests', () => {
  expect(run([start, pushed(true), pushed(), pulled(true), pulled()]).story).toEqual([
    'start → pushing [push]',
    'pushed → pushing [push]',
    'pushed → pulling [pull]',
    'pulled → pulling [pull]',
    'pulled → idle [rest]',
  ]);
});

test('what happens during a cycle leads to one more, however often it happened', () => {
  expect(
    run([start, wake(), wake(), pushed(), wake(true), pulled(), pushed(), pulled()]).story,
  ).toEqual([
    'start → pushing [push]',
    'wake → pushing []',
    'wake → pushing []',
    'pushed → pulling [pull]',
    'wake → pulling []',
    'pulled → pushing [push]',
    'pushed → pulling [pull]',
    'pulled → idle [rest]',
  ]);
});

test('[SYN-43] failures in a row wait longer, a success starts over', () => {
  const attempts: number[] = [];
  let machine = STOPPED;
  for (const event of [start, server(), EVENTS.timer, server(), EVENTS.timer, pushed(), server()]) {
    const [next, effects] = transition(machine, event);
    machine = next;
    for (const effect of effects) if (effect.kind === 'wait') attempts.push(effect.attempt);
  }
  expect(attempts).toEqual([0, 1, 0]);
});

test('[SYN-43] nothing to send is no answer: who is offline with an empty outbox asks less and less often', () => {
  const attempts: number[] = [];
  let machine = STOPPED;
  const nothing: Event = { kind: 'pushed', more: false, heard: false };
  for (const event of [start, nothing, network(true), EVENTS.timer, nothing, network(true)]) {
    const [next, effects] = transition(machine, event);
    machine = next;
    for (const effect of effects) if (effect.kind === 'wait') attempts.push(effect.attempt);
    if (event === EVENTS.timer) expect(transition(machine, nothing)[0].portal).toBe(true);
  }
  expect(attempts).toEqual([0, 1]);
});

test('[SYN-43] the wish of a busy server outweighs eager wakes', () => {
  const { machine } = run([start, server(5_000), wake(true)]);
  expect(machine.state).toBe('backoff');
});

test('offline, only an eager reason tries again before the time', () => {
  expect(run([start, network(), wake(false)]).machine.state).toBe('offline');
  expect(run([start, network(), wake(true)]).machine.state).toBe('pushing');
});

test('[SYN-44] a refused token is renewed once, refused again it locks', () => {
  const auth = EVENTS['failed-auth'];
  expect(run([start, auth, EVENTS.token, auth]).story).toEqual([
    'start → pushing [push]',
    'failed-auth → pushing [refresh-token]',
    'token → pushing [push]',
    'failed-auth → needs-auth []',
  ]);
  // A success in between: the next refusal is a new story.
  expect(run([start, auth, EVENTS.token, pushed(), auth]).story.at(-1)).toBe(
    'failed-auth → pulling [refresh-token]',
  );
});

test('[SYN-44] a new token from the window ends the old refusal: nobody is locked out by a late 401', () => {
  const auth = EVENTS['failed-auth'];
  const { story } = run([start, auth, EVENTS.token, EVENTS['new-token'], auth]);
  expect(story.at(-1)).toBe('failed-auth → pushing [refresh-token]');
});

test('[SYN-44] a token that cannot be renewed for lack of network locks nobody out', () => {
  expect(run([start, EVENTS['failed-auth'], network()]).machine.state).toBe('offline');
});

test('[SYN-42] a captive portal is remembered until somebody answers', () => {
  const { machine } = run([start, network(true), EVENTS.timer]);
  expect(machine).toMatchObject({ state: 'pushing', portal: true });
  expect(transition(machine, pushed())[0].portal).toBe(false);
});

test('[SYN-46] a full device makes room and goes on, or waits', () => {
  const full = EVENTS['failed-storage'];
  expect(run([start, pushed(), full, EVENTS.room]).story.slice(2)).toEqual([
    'failed-storage → storage-full [make-room]',
    'room → pushing [push]',
  ]);
  expect(run([start, full, EVENTS['no-room']]).story.at(-1)).toBe('no-room → storage-full [wait]');
});
