/** Operations that the real SQL takes, and some that it refuses. */
import type { Op } from '#domain/commands/op.ts';
import type { TableName } from '#domain/rows.ts';
import type { Dice } from './random.ts';

const newOp = (dice: Dice, ours: Set<string>): Op => {
  const id = dice.newId();
  ours.add(id);
  const note = `n${dice.below(100)}`;
  if (dice.chance(0.7)) {
    const value = { first_name: `f${dice.below(9)}`, last_name: 'L', note, tags: ['a'] };
    return { table: 'clients', id, op: 'put', value };
  }
  const value = {
    starts_at: '2027-03-01T10:00:00+00:00',
    ends_at: '2027-03-01T11:00:00+00:00',
    note,
  };
  return { table: 'time_blocks', id, op: 'put', value };
};

/** Mostly on rows that are, or were, there. */
export const someOp = (dice: Dice, known: Map<string, TableName>, ours: Set<string>): Op => {
  if (known.size === 0 || dice.chance(0.3)) {
    const op = newOp(dice, ours);
    known.set(op.id, op.table);
    return op;
  }
  const [id, table] = dice.pick([...known]);
  const note = `n${dice.below(4)}`;
  const kind = dice.next();
  if (kind < 0.1) return { table, id, op: 'delete', value: null };
  if (kind < 0.15) return { table, id, op: 'patch', value: { note, odd: 'poison' } };
  if (table === 'clients' && kind < 0.35) {
    const op = dice.chance(0.6) ? 'add' : 'remove';
    return { table, id, op, value: { tags: dice.pick(['a', 'b', 'c']) } };
  }
  if (table === 'clients' && kind < 0.45) {
    const value = { first_name: `f${dice.below(9)}`, last_name: 'L', note, tags: ['a'] };
    return { table, id, op: 'put', value };
  }
  const isName = table === 'clients' && dice.chance(0.5);
  return { table, id, op: 'patch', value: isName ? { first_name: `f${dice.below(9)}` } : { note } };
};
