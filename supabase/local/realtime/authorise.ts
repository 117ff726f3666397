// Permissions on private channels: what the row-level policies on realtime.messages say for this
// person and topic. See realtime_local.access in ../sql/realtime.sql.

import { isObject, type Query } from './contract.ts';
import type { Identity } from './identity.ts';

export interface Access {
  readonly broadcast: boolean;
  readonly presence: boolean;
}

/** Rejects when a policy itself fails; callers must treat that as "no". */
export type Authorise = (
  kind: 'read' | 'write',
  topic: string,
  identity: Identity,
) => Promise<Access>;

export function createAuthorise(query: Query): Authorise {
  return async (kind, topic, identity) => {
    const rows = await query(
      'select realtime_local.access($1::text, $2::text, $3::text, $4::text)::text as answer',
      [topic, identity.role, JSON.stringify(identity.claims), kind],
    );
    const answer: unknown = JSON.parse(String(rows[0]?.['answer']));
    if (!isObject(answer)) throw new Error('realtime_local.access gave no answer');
    return { broadcast: answer['broadcast'] === true, presence: answer['presence'] === true };
  };
}
