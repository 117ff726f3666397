import { CalendarPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { BusinessRow } from '#domain/rows.ts';
import { messageFor } from '#app/messages.ts';
import { clearSpecialDays } from '#db/commands/special-days.ts';
import { specialDays } from '#db/queries/special-days.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { SpecialSpan } from '#domain/staff/special-days.ts';
import { businessFormats, type BusinessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { SettingsCard } from './settings-card.tsx';

const SpecialDaySheet = lazySheet(
  'Closed days',
  async () => (await import('./special-day-sheet.tsx')).SpecialDaySheet,
);

/** Days on which the business is closed, or has other hours: for the whole team and online. */
export function SpecialDaysSection({
  business,
  readOnly,
}: {
  business: BusinessRow;
  readOnly: boolean;
}) {
  const db = useDb();
  const found = useQuery(specialDays, []);
  // undefined = the sheet was never asked for; null = a new entry.
  const [opened, setOpened] = useState<SpecialSpan | null>();
  const [isOpen, setOpen] = useState(false);
  const [turn, setTurn] = useState(0);
  const formats = businessFormats(business);
  const open = (span: SpecialSpan | null): void => {
    setOpened(span);
    setTurn((count) => count + 1);
    setOpen(true);
  };
  const remove = async (span: SpecialSpan): Promise<void> => {
    const result = await clearSpecialDays(db, span.ids);
    tellOutcome(result, `${dayWords(span, formats)}: usual hours`, messageFor);
    if (result.ok) setOpen(false);
  };
  return (
    <SettingsCard
      id="special-days"
      title="Closed days and special hours"
      text="They replace the usual hours of the whole team on those days, in the calendar and for online booking."
      readOnly={readOnly}
    >
      {found && found.spans.length > 0 ? (
        <List label="Closed days and special hours">
          {found.spans.map((span) => (
            <ListRow
              key={span.ids[0]}
              title={dayWords(span, formats)}
              subtitle={[hourWords(span, formats), span.note].filter(Boolean).join(' · ')}
              {...(readOnly ? {} : { onPress: () => open(span) })}
            />
          ))}
        </List>
      ) : (
        <p className="text-muted">No day to come is unlike others.</p>
      )}
      {!readOnly && (
        <div>
          <Button icon={CalendarPlus} onClick={() => open(null)}>
            Add days
          </Button>
        </div>
      )}
      {opened !== undefined && found && (
        <Suspense>
          <SpecialDaySheet
            key={turn}
            open={isOpen}
            business={business}
            span={opened}
            today={found.today}
            onClose={() => setOpen(false)}
            onRemove={(span) => void remove(span)}
          />
        </Suspense>
      )}
    </SettingsCard>
  );
}

const SHORT = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;

/** `Thu, Dec 24, 2026 – Sat, Dec 26, 2026` */
function dayWords({ firstDay, lastDay }: SpecialSpan, formats: BusinessFormats): string {
  const first = formats.date(firstDay, SHORT);
  return firstDay === lastDay ? first : `${first} – ${formats.date(lastDay, SHORT)}`;
}

const hourWords = ({ kind, ranges }: SpecialSpan, { minute }: BusinessFormats): string =>
  kind === 'closed'
    ? 'Closed'
    : ranges.map(([start, end]) => `${minute(start)} – ${minute(end)}`).join(', ');
