import { atMost, atMostTimes, sides } from '../lane.ts';
import type { Lane } from '../lane.ts';
import { measure, median } from '../measure.ts';

type Export = { took: number; longest: number; bytes: number; rows: number };

/** A day's worth of a busy business. */
const READ_DAYS = 4;

export const local: Lane = {
  name: 'local',
  about:
    'The local database by itself: rows written and read through Dexie against bare IndexedDB with ' +
    'the same indexes, live queries that a pull wakes, pending changes played again, an import, and everything carried away in one file.',
  run: async ({ lab, rounds, isQuick }) => {
    const count = isQuick ? 1_000 : 5_000;
    const pending = isQuick ? 100 : 1_000;
    const clients = isQuick ? 1_000 : 20_000;
    const page = await lab.open('local');
    await page.call('open');
    const written = await measure({
      rounds,
      variants: [
        { name: 'Dexie, as the product uses it', kind: 'ours', run: () => page.call('put', count) },
        { name: 'IndexedDB by hand', kind: 'floor', run: () => page.call('rawPut', count) },
      ],
    });
    const read = await measure({
      rounds,
      variants: [
        { name: 'Dexie', kind: 'ours', run: () => page.call('read', READ_DAYS) },
        { name: 'IndexedDB by hand', kind: 'floor', run: () => page.call('rawRead', READ_DAYS) },
      ],
    });
    const affected = await page.call<{ rows: number; again: number }>('affected');
    await page.close();

    const rebases: number[] = [];
    const imports: { took: number; longest: number }[] = [];
    for (let round = 0; round < Math.min(rounds, 3); round += 1) {
      const fresh = await lab.open('local');
      await fresh.call('open');
      rebases.push(await fresh.call<number>('rebase', pending));
      imports.push(await fresh.call('import', clients));
      await fresh.close();
    }
    const longest = median(imports.map((one) => one.longest));

    const old = await lab.open('local');
    await old.call('open');
    const rows = await old.call<number>('grow', clients);
    const exports: Export[] = [];
    const note = (): Promise<number> =>
      old.call<Export>('exportBeside').then((one) => {
        exports.push(one);
        return one.took;
      });
    const exported = await measure({
      rounds: Math.min(rounds, 3),
      warmUps: 0,
      variants: [
        { name: 'in its worker, as the product does', kind: 'ours', run: note },
        {
          name: 'in the window, where no worker starts',
          kind: 'peer',
          run: () => old.call<Export>('exportInWindow').then(({ took }) => took),
        },
      ],
    });
    await old.close();
    if (exports.some((one) => one.rows !== rows)) throw new Error('the export lacks rows');
    return {
      comparisons: [
        { title: `${count} appointments written`, ...written },
        { title: `${READ_DAYS} days of them read`, ...read },
        {
          title: `${rows} rows in one ZIP`,
          note: `${Math.round(median(exports.map(({ bytes }) => bytes)) / 1e6)} MB.`,
          ...exported,
        },
      ],
      goals: [
        atMostTimes(
          'P11',
          1.15,
          `${count} rows written, times by hand`,
          sides(written).ours.timesFloor ?? 0,
        ),
        atMostTimes('P11', 1.15, 'a range read, times by hand', sides(read).ours.timesFloor ?? 0),
        {
          id: 'G12',
          wanted: `of 20 queries, ${affected.rows} new rows of two days wake ≤ 2`,
          got: `${affected.again}`,
          reached: affected.again <= 2,
        },
        atMost('G13', 1_000, `${pending} pending over ${pending} changed rows`, median(rebases)),
        atMost(
          'P17',
          10_000,
          `import of ${clients} clients, written`,
          median(imports.map((one) => one.took)),
        ),
        atMost('P17', 50, 'the longest task of the window meanwhile', longest),
        atMost('P17', 10_000, `export of ${rows} rows`, sides(exported).ours.median),
        atMost(
          'P17',
          50,
          'the longest task of the window during the export',
          median(exports.map((one) => one.longest)),
        ),
      ],
    };
  },
};
