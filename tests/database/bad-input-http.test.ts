import { expect, test } from 'vitest';
import { openFunctions } from './bad-input/functions.ts';
import { rawBodies } from './bad-input/raw-bodies.ts';
import { routes } from './bad-input/routes.ts';
import { everything } from './bad-input/traces.ts';
import { ask, useWorld } from './bad-input/world.ts';

/**
 * Whatever is sent to whatever is open, by HTTP to a real PostgreSQL (reliability.md 9.2): the fault is the
 * sender's, who is told so in words; nothing is stored, and nothing of the inside is told.
 */
const world = useWorld();

test('what is taken is seen in the traces, and undone', async () => {
  const { args } = world.calls['book']!;
  const { status, mark } = await ask(world, '/rest/v1/rpc/book', { body: JSON.stringify(args) });
  expect([status, world.traces.of(mark)]).toEqual([
    200,
    expect.arrayContaining([expect.stringContaining('public.appointments:')]),
  ]);
  expect(await everything(world.backend.sql)).toEqual(world.traces.before);
});

openFunctions(world);
rawBodies(world);
routes(world);

test('after all of that everything is as it was, and the log knows of no error', async () => {
  expect(await everything(world.backend.sql)).toEqual(world.traces.before);
  expect(world.backend.logged.filter(({ level }) => level === 'error')).toEqual([]);
});
