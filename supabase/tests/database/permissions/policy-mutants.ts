import type { Sql } from '#supabase/local/database/database.ts';

/** One way to break one policy. */
export type Mutant = {
  policy: string;
  table: string;
  /** `all` or the one that it decides about. */
  command: string;
  change: 'dropped' | 'using true' | 'without its check' | 'check true';
  statements: string[];
  /** An update policy without a check of its own checks with USING: it may let exactly as much pass. */
  mayBeSame: boolean;
};

type Policy = {
  policy: string;
  table: string;
  schema: string;
  command: string;
  roles: string;
  reads: string | null;
  checks: string | null;
};

/** Every way to break every policy that the migrations have made. */
export const policyMutants = async (sql: Sql): Promise<Mutant[]> => {
  const policies = await sql<Policy>(
    `select policyname::text as policy, tablename::text as "table", schemaname::text as schema,
       lower(cmd) as command, array_to_string(roles, ', ') as roles, qual as reads,
       with_check as checks
     from pg_policies order by schemaname, tablename, policyname`,
  );
  return policies.flatMap((one) => {
    const { policy, table, schema, command, roles, reads, checks } = one;
    const on = `"${policy}" on ${schema}."${table}"`;
    const mutant = (change: Mutant['change'], ...statements: string[]): Mutant => ({
      policy,
      table,
      command,
      change,
      statements,
      mayBeSame: change === 'without its check' && command === 'update',
    });
    const drop = `drop policy ${on}`;
    return [
      mutant('dropped', drop),
      ...(reads === null ? [] : [mutant('using true', `alter policy ${on} using (true)`)]),
      ...(checks === null
        ? []
        : [
            mutant('check true', `alter policy ${on} with check (true)`),
            mutant(
              'without its check',
              drop,
              `create policy ${on} for ${command} to ${roles}${reads === null ? '' : ` using (${reads})`}`,
            ),
          ]),
    ];
  });
};
