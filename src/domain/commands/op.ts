import type { Instant, TableName, Uuid } from '#domain/rows.ts';

/**
 * One row operation inside a mutation, judged alike by device and server.
 *
 * - `put`: value is the whole row without rev, created_at, updated_at, created_by
 * - `patch`: value holds changed fields only
 * - `add` / `remove`: value is `{field: element}` for a set-valued (array) field
 * - `delete`: value is null
 */
export type Op = {
  table: TableName;
  id: Uuid;
  op: 'put' | 'patch' | 'delete' | 'add' | 'remove';
  value: Record<string, unknown> | null;
};

/** One named, atomic change made by a person, as it travels to the server. */
export type Mutation = {
  id: Uuid;
  /** Per device, without gaps, never reused. */
  seq: number;
  /** Dotted, for people, audit and undo: `appointment.move`, `client.create`. */
  name: string;
  /** Device time corrected by the server offset. */
  at: Instant;
  /** The device's cursor when the mutation was made: what the person had seen. */
  base_rev: number;
  ops: Op[];
};
