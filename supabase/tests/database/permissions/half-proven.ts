import type { Caller } from '#supabase/local/database/caller.ts';
import type { Sql } from '#supabase/local/database/database.ts';
import { newId } from '../setup.ts';
import { attempt, planOf, type Job, type Shapes } from './attempts.ts';
import type { Cast } from './cast.ts';
import type { Right } from './read-rights.ts';

/** What the database says to a session that lacks the second factor. */
export const SECOND_FACTOR_REQUIRED = 'PT401';

/** The owner's account asks for codes from here on; to be called in a transaction that is undone. */
export const protectOwner = async (sql: Sql, cast: Cast): Promise<void> => {
  await sql('insert into auth.users (id, email) values ($1, $2) on conflict do nothing', [
    cast.users.owner,
    'owner@cast.example',
  ]);
  await sql(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
     values ($1, $2, 'phone', 'totp', 'verified', 'A')`,
    [newId(), cast.users.owner],
  );
};

/** The owner, with a token that has seen so much. */
export const ownerAt = (cast: Cast, aal: 'aal1' | 'aal2'): Caller => {
  const { role, claims } = cast.callers.owner;
  return { role, claims: { ...claims, aal } };
};

/** Lines of the table of rights that a half-proven owner was not refused on: what, and what came. */
export const leaksToHalfProven = async (
  sql: Sql,
  cast: Cast,
  shapes: Shapes,
  rights: Right[],
): Promise<string[]> => {
  const planned = rights.flatMap((right) => planOf(right, 'owner', cast, shapes));
  const jobs: Job[] = planned.map(({ job }) => job);
  const outcomes = await attempt(sql, ownerAt(cast, 'aal1'), jobs);
  return planned.flatMap(({ right, way, kinds }, n) => {
    const outcome = outcomes[n]!;
    // What no owner may do at all is refused by the rules of everybody first.
    const isRefused = outcome === SECOND_FACTOR_REQUIRED || outcome === '42501';
    return isRefused ? [] : [`${right.table} ${way} ${kinds.join('')}: ${String(outcome)}`];
  });
};
