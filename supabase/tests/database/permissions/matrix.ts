import type { Sql } from '#supabase/local/database/database.ts';
import { PERMISSIONS, PRESETS, scopesOf } from '#domain/permissions/presets.ts';
import { attempt, planOf, type Outcome, type Planned, type Shapes } from './attempts.ts';
import type { Cast } from './cast.ts';
import {
  askedPermissions,
  reachOf,
  type Held,
  type Kind,
  type Principal,
  type Right,
} from './read-rights.ts';

/** Refused by grants, policies or a trigger that speaks for them. */
const REFUSED = ['42501', 'PT409'];

/** One of those who try, with what the table of rights lets them reach. */
export type Subject = {
  name: string;
  principal: Principal;
  /** Custom permissions of the practitioner's membership while this one tries. */
  custom?: Held;
  reach(right: Right): Kind[];
  /** The lines that this one has something to say about. */
  tries(right: Right): boolean;
  /** Of rows that are not asked for by their columns: the rules for reading do not narrow them. */
  reachBlind(right: Right): Kind[];
};

export const asPrincipal = (principal: Principal): Subject => ({
  name: principal,
  principal,
  tries: () => true,
  reach: (right) => right.cells[principal],
  reachBlind: (right) => right.cells[principal],
});

/**
 * Members who hold one permission and nothing else, and who hold everything else but that one. What
 * they reach follows from the column `takes`; they are the practitioner, so that there is an "own".
 */
export const probes = (rights: Right[]): Subject[] =>
  askedPermissions().flatMap((name) =>
    (
      [
        ['only', 'all'],
        ['only', 'own'],
        ['all but', 'none'],
        ['all but own of', 'own'],
        ...(scopesOf(name).includes('ask')
          ? ([
              ['only', 'ask'],
              ['all but asking for', 'ask'],
            ] as const)
          : []),
      ] as const
    ).map(([which, scope]): Subject => {
      const base = which === 'only' ? 'none' : 'all';
      const custom = {
        ...Object.fromEntries(PERMISSIONS.map((other) => [other, base])),
        [name]: scope,
      } as Held;
      return {
        name: `${which} ${name}${which === 'only' && scope !== 'all' ? `.${scope}` : ''}`,
        principal: 'practitioner',
        custom,
        // Who lacks one thing is an owner everywhere else.
        tries: ({ table }) =>
          which === 'only' || rights.some((r) => r.table === table && r.takes.includes(name)),
        reach: (right) => {
          const reached = reachOf(right, custom);
          // PostgreSQL asks the rules for reading about every row that a condition names.
          const select = rights.find((r) => r.table === right.table && r.action === 'select')!;
          const seen = reachOf(select, custom);
          return ['insert', 'self_ok', 'join_in'].includes(right.action)
            ? reached
            : reached.filter((kind) => seen.includes(kind));
        },
        reachBlind: (right) => reachOf(right, custom),
      };
    }),
  );

/** The presets as a check of the table against itself: both columns of it must say the same. */
export const fromPreset = (principal: keyof typeof PRESETS, right: Right): Kind[] =>
  reachOf(right, PRESETS[principal]);

export type Miss = { who: string; what: string; expected: string; got: string };

/** Lets somebody try some lines of the table; answers what turned out otherwise. */
export const tryRights = async (
  sql: Sql,
  cast: Cast,
  shapes: Shapes,
  subject: Subject,
  rights: Right[],
): Promise<Miss[]> => {
  if (subject.custom) {
    await sql(`update public.memberships set custom_permissions = $1::jsonb where id = $2`, [
      JSON.stringify(subject.custom),
      cast.memberships.practitioner,
    ]);
  }
  const planned = rights
    .filter((right) => subject.tries(right))
    .flatMap((right) => planOf(right, subject.principal, cast, shapes));
  const outcomes = await attempt(
    sql,
    cast.callers[subject.principal],
    planned.map(({ job }) => job),
  );
  if (subject.custom) {
    await sql(`update public.memberships set custom_permissions = '{}' where id = $1`, [
      cast.memberships.practitioner,
    ]);
  }
  return planned.flatMap((one, n) => judge(one, outcomes[n]!, subject, cast));
};

const judge = (planned: Planned, outcome: Outcome, subject: Subject, cast: Cast): Miss[] => {
  const { right, way, kinds, job } = planned;
  const reach = way.startsWith('blind') ? subject.reachBlind(right) : subject.reach(right);
  const expected = kinds.filter((kind) => reach.includes(kind));
  let got: string;
  if (typeof outcome === 'string') {
    got = REFUSED.includes(outcome) ? 'refused' : outcome;
  } else if (!job.statement.startsWith('insert')) {
    const hit = new Set(
      outcome
        .map((id) => cast.kindOfRow(right.table, id, subject.principal))
        .filter((kind) => kind !== null),
    );
    got = kinds.filter((kind) => hit.has(kind)).join('') || 'nothing';
  } else {
    // Rows beside the new one may have been sent again.
    const isNew = (id: string) => cast.kindOfRow(right.table, id, subject.principal) === null;
    got = outcome.some(isNew) ? kinds.join('') : 'nothing';
  }
  const wanted = expected.join('') || refusal(planned, subject);
  return wanted.split(' or ').includes(got)
    ? []
    : [
        {
          who: subject.name,
          what: `${right.table} ${way} ${kinds.join('')}`,
          expected: wanted,
          got,
        },
      ];
};

/**
 * How "no" sounds: who may do it to no row at all meets the grant, a new row or a changed one is
 * refused, and rows out of reach are simply not there.
 */
const refusal = ({ right, way }: Planned, { principal }: Subject): string => {
  const isGranted = Object.entries(right.cells).some(
    ([who, cell]) => who !== 'service' && cell.length > 0,
  );
  if (principal === 'anon' || !isGranted) return 'refused';
  if (way === 'insert' || way === 'self_ok' || way === 'join_in') return 'refused';
  if (/select|update|delete/.test(way)) return 'nothing';
  return 'refused or nothing';
};
