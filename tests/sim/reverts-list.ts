/** The promises that `npm run test:reverts` takes out of the sources, one after the other. */

export type Revert = {
  name: string;
  /** Every one of these must be there, exactly so. */
  changes: [file: string, from: string, to: string][];
  /** Vitest files that must fail; without any, the simulator must. */
  tests?: string[];
  /** The first seed that is tried, when it is rare. */
  from?: number;
};

/** What only the database can break is taken out by tests of its own (see reverts.ts). */
export const REVERTS: Revert[] = [
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
        "  await transact(deps, 'write', [...tables], async (tx) => {",
        `  await transact(deps, 'write', [], async (tx) => {
    const now = await tx.meta('sync');
    if (now !== undefined) await tx.putMeta({ ...now, cursor: answer.cursor });
  });
  await transact(deps, 'write', [...tables], async (tx) => {`,
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
        'putEntries: async (entries) => void (await db.outbox.bulkPut([...entries])),',
        'putEntries: async (entries) => void setTimeout(() => void db.outbox.bulkPut([...entries])),',
      ],
    ],
    tests: ['src/db/write.test.ts'],
  },
  {
    name: 'the outbox entry is stored outside of the transaction (simulator)',
    changes: [
      [
        'sync/fakes/memory-tx.ts',
        'async putEntries(entries: readonly OutboxEntry[]): Promise<void> {\n    for (const entry of entries) this.#outbox.set(entry.seq, entry);',
        'async putEntries(entries: readonly OutboxEntry[]): Promise<void> {\n    for (const entry of entries) this.#disk.outbox.set(entry.seq, entry);',
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
    changes: [
      [
        'src/db/outbox.ts',
        'const { at, seenRev = Infinity } = draft;',
        'const { at } = draft, seenRev = Infinity;',
      ],
    ],
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
    name: 'what was typed into the entry that waits last is not read again',
    changes: [
      [
        'sync/engine/push.ts',
        '=== count ? [...before, ...tail] : tx.outbox();',
        '=== count ? known : tx.outbox();',
      ],
    ],
    tests: ['sync/engine/tab.test.ts'],
  },
  {
    name: 'a batch leaves behind one that the server took in part',
    changes: [
      [
        'sync/engine/push.ts',
        'if (first === undefined || first.seq !== last_seq + 1) return null;',
        'if (first === undefined) return null;',
      ],
    ],
    tests: ['sync/engine/push.test.ts'],
  },
  {
    name: 'a batch that leaves early was not marked as sent',
    changes: [
      [
        'sync/engine/push.ts',
        'const last = next.at(-1) ?? batch.at(-1);',
        'const last = batch.at(-1);',
      ],
    ],
    tests: ['sync/engine/push.test.ts'],
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
