import { calendarBook } from '#db/queries/calendar.ts';
import { useQuery } from '#db/use-query.ts';
import { Page } from '#ui/page.tsx';
import { CalendarBoard } from './calendar-board.tsx';
import { CalendarSkeleton } from './calendar-skeleton.tsx';
import type { SheetSlot } from './sheet-slot.ts';

/** The professional's main screen. Reads the local tables only; the address holds what is shown. */
export function CalendarScreen({ renderSheet }: { renderSheet?: SheetSlot }) {
  const book = useQuery(calendarBook, []);
  return (
    <Page title="Calendar" titleHidden width="full">
      {book?.business ? (
        <CalendarBoard
          book={{ ...book, business: book.business }}
          renderSheet={renderSheet ?? noSheet}
        />
      ) : (
        // One frame on every later visit; on the very first one, until sync has brought the business.
        book && <CalendarSkeleton />
      )}
    </Page>
  );
}

const noSheet: SheetSlot = () => null;
