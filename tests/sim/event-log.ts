/**
 * What happened in a run, as facts and in order, for a checker that shares nothing with the first
 * one (check-log.ts): what screens said, what each disk stored, what the server answered and holds.
 */
import type { AnyRow } from '#domain/rows.ts';
import type { Mutation } from '#domain/commands/op.ts';
import type { OutboxEntry } from '#db/schema.ts';
import type { PushAnswer } from '#sync/core/wire.ts';
import type { DiskChange } from '#sync/fakes/memory-disk.ts';
import type { ModelServer } from '#sync/fakes/model-server.ts';
import type { SimDevice } from './device.ts';
import type { Call } from './network.ts';
import { wholeDisk } from './profile-copy.ts';

export type Rights = { role: 'owner' | 'narrow' | 'own' | 'none'; epoch: string };

export type SimEvent =
  | { kind: 'watch'; device: string; user: string }
  /** The screen said saved. */
  | { kind: 'saved'; device: string; id: string; ops: Mutation['ops'] }
  | { kind: 'stored'; device: string; change: DiskChange }
  /** The disk is another one now; what was only on the old one is gone by the person's own doing. */
  | { kind: 'put back'; device: string; change: DiskChange }
  | { kind: 'judged'; user: string; id: string; status: string }
  | { kind: 'committed'; rev: number; rows: [key: string, rev: number, row: AnyRow | null][] }
  | { kind: 'rights'; users: Map<string, Rights> }
  | { kind: 'backup' }
  | { kind: 'restored' }
  /** Whether this device must be equal to the server: its user is a member and nothing was given up. */
  | { kind: 'end'; device: string; isWhole: boolean };

export type EventLog = {
  list: SimEvent[];
  watch: (device: SimDevice) => void;
  saved: (device: SimDevice, entry: OutboxEntry) => void;
  putBack: (device: SimDevice) => void;
  served: (call: Call) => void;
  rights: () => void;
  backup: () => void;
  restored: () => void;
  end: (devices: readonly SimDevice[]) => void;
};

export const createEventLog = (server: ModelServer): EventLog => {
  const list: SimEvent[] = [];
  let head = 0;
  const rowsSince = (rev: number): [string, number, AnyRow | null][] =>
    server.tables
      .since(rev)
      .map((change) => [`${change.table}:${change.id}`, change.rev, change.row]);
  server.onCommit((rev) => {
    list.push({ kind: 'committed', rev, rows: rowsSince(head) });
    head = rev;
  });
  const rights = (): void => {
    const users = new Map<string, Rights>();
    for (const user of server.users.values()) {
      users.set(user.id, {
        role: user.active ? user.role : 'none',
        epoch: `${server.epoch}.${user.epoch}`,
      });
    }
    list.push({ kind: 'rights', users });
  };
  return {
    list,
    watch: (device) => {
      const { name } = device;
      list.push({ kind: 'watch', device: name, user: device.link.userId });
      device.disk.journal = (change) => void list.push({ kind: 'stored', device: name, change });
    },
    saved: ({ name }, { id, ops }) => void list.push({ kind: 'saved', device: name, id, ops }),
    putBack: (device) =>
      void list.push({ kind: 'put back', device: device.name, change: wholeDisk(device.disk) }),
    served: ({ name, userId, body }) => {
      const answer = body as PushAnswer;
      if (name !== 'sync_push' || !answer.ok) return;
      for (const { id, status } of answer.results)
        list.push({ kind: 'judged', user: userId, id, status });
    },
    rights,
    backup: () => void list.push({ kind: 'backup' }),
    restored: () => {
      list.push({ kind: 'restored' });
      head = server.tables.rev();
      rights();
    },
    end: (devices) => {
      rights();
      for (const device of devices) {
        if (device.isAbsent) continue;
        const coverage = device.disk.meta.get('coverage');
        const isMember = server.users.get(device.link.userId)?.active === true;
        const gaveUp = coverage?.key === 'coverage' && coverage.dropped.length > 0;
        list.push({ kind: 'end', device: device.name, isWhole: isMember && !gaveUp });
      }
    },
  };
};
