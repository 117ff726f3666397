// Takes one promise after the other out of a copy of the sources and looks who notices.
//   npx tsx tests/sim/reverts.ts [part of a name]
// What only the database can break (the clock's lock, the log, keys with their tenant, policies) is
// taken out by tests of its own, which run with the others: supabase/tests/database/races/reverts
// and permissions/policy-mutants.
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Revert = {
  name: string;
  /** Every one of these must be there, exactly so. */
  changes: [file: string, from: string, to: string][];
  /** Vitest files that must fail; without any, the simulator must. */
  tests?: string[];
  /** The first seed that is tried, when it is rare. */
  from?: number;
};

const SEEDS = 600;
const root = fileURLToPath(new URL('../../', import.meta.url));
const COPIED = [
  '.ci',
  'src',
  'sync',
  'supabase',
  'sw',
  'tests',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
];

const REVERTS: Revert[] = [
  {
    name: 'the mutation log is not asked (model)',
    changes: [
      [
        'sync/fakes/model-server.ts',
        'const known = judged.get(id);',
        'const known = judged.get(`${id}?`);',
      ],
    ],
  },
  {
    name: 'the mutation log is not asked (SQL)',
    changes: [
      [
        'supabase/migrations/20261101000330_sync_judge.sql',
        'where l.business_id = business and l.mutation_id = mutation;',
        'where l.business_id = business and l.mutation_id = mutation and false;',
      ],
    ],
    tests: ['tests/sim/model-and-sql.test.ts'],
  },
  {
    name: 'the cursor moves in a transaction of its own',
    changes: [
      [
        'sync/engine/pull.ts',
        "  await transact(deps, 'write', tablesOf(answer, pending), async (tx) => {",
        `  await transact(deps, 'write', [], async (tx) => {
    const now = await tx.meta('sync');
    if (now !== undefined) await tx.putMeta({ ...now, cursor: answer.cursor });
  });
  await transact(deps, 'write', tablesOf(answer, pending), async (tx) => {`,
      ],
      [
        'sync/engine/pull.ts',
        'if (now?.cursor !== sync.cursor || now.generation !== sync.generation) {',
        'if (now?.generation !== sync.generation) {',
      ],
    ],
  },
  {
    name: 'pending changes are not played again (rebase)',
    changes: [
      [
        'sync/core/merge.ts',
        'const next = replay(confirmed, ops, input);',
        'const next = confirmed;',
      ],
    ],
  },
  {
    name: 'the fencing number is not compared',
    changes: [
      [
        'sync/engine/merge.ts',
        'if ((sync?.leader_epoch ?? 0) !== lead.epoch)',
        'if ((sync?.leader_epoch ?? 0) < lead.epoch)',
      ],
    ],
    tests: ['sync/engine'],
  },
  {
    name: 'the outbox entry is stored outside of the transaction (Dexie)',
    changes: [
      [
        'src/db/write-tx.ts',
        'putEntry: async (entry) => void (await db.outbox.put(entry)),',
        'putEntry: async (entry) => void setTimeout(() => void db.outbox.put(entry)),',
      ],
    ],
    tests: ['src/db/write.test.ts'],
  },
  {
    name: 'the outbox entry is stored outside of the transaction (simulator)',
    changes: [
      [
        'sync/fakes/memory-tx.ts',
        'async putEntry(entry: OutboxEntry): Promise<void> {\n    this.#outbox.set(entry.seq, entry);',
        'async putEntry(entry: OutboxEntry): Promise<void> {\n    this.#disk.outbox.set(entry.seq, entry);',
      ],
    ],
  },
  {
    name: 'the browser may say saved before the disk has it (strict durability)',
    changes: [
      [
        'src/db/open.ts',
        "chromeTransactionDurability: 'strict'",
        "chromeTransactionDurability: 'default'",
      ],
    ],
    tests: ['src/db/write.test.ts'],
  },
  {
    name: 'a form that stayed open claims to have seen what came meanwhile',
    changes: [['src/db/outbox.ts', 'draft.seenRev ?? Infinity', 'Infinity']],
    from: 1_301,
  },
  {
    name: 'a fresh start takes a window from before the last push',
    changes: [['sync/engine/start-over.ts', 'if ((await whereWeAre(tx)) !== asked) return;', '']],
    tests: ['sync/engine/tab-trouble.test.ts'],
  },
  {
    name: 'what the server may have takes in more, under new numbers',
    changes: [
      [
        'sync/engine/identity.ts',
        'sent_seq: before.filter(({ seq }) => seq <= sentSeq).length',
        'sent_seq: sentSeq * 0',
      ],
    ],
    tests: ['sync/engine/tab-trouble.test.ts'],
  },
  {
    name: 'a worker that is told to let go waits for storage',
    changes: [
      [
        'sync/engine/leadership.ts',
        'Promise.race([options.raiseEpoch(), released.then(() => null)])',
        'options.raiseEpoch()',
      ],
    ],
    tests: ['sync/engine/tab-trouble.test.ts'],
  },
  {
    name: 'any token is good enough, whosever it is',
    changes: [
      [
        'sync/engine/requests.ts',
        'known = current?.userId === deps.store.userId ? current : null;',
        'known = current;',
      ],
    ],
  },
  {
    name: 'what is not sent may count as confirmed',
    changes: [
      [
        'sync/engine/pull.ts',
        'answer.last_seq > device.sent_seq',
        'answer.last_seq >= device.next_seq',
      ],
    ],
    tests: ['sync/engine/tab-trouble.test.ts'],
  },
  {
    name: 'a push does not name its epoch',
    changes: [
      ['sync/engine/push.ts', '...(taken.epoch === null ? {} : { epoch: taken.epoch }),', ''],
    ],
    tests: ['sync/engine/tab-trouble.test.ts'],
  },
  {
    name: 'a lead that cannot be taken is told to nobody',
    changes: [['sync/engine/tab.ts', 'raiseEpoch().catch(cannotLead)', 'raiseEpoch()']],
    from: 1_501,
  },
  {
    name: 'making room forgets what is pending',
    changes: [['sync/engine/room.ts', '.filter((id) => !pending.has(rowKey(table, id)))', '']],
    tests: ['sync/engine/room.test.ts'],
  },
  {
    name: 'an answer of history from before a fresh start is stored',
    changes: [
      [
        'sync/engine/history.ts',
        'coverage === undefined || sync?.generation !== generation',
        'coverage === undefined || (sync?.generation ?? 0) < generation',
      ],
    ],
    tests: ['sync/engine/tab-trouble.test.ts'],
  },
];

