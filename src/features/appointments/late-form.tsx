import { ArrowRight, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { tellDone, tellFailed } from '#app/tell.ts';
import { runLate } from '#db/commands/run-late.ts';
import { lateMoves, type LateMove } from '#db/queries/late.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { ok } from '#domain/errors/result.ts';
import { businessFormats, type BusinessFormats } from '#domain/time/business-formats.ts';
import { FilterChip } from '#ui/chip.tsx';
import { SelectField, SwitchField } from '#ui/fields.tsx';
import { List } from '#ui/list.tsx';
import { LateMessages } from './late-messages.tsx';
import { StepForm } from './step-form.tsx';

const MINUTES = [5, 10, 15, 20, 30, 45] as const;

/**
 * Somebody runs late: who moves, from when to when and into what, before anything is changed; then
 * one change with one undo, and a message for each client, to be sent by this phone.
 */
export function LateForm({
  business,
  staffId: firstStaffId,
  fromId,
  canChoose = false,
  onDone,
}: {
  business: BusinessRow;
  staffId: Uuid;
  /** The first appointment that is late; null = whoever comes next. */
  fromId: Uuid | null;
  /** May be said of other people too. */
  canChoose?: boolean;
  onDone: () => void;
}) {
  const db = useDb();
  const formats = businessFormats(business);
  const [staffId, setStaffId] = useState(firstStaffId);
  const [byMin, setByMin] = useState<number>(15);
  const [usesGaps, setUsesGaps] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [moved, setMoved] = useState<LateMove[] | null>(null);
  const staff = useQuery((database) => database.rows('staff').orderBy('id').toArray(), []) ?? [];
  const moves = useQuery(
    (database) => lateMoves(database, { staffId, fromId, byMin, usesGaps }),
    [staffId, fromId, byMin, usesGaps],
  );
  const nameOf = (id: Uuid): string => staff.find((one) => one.id === id)?.display_name ?? '';
  if (moved) {
    return (
      <LateMessages moves={moved} business={business} staffName={nameOf(staffId)} onDone={onDone} />
    );
  }

  const hasClash = moves?.some(({ overlaps }) => overlaps.length > 0) ?? false;
  const save = async (): Promise<void> => {
    if (!moves || isBusy) return;
    setBusy(true);
    const result = await runLate(db, moves, { acceptOverlap: hasClash });
    setBusy(false);
    if (!result.ok) return tellFailed(result.error);
    const undo = async () => {
      const undone = await result.value.undo();
      // Nobody is late any more: there is nothing to write to anybody.
      if (undone.ok) setMoved(null);
      return undone;
    };
    tellDone(
      ok({ undo }),
      moves.length === 1 ? '1 appointment moved' : `${moves.length} appointments moved`,
    );
    setMoved(moves);
  };

  return (
    <StepForm
      submitLabel={hasClash ? 'Move anyway' : moveWords(moves?.length)}
      isOver={hasClash}
      canSubmit={!isBusy && moves !== undefined && moves.length > 0}
      onSubmit={() => void save()}
      onBack={onDone}
    >
      {canChoose && (
        <SelectField
          label="Who"
          value={staffId}
          onChange={setStaffId}
          options={staff
            .filter(({ status, id }) => status === 'active' || id === staffId)
            .map(({ id, display_name }) => ({ value: id, label: display_name }))}
        />
      )}
      <div role="group" aria-label="How late" className="flex flex-wrap gap-2">
        {MINUTES.map((minutes) => (
          <FilterChip key={minutes} selected={minutes === byMin} onChange={() => setByMin(minutes)}>
            {minutes} min
          </FilterChip>
        ))}
      </div>
      <SwitchField
        label="Catch up in free time"
        hint="Whoever comes after a long enough gap stays where they are."
        value={usesGaps}
        onChange={setUsesGaps}
      />
      {moves?.length === 0 && (
        <p className="text-muted">
          Nobody has to move: no appointment is left today, or the next gap is long enough.
        </p>
      )}
      {moves && moves.length > 0 && (
        <List label="Who moves">
          {moves.map((move) => (
            <MoveRow key={move.id} move={move} formats={formats} />
          ))}
        </List>
      )}
    </StepForm>
  );
}

const moveWords = (count = 0): string =>
  count === 0 ? 'Move' : count === 1 ? 'Move 1 appointment' : `Move ${count} appointments`;

function MoveRow({ move, formats }: { move: LateMove; formats: BusinessFormats }) {
  const { name, from, to, overlaps, isOutsideHours } = move;
  const notes = [
    overlaps.length > 0 && `Overlaps ${overlaps.join(', ')}`,
    isOutsideHours && 'After hours, or into blocked time',
  ].filter(Boolean);
  return (
    <li className="grid gap-0.5 px-4 py-2.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <bdi className="font-medium">{name}</bdi>
        <span className="inline-flex items-center gap-1.5 text-sm tabular-nums">
          <span className="text-muted">{formats.time(from)}</span>
          <ArrowRight size={14} aria-label="to" className="text-muted" />
          <span className="font-medium">{formats.time(to)}</span>
        </span>
      </span>
      {notes.length > 0 && (
        <span className="flex items-center gap-1.5 text-sm text-warning">
          <TriangleAlert size={15} className="shrink-0" aria-hidden />
          {notes.join(' · ')}
        </span>
      )}
    </li>
  );
}
