import type { Sql } from '#supabase/local/database/database.ts';

export type FactorRow = {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: string;
  status: 'unverified' | 'verified';
  secret: string | null;
  last_challenged_at: string | null;
  created_at: string;
  updated_at: string;
};

export const isVerified = ({ status }: FactorRow): boolean => status === 'verified';

/** Somebody's factors, oldest first. */
export function factorsOf(sql: Sql, userId: string): Promise<FactorRow[]> {
  return sql<FactorRow>(
    'select * from auth.mfa_factors where user_id = $1::uuid order by created_at, id',
    [userId],
  );
}

/** A factor as clients read it: without its secret, which is told once. */
export function publicFactor(factor: FactorRow): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    status: factor.status,
    ...(factor.last_challenged_at ? { last_challenged_at: factor.last_challenged_at } : {}),
  };
}