const run = (
  folder: string,
  command: string,
  args: string[],
): { isBroken: boolean; said: string } => {
  const done = spawnSync('npx', ['--no-install', command, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { isBroken: done.status !== 0, said: `${done.stdout}${done.stderr}` };
};

/** Who noticed, in one line; null = nobody. A run that could not even start notices nothing. */
const noticed = (folder: string, revert: Revert): string | null => {
  if (revert.tests !== undefined) {
    const { isBroken, said } = run(folder, 'vitest', ['run', '--maxWorkers=1', ...revert.tests]);
    const [first] = [...said.matchAll(/FAIL\s+(?:\|\w+\|\s+)?(\S+\.test\.ts > .*)/g)];
    if (isBroken && first === undefined) throw new Error(said.slice(-2_000));
    return first?.[1] ?? null;
  }
  const { isBroken, said } = run(folder, 'tsx', [
    'tests/sim/run.ts',
    `--from=${revert.from ?? 1}`,
    `--runs=${SEEDS}`,
    '--jobs=1',
  ]);
  const found = /^FAILED (seed \d+: [^{"\n]*)/m.exec(said);
  if (isBroken && found === null) throw new Error(said.slice(-2_000));
  return found?.[1] ?? null;
};

const wanted = process.argv[2] ?? '';
for (const revert of REVERTS) {
  if (!revert.name.includes(wanted)) continue;
  const folder = await mkdtemp(join(tmpdir(), 'daybook-revert-'));
  try {
    for (const part of COPIED) await cp(join(root, part), join(folder, part), { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, from, to] of revert.changes) {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not say: ${from}`);
      await writeFile(path, text.replace(from, to));
    }
    const by = noticed(folder, revert);
    console.log(`${by === null ? 'NOBODY NOTICED' : 'noticed'}  ${revert.name}\n    ${by ?? ''}`);
    if (by === null) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
