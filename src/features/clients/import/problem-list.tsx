import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { useState } from 'react';

const PAGE = 25;
/** A whole note in the wrong column would hide what is said about it. */
const LONGEST_VALUE = 60;

type Problem = { line: number; field: string; rule: string; value: string; isImported: boolean };

/** Row by row what could not be read; rows that stay out come first. */
export function ProblemList<P extends Problem>({
  problems,
  textOf,
}: {
  problems: readonly P[];
  /** What is wrong, and what becomes of it. */
  textOf: (problem: P) => string;
}) {
  const [shown, setShown] = useState(PAGE);
  const sorted = problems.toSorted(
    (a, b) => Number(a.isImported) - Number(b.isImported) || a.line - b.line,
  );
  return (
    <Card title="What could not be read">
      <ul className="divide-y divide-line">
        {sorted.slice(0, shown).map((problem) => (
          <li
            key={`${problem.line} ${problem.field} ${problem.rule}`}
            className="flex gap-3 py-2 first:pt-0"
          >
            <span className="w-20 shrink-0 text-muted tabular-nums">Row {problem.line}</span>
            <span className="min-w-0 break-words">
              {!problem.isImported && <b className="font-semibold">Stays out: </b>}
              {textOf({ ...problem, value: shortened(problem.value) })}
            </span>
          </li>
        ))}
      </ul>
      {shown < sorted.length && (
        <Button className="mt-3" onClick={() => setShown(shown + PAGE * 4)}>
          Show more of {sorted.length}
        </Button>
      )}
    </Card>
  );
}

const shortened = (value: string): string =>
  value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
