import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Day } from '#domain/rows.ts';
import { isDay } from '#domain/time/day.ts';
import { whenIdle } from '#platform/idle.ts';

/** The title of the period; pressing it opens the platform's own date picker. */
export function DatePicker({
  title,
  shortTitle,
  date,
  onPick,
}: {
  title: string;
  /** Where there is no room for the whole one. */
  shortTitle: string;
  date: Day;
  onPick: (date: Day) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Nobody sees it, and a date field takes 2 ms for another value: when the step has been painted.
    return whenIdle(() => {
      if (input.current) input.current.value = date;
    });
  }, [date]);
  return (
    <label className="relative flex min-h-11 min-w-0 items-center gap-1 rounded-md px-2 hover:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <span className="truncate font-semibold tabular-nums sm:text-lg" aria-hidden>
        <span className="lg:hidden">{shortTitle}</span>
        <span className="max-lg:hidden">{title}</span>
      </span>
      <ChevronDown size={18} className="shrink-0 text-muted max-sm:hidden" aria-hidden />
      <input
        ref={input}
        type="date"
        aria-label={`Go to a date. Shown: ${title}`}
        defaultValue={date}
        onClick={() => {
          // Desktop browsers open the picker from its small icon only, and some refuse in frames.
          try {
            input.current?.showPicker();
          } catch {
            // Typing the date still works.
          }
        }}
        onChange={(event) => isDay(event.target.value) && onPick(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </label>
  );
}
