import { once } from 'node:events';
import { expect, it } from 'vitest';
import './lite.ts';

it('lets a warning be an error, as Node does', async () => {
  const warned = once(process, 'warning');
  const warning = Object.assign(new Error('too many'), { name: 'MaxListenersExceededWarning' });
  process.emitWarning(warning);
  expect(await warned).toEqual([warning]);
});
