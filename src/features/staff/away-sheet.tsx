import { messageFor } from '#app/messages.ts';
import { deleteDateException, setTimeOffStatus } from '#db/commands/hours.ts';
import type { Absences, AwayView } from '#db/queries/time-off.ts';
import { useDb } from '#db/use-query.ts';
import type { BusinessRow, DateExceptionRow, StaffRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { DATE_WEEKDAY_SHORT } from '#domain/time/format.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { SideSheet } from '#ui/side-sheet.tsx';
import { CalendarClock, TreePalm } from 'lucide-react';
import type { ReactNode } from 'react';
import { exceptionText, spanText, STATUS_WORDS } from './away-words.ts';
import { ClashList } from './clash-list.tsx';

/** When somebody is away from today on, and on which days they have other hours. */
export function AwaySheet({
  open,
  staff,
  business,
  absences,
  mayAsk,
  mayApprove,
  mayEditHours,
  onAdd,
  onAddDay,
  onClose,
}: {
  open: boolean;
  staff: StaffRow;
  business: BusinessRow;
  absences: Absences;
  /** Their own time off, or anybody's. */
  mayAsk: boolean;
  mayApprove: boolean;
  mayEditHours: boolean;
  onAdd: () => void;
  onAddDay: () => void;
  onClose: () => void;
}) {
  const db = useDb();
  const formats = businessFormats(business);
  const off = absences.timeOff.filter((view) => view.staff.id === staff.id);
  const days = absences.exceptions.filter(
    ({ staff_id }) => staff_id === null || staff_id === staff.id,
  );
  const cancel = async ({ timeOff }: AwayView): Promise<void> =>
    tellOutcome(
      await setTimeOffStatus(db, timeOff.id, 'cancelled'),
      'Time off cancelled',
      messageFor,
    );
  const removeDay = async (row: DateExceptionRow): Promise<void> =>
    tellOutcome(await deleteDateException(db, row.id), 'Back to the weekly hours', messageFor);
  return (
    <SideSheet
      open={open}
      title={`When ${staff.display_name} is away`}
      onClose={onClose}
      footer={
        (mayAsk || mayEditHours) && (
          <>
            {mayEditHours && (
              <Button icon={CalendarClock} onClick={onAddDay}>
                Other hours on a day
              </Button>
            )}
            {mayAsk && (
              <Button variant="primary" icon={TreePalm} onClick={onAdd}>
                {mayApprove ? 'Add time off' : 'Ask for time off'}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="grid gap-6">
        <Part title="Time off" empty="Nothing is planned.">
          {off.map((view) => {
            const { word, tone } = STATUS_WORDS[view.timeOff.status];
            const isOpen =
              view.timeOff.status === 'requested' || view.timeOff.status === 'approved';
            return (
              <li key={view.timeOff.id} className="grid gap-2 py-3">
                <AwayFacts view={view} business={business} formats={formats}>
                  <Chip tone={tone}>{word}</Chip>
                </AwayFacts>
                <ClashList clashes={view.clashes} formats={formats} />
                {isOpen && mayAsk && (
                  <Button
                    size="sm"
                    className="justify-self-start"
                    aria-label={`Cancel ${spanText(view.timeOff, business.time_zone, formats)}`}
                    onClick={() => void cancel(view)}
                  >
                    Cancel time off
                  </Button>
                )}
              </li>
            );
          })}
        </Part>
        <Part title="Days with other hours" empty="The weekly hours hold every day.">
          {days.map((row) => (
            <li key={row.id} className="flex min-h-14 items-center gap-3 py-2">
              <span className="min-w-0 flex-1">
                <span className="block font-medium">
                  {formats.date(row.on_day, DATE_WEEKDAY_SHORT)}
                </span>
                <span className="block text-sm text-muted">
                  {exceptionText(row, formats)}
                  {row.staff_id === null && ', the whole team'}
                </span>
                {row.note && <bdi className="block text-sm text-muted">{row.note}</bdi>}
              </span>
              {mayEditHours && row.staff_id !== null && (
                <Button
                  size="sm"
                  aria-label={`Remove ${formats.date(row.on_day, DATE_WEEKDAY_SHORT)}`}
                  onClick={() => void removeDay(row)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </Part>
      </div>
    </SideSheet>
  );
}

/** When, why and what was said about it. */
export function AwayFacts({
  view: { timeOff, reason },
  business,
  formats,
  children,
}: {
  view: AwayView;
  business: BusinessRow;
  formats: BusinessFormats;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-0.5">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{spanText(timeOff, business.time_zone, formats)}</span>
        {children}
      </p>
      {reason && <p className="text-sm text-muted">{reason.name}</p>}
      {timeOff.note && <bdi className="block text-sm text-muted">{timeOff.note}</bdi>}
    </div>
  );
}

function Part({
  title,
  empty,
  children,
}: {
  title: string;
  empty: string;
  children: readonly ReactNode[];
}) {
  return (
    <section>
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      {children.length === 0 ? (
        <p className="py-3 text-muted">{empty}</p>
      ) : (
        <ul className="divide-y divide-line">{children}</ul>
      )}
    </section>
  );
}
