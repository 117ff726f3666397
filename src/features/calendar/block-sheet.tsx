import { useState } from 'react';
import type { Day, TimeBlockRow } from '#domain/rows.ts';
import { createBlock, deleteBlock, editBlock } from '#db/commands/blocks.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { messageFor, ruleText } from '#app/messages.ts';
import type { AppError } from '#domain/errors/result.ts';
import { clockText, instantAtWall, minuteOfClock, wallAt } from '#domain/time/clock-text.ts';
import { addDays } from '#domain/time/day.ts';
import { Button } from '#ui/button.tsx';
import { FilterChip } from '#ui/chip.tsx';
import { CheckboxField, DateField, SelectField, TextField, TimeField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import type { CalendarSheet } from './calendar-url.ts';
import { tellDone } from '#app/tell.ts';
import type { FullBook } from './use-calendar-model.ts';

type BlockSheetState = Extract<CalendarSheet, { kind: 'block' | 'new-block' }>;

export type BlockSheetProps = {
  book: FullBook;
  sheet: BlockSheetState;
  isOpen: boolean;
  /** The day the calendar shows. */
  day: Day;
  nowMinute: number;
  onClose: () => void;
};

/** Time that is not for clients: makes it, changes it, frees it. */
export function BlockSheet(props: BlockSheetProps) {
  const { sheet, isOpen, onClose } = props;
  const id = sheet.kind === 'block' ? sheet.id : null;
  const block = useQuery(
    async (db) => (id ? ((await db.rows('time_blocks').get(id)) ?? null) : null),
    [id],
  );
  const title = id ? 'Blocked time' : 'Block time';
  if (block === undefined) return null;
  if (id && block === null) {
    return (
      <SideSheet open={isOpen} title={title} onClose={onClose}>
        <Notice tone="info" title="This time is free again">
          Somebody removed the block meanwhile.
        </Notice>
      </SideSheet>
    );
  }
  return <BlockForm {...props} block={block} title={title} />;
}

function BlockForm({
  book,
  sheet,
  isOpen,
  day,
  nowMinute,
  onClose,
  block,
  title,
}: BlockSheetProps & { block: TimeBlockRow | null; title: string }) {
  const db = useDb();
  const { business, reasons, staff } = book;
  const choices = reasons
    .filter(({ active, id }) => active || id === block?.reason_id)
    .toSorted((a, b) => (a.sort_key < b.sort_key ? -1 : 1));
  const [form, setForm] = useState(() => startOf(book, sheet, block, day, nowMinute));
  const [error, setError] = useState<AppError | null>(null);
  const change = (part: Partial<typeof form>): void => setForm((now) => ({ ...now, ...part }));

  const save = async (): Promise<void> => {
    const [from, to] = [minuteOfClock(form.from), minuteOfClock(form.to)];
    if (from === null || to === null) return setError({ code: 'invalid', rule: 'time' });
    const zone = business.time_zone;
    const input = {
      staff_id: form.staffId || null,
      starts_at: instantAtWall(zone, form.day, form.allDay ? 0 : from),
      ends_at: form.allDay
        ? instantAtWall(zone, addDays(form.lastDay, 1), 0)
        : instantAtWall(zone, form.day, to),
      all_day: form.allDay,
      reason_id: form.reasonId || null,
      note: form.note,
      blocks_online: form.blocksOnline,
    };
    const result = block ? await editBlock(db, block.id, input) : await createBlock(db, input);
    if (!result.ok) return setError(result.error);
    tellDone(result, block ? 'Blocked time changed' : 'Time blocked');
    onClose();
  };
  const remove = async (): Promise<void> => {
    if (!block) return;
    const result = await deleteBlock(db, block.id);
    tellDone(result, 'Block removed');
    if (result.ok) onClose();
  };

  return (
    <SideSheet
      open={isOpen}
      title={title}
      onClose={onClose}
      footer={
        <>
          {block && (
            <Button variant="danger" className="sm:mr-auto" onClick={() => void remove()}>
              Remove
            </Button>
          )}
          <Button variant="primary" onClick={() => void save()}>
            {block ? 'Save' : 'Block time'}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {choices.length > 0 && (
          <div role="group" aria-label="Reason" className="flex flex-wrap gap-2">
            {choices.map((reason) => (
              <FilterChip
                key={reason.id}
                selected={form.reasonId === reason.id}
                onChange={(on) =>
                  change(
                    on
                      ? {
                          reasonId: reason.id,
                          blocksOnline: reason.blocks_online,
                          ...(block ? {} : { to: lengthened(form.from, reason.default_min) }),
                        }
                      : { reasonId: '' },
                  )
                }
              >
                {reason.name}
              </FilterChip>
            ))}
          </div>
        )}
        <SelectField
          label="Who"
          value={form.staffId}
          onChange={(staffId) => change({ staffId })}
          options={[
            { value: '', label: 'Everybody' },
            ...staff
              .filter(({ status, id }) => status === 'active' || id === block?.staff_id)
              .map(({ id, display_name }) => ({ value: id, label: display_name })),
          ]}
        />
        <CheckboxField
          label="Whole day"
          value={form.allDay}
          onChange={(allDay) => change({ allDay })}
        />
        <div className="grid grid-cols-2 gap-3 *:min-w-0 *:grid-cols-1">
          <DateField
            label={form.allDay ? 'First day' : 'Date'}
            className={form.allDay ? '' : 'col-span-2'}
            value={form.day}
            onChange={(next) =>
              change({ day: next, ...(next > form.lastDay ? { lastDay: next } : {}) })
            }
          />
          {form.allDay ? (
            <DateField
              label="Last day"
              value={form.lastDay}
              onChange={(lastDay) => change({ lastDay })}
              error={error?.field === 'ends_at' ? ruleText(error.rule) : undefined}
            />
          ) : (
            <>
              <TimeField label="From" value={form.from} onChange={(from) => change({ from })} />
              <TimeField
                label="To"
                value={form.to}
                onChange={(to) => change({ to })}
                error={error?.field === 'ends_at' ? ruleText(error.rule) : undefined}
              />
            </>
          )}
        </div>
        <TextField
          label="Note"
          required={false}
          value={form.note}
          onChange={(note) => change({ note })}
        />
        <CheckboxField
          label="Closed for online booking"
          hint="Off: clients may still book this time themselves."
          value={form.blocksOnline}
          onChange={(blocksOnline) => change({ blocksOnline })}
        />
        {error && error.field !== 'ends_at' && <Notice tone="danger">{messageFor(error)}</Notice>}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </SideSheet>
  );
}

function startOf(
  book: FullBook,
  sheet: BlockSheetState,
  block: TimeBlockRow | null,
  day: Day,
  nowMinute: number,
) {
  if (block) {
    const from = wallAt(book.business.time_zone, block.starts_at);
    const to = wallAt(book.business.time_zone, block.ends_at);
    return {
      staffId: block.staff_id ?? '',
      reasonId: block.reason_id ?? '',
      allDay: block.all_day,
      day: from.day,
      lastDay: to.minute === 0 ? addDays(to.day, -1) : to.day,
      from: clockText(from.minute),
      to: clockText(to.minute),
      note: block.note ?? '',
      blocksOnline: block.blocks_online,
    };
  }
  const start = sheet.kind === 'new-block' ? sheet : null;
  // The next quarter of an hour, when nothing was pointed at.
  const minute = start?.minute ?? Math.min(Math.ceil(nowMinute / 15) * 15, 1380);
  const onDay = start?.day ?? day;
  return {
    staffId: start?.staffId ?? book.ownStaffId ?? '',
    reasonId: '',
    allDay: false,
    day: onDay,
    lastDay: onDay,
    from: clockText(minute),
    to: clockText(start?.endMinute ?? Math.min(minute + 30, 1440)),
    note: '',
    blocksOnline: true,
  };
}

const lengthened = (from: string, minutes: number): string =>
  clockText(Math.min((minuteOfClock(from) ?? 0) + minutes, 1439));
