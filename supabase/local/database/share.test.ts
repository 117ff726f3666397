import { expect, it } from 'vitest';
import { Share, ShareIsFull } from './share.ts';

/** Work that ends when it is told to. */
function held() {
  let end: (failure?: Error) => void = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    end = (failure) => (failure ? reject(failure) : resolve());
  });
  return { end, run: () => ended };
}

it('lets so many in at once and the others in their order', async () => {
  const share = new Share(2, 9);
  const began: number[] = [];
  const works = Array.from({ length: 4 }, held);
  const runs = works.map((work, n) => share.run(() => (began.push(n), work.run())));
  expect(began).toEqual([0, 1]);
  works[1]!.end();
  await runs[1];
  expect(began).toEqual([0, 1, 2]);
  works[0]!.end();
  await runs[0];
  expect(began).toEqual([0, 1, 2, 3]);
  for (const work of works) work.end();
  await Promise.all(runs);
});

it('refuses at once when the line is full, and lets in again when it is not', async () => {
  const share = new Share(1, 1);
  const [first, second] = [held(), held()];
  const runs = [share.run(first.run), share.run(second.run)];
  await expect(share.run(async () => 'third')).rejects.toThrow(ShareIsFull);
  first.end();
  second.end();
  await Promise.all(runs);
  expect(await share.run(async () => 'third')).toBe('third');
});

it('gives the place of work that fails to the next', async () => {
  const share = new Share(1, 1);
  const first = held();
  const failing = share.run(first.run);
  const next = share.run(async () => 'next');
  first.end(new Error('no'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});
