import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { log, logError, recentLog } from './log.ts';
import { expectConsoleErrors } from '#tests/setup/unit.ts';

it('keeps the newest 400 lines, redacted, oldest first', async () => {
  for (let at = 0; at < 405; at += 1) log('debug', `line ${at}`);
  log('info', 'mail to ana@example.com', { count: 2 });
  const lines = await recentLog();
  expect(lines).toHaveLength(400);
  expect(lines[0]?.message).toBe('line 6');
  expect(lines.at(-1)).toMatchObject({ level: 'info', message: 'mail to [mail]' });
  expect(lines.at(-1)?.facts).toBe('{"count":2}');
});

it('keeps where an exception came from', async () => {
  expectConsoleErrors();
  logError('Drawing failed', new TypeError('x is not a function'));
  const last = (await recentLog()).at(-1);
  expect(last).toMatchObject({ level: 'error', message: 'Drawing failed' });
  expect(last?.facts).toContain('x is not a function');
  expect(last?.facts).toContain('log.test.ts');
});

it('survives facts that cannot be printed', async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  log('debug', 'round', circle);
  expect((await recentLog()).at(-1)?.facts).toBe('[not printable]');
});
