import { Sparkles } from 'lucide-react';
import type { Day, StaffRow, Uuid } from '#domain/rows.ts';
import type { TimeReason } from '#domain/availability/rank.ts';
import { formatDate } from '#domain/time/format.ts';
import { reasonWords, type Distance } from './time-reasons.ts';

/** A time that could be taken, in the wall clock of the business. */
export type Proposal = {
  key: string;
  day: Day;
  minute: number;
  staffId: Uuid;
  reasons: readonly TimeReason[];
  /** null = no time was asked for. */
  distance: Distance | null;
};

/** Times to choose from, best first; each says when, with whom and why it is proposed. */
export function FreeTimesList<P extends Proposal>({
  title,
  proposals,
  staff,
  locale,
  minuteText,
  shownDay,
  onPick,
}: {
  title: string;
  proposals: readonly P[];
  staff: readonly Pick<StaffRow, 'id' | 'display_name' | 'colour'>[];
  locale: string;
  minuteText: (minute: number) => string;
  /** Times of this day go without their date. */
  shownDay: Day;
  onPick: (proposal: P) => void;
}) {
  if (proposals.length === 0) return null;
  const byId = new Map(staff.map((person) => [person.id, person]));
  return (
    <section className="grid gap-2" aria-label={title}>
      <h3 className="flex items-center gap-1.5 text-sm font-medium">
        <Sparkles size={15} className="text-accent" aria-hidden /> {title}
      </h3>
      <ul className="flex flex-wrap gap-2">
        {proposals.map((proposal) => {
          const { key, day, minute, staffId, reasons, distance } = proposal;
          const person = byId.get(staffId);
          const why = reasonWords(reasons, distance);
          const date =
            day === shownDay
              ? ''
              : `${formatDate(day, { locale, parts: { weekday: 'short', month: 'short', day: 'numeric' } })}, `;
          return (
            <li key={key}>
              <button
                type="button"
                data-colour={person?.colour}
                onClick={() => onPick(proposal)}
                className="grid min-h-11 rounded-md border border-line bg-surface px-3 py-1.5 text-left text-sm leading-tight hover:border-accent hover:bg-accent-soft"
              >
                <span className="font-medium tabular-nums">
                  {date}
                  {minuteText(minute)}
                </span>
                <span className="flex items-center gap-1.5 text-xs text-muted">
                  <span className="size-2 rounded-full bg-swatch" aria-hidden />
                  {[person?.display_name, ...why].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
