import type { ClientRow, Uuid } from '#domain/rows.ts';
import { duplicateKeys, mayShareName, nameKey, sureness } from './duplicates.ts';
import type { SetReason } from './duplicates.ts';
import { areFamily } from './guardian.ts';
import { byAge } from './merge.ts';

/** `score`: how sure it is that they are one person, of 100. */
export type DuplicateSet = { clients: ClientRow[]; reasons: SetReason[]; score: number };

/**
 * Finds active clients who may be one person; show it every client, in any order. Those who only share a
 * name stand in sets of two, by themselves: they never make one set of two others.
 */
export const createDuplicateFinder = () => {
  const firstByKey = new Map<string, ClientRow>();
  const firstByName = new Map<string, ClientRow>();
  const leader = new Map<Uuid, Uuid>();
  const reasons = new Map<Uuid, Set<SetReason>>();
  const involved = new Map<Uuid, ClientRow>();
  const sameNames: [ClientRow, ClientRow][] = [];
  const rootOf = (id: Uuid): Uuid => {
    const next = leader.get(id);
    return next === undefined || next === id ? id : rootOf(next);
  };
  const addName = (client: ClientRow): void => {
    const name = nameKey(client);
    const first = name === null ? undefined : firstByName.get(name);
    if (name !== null && !first) firstByName.set(name, client);
    if (first && !areFamily(first, client) && mayShareName(first, client)) {
      sameNames.push([first, client]);
    }
  };
  return {
    add: (client: ClientRow): void => {
      if (client.status !== 'active') return;
      addName(client);
      for (const { key, reason } of duplicateKeys(client)) {
        const first = firstByKey.get(key);
        if (!first) {
          firstByKey.set(key, client);
          continue;
        }
        if (areFamily(first, client)) continue;
        involved.set(first.id, first).set(client.id, client);
        leader.set(rootOf(client.id), rootOf(first.id));
        reasons.set(client.id, (reasons.get(client.id) ?? new Set()).add(reason));
      }
    },
    /** The surest first. */
    sets: (): DuplicateSet[] => {
      const byRoot = new Map<Uuid, { clients: ClientRow[]; reasons: Set<SetReason> }>();
      for (const client of involved.values()) {
        const root = rootOf(client.id);
        const set = byRoot.get(root) ?? { clients: [], reasons: new Set<SetReason>() };
        set.clients.push(client);
        for (const reason of reasons.get(client.id) ?? []) set.reasons.add(reason);
        byRoot.set(root, set);
      }
      const alone: { clients: ClientRow[]; reasons: Set<SetReason> }[] = [];
      for (const [a, b] of sameNames) {
        const set = byRoot.get(rootOf(a.id));
        if (set && rootOf(a.id) === rootOf(b.id)) set.reasons.add('name');
        else alone.push({ clients: [a, b], reasons: new Set(['name']) });
      }
      return [...byRoot.values(), ...alone]
        .map((set) => ({
          clients: byAge(set.clients),
          reasons: [...set.reasons],
          score: sureness([...set.reasons]),
        }))
        .toSorted((a, b) => b.score - a.score);
    },
  };
};
