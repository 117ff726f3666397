import { ArrowRight, TriangleAlert } from 'lucide-react';
import clsx from 'clsx';
import type { StaffRow, Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { FilterChip } from '#ui/chip.tsx';
import { List } from '#ui/list.tsx';
import { clashWords } from './clash-words.ts';
import type { DateDecision, DateDecisions, DateRow } from './use-date-decisions.ts';

/** Every date before it is saved, with who or what is in its way and what shall be done about it. */
export function SeriesDates({
  dates,
  staff,
  formats,
  skipWords,
}: {
  dates: DateDecisions;
  staff: readonly Pick<StaffRow, 'id' | 'display_name'>[];
  formats: BusinessFormats;
  /** What becomes of a date that is skipped: `Leave out`, `Leave as it is`. */
  skipWords: string;
}) {
  const { rows, open, decide, decideAll } = dates;
  if (rows.length === 0) return null;
  const clashing = rows.filter(({ clashes }) => clashes.length > 0).length;
  return (
    <section aria-label="Dates" className="grid gap-2">
      <p role="status" className="text-sm">
        <span className="font-medium">{rows.length === 1 ? '1 date' : `${rows.length} dates`}</span>
        <span className={clashing > 0 ? 'text-warning' : 'text-muted'}>
          {' · '}
          {clashing === 0
            ? 'nothing in the way'
            : `${clashing} ${clashing === 1 ? 'clash' : 'clashes'}${open === 0 ? ', decided' : ''}`}
        </span>
      </p>
      {open > 1 && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => decideAll('move')}>
            Nearest free time for all
          </Button>
          <Button size="sm" onClick={() => decideAll('skip')}>
            {skipWords}: all
          </Button>
        </div>
      )}
      <List label="Dates of the series">
        {rows.map((row, place) => (
          <DateLine
            key={row.key}
            row={row}
            place={place + 1}
            staff={staff}
            formats={formats}
            skipWords={skipWords}
            onDecide={(decision) => decide(row.key, decision)}
          />
        ))}
      </List>
    </section>
  );
}

const SHORT = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;

function DateLine({
  row,
  place,
  staff,
  formats,
  skipWords,
  onDecide,
}: {
  row: DateRow;
  place: number;
  staff: readonly Pick<StaffRow, 'id' | 'display_name'>[];
  formats: BusinessFormats;
  skipWords: string;
  onDecide: (decision: DateDecision) => void;
}) {
  const { wantedAt, freeAt, clashes, decision } = row;
  const nameOf = (id: Uuid): string =>
    staff.find((person) => person.id === id)?.display_name ?? 'somebody';
  const at = (instant: string): string =>
    `${formats.date(instant, SHORT)}, ${formats.time(instant)}`;
  const sameDay = freeAt && formats.date(freeAt) === formats.date(wantedAt);
  const free = freeAt && (sameDay ? formats.time(freeAt) : at(freeAt));
  const choices: { value: DateDecision; label: string }[] = [
    ...(free ? [{ value: 'move' as const, label: `Move to ${free}` }] : []),
    { value: 'skip', label: skipWords },
    { value: 'keep', label: row.overlaps ? 'Book both' : 'Keep anyway' },
  ];
  return (
    <li
      className="grid gap-1.5 px-4 py-2.5"
      data-clash={clashes.length > 0 ? (decision ?? 'open') : undefined}
    >
      <span className="flex items-baseline gap-3 tabular-nums">
        <span className="w-6 shrink-0 text-right text-sm text-muted">{place}</span>
        <span className={clsx('font-medium', decision === 'skip' && 'text-muted line-through')}>
          {at(wantedAt)}
        </span>
        {decision === 'move' && free && (
          <span className="inline-flex items-center gap-1.5 font-medium">
            <ArrowRight size={14} aria-label="to" className="text-muted" /> {free}
          </span>
        )}
      </span>
      {clashes.length > 0 && (
        <div className="grid gap-2 pl-9">
          <ul className="grid gap-0.5 text-sm text-warning">
            {clashes.map((clash) => {
              const words = clashWords(clash, formats, nameOf);
              return (
                <li key={words} className="flex items-start gap-1.5">
                  <TriangleAlert size={15} className="mt-0.5 shrink-0" aria-hidden />
                  {words}
                </li>
              );
            })}
          </ul>
          <div
            role="group"
            aria-label={`${at(wantedAt)}: what to do`}
            className="flex flex-wrap gap-1.5"
          >
            {choices.map(({ value, label }) => (
              <FilterChip
                key={value}
                selected={decision === value}
                onChange={() => onDecide(value)}
              >
                {label}
              </FilterChip>
            ))}
          </div>
        </div>
      )}
    </li>
  );
}
