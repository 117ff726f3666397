import { expect, test } from 'vitest';
import { sweepFiles } from './sweep-files.ts';
import type { FileTrash } from './sweep-files.ts';

const trashOf = (names: string[]): FileTrash & { left: Set<string> } => {
  const left = new Set(names);
  return {
    left,
    next: async (limit) =>
      [...left].slice(0, limit).map((file) => {
        const [bucket_id = '', name = ''] = file.split(':');
        return { bucket_id, name };
      }),
    done: async (bucket, gone) => gone.forEach((name) => left.delete(`${bucket}:${name}`)),
  };
};

test('everything in the trash goes, bucket by bucket, in pieces that the storage takes', async () => {
  const names = Array.from({ length: 250 }, (_, n) => `${n % 2 ? 'photos' : 'files'}:${n}`);
  const trash = trashOf(names);
  const removed: string[] = [];
  const sizes: number[] = [];
  const swept = await sweepFiles(trash, async (bucket, files) => {
    sizes.push(files.length);
    removed.push(...files.map((name) => `${bucket}:${name}`));
  });
  expect(swept).toBe(250);
  expect(removed.toSorted()).toEqual(names.toSorted());
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  expect(trash.left.size).toBe(0);
});

test('what could not be taken away stays in the trash for the next time', async () => {
  const trash = trashOf(['photos:1', 'photos:2']);
  const fails = sweepFiles(trash, async () => Promise.reject(new Error('no storage')));
  await expect(fails).rejects.toThrow('no storage');
  expect(trash.left.size).toBe(2);
});
