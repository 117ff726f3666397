import type { Access } from '#db/queries/business.ts';
import type { StaffView } from '#db/queries/staff.ts';
import type { Absences } from '#db/queries/time-off.ts';
import type { BusinessRow, Day, StaffRow } from '#domain/rows.ts';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { AwaySheet } from './away-sheet.tsx';
import { SpecialDaySheet } from './special-day-sheet.tsx';
import { TimeOffSheet } from './time-off-sheet.tsx';

/** Whether this device knows when somebody is away: of others only who sees the whole calendar. */
export const seesAway = (access: Access, staff: StaffRow): boolean =>
  access.may('appointments.view', scopeOn(access, staff));

const scopeOn = (access: Access, staff: StaffRow): 'own' | 'all' =>
  staff.id === access.staffId ? 'own' : 'all';

/** What the address opens about somebody's absences: the list, a new absence, a day of its own. */
export function AwaySheets({
  people,
  business,
  today,
  absences,
  access,
}: {
  people: readonly StaffView[];
  business: BusinessRow;
  today: Day;
  absences: Absences;
  access: Access;
}) {
  const [list, , closeList] = useSearchParam('away');
  const [off, openOff, closeOff] = useSearchParam('time-off');
  const [day, openDay, closeDay] = useSearchParam('day');
  const [listOf, offOf, dayOf] = [useLinger(list), useLinger(off), useLinger(day)].map(
    (id) => people.find(({ staff }) => staff.id === id)?.staff,
  );
  const mayApprove = access.may('block');
  const mayAsk = (staff: StaffRow): boolean =>
    access.may('block', staff.id === access.staffId ? 'ask' : 'all');
  const mayEditHours = access.may('staff');
  return (
    <>
      {listOf && seesAway(access, listOf) && (
        <AwaySheet
          key={`list ${listOf.id}`}
          open={list !== null}
          staff={listOf}
          business={business}
          absences={absences}
          mayAsk={mayAsk(listOf)}
          mayApprove={mayApprove}
          mayEditHours={mayEditHours}
          onAdd={() => openOff(listOf.id)}
          onAddDay={() => openDay(listOf.id)}
          onClose={closeList}
        />
      )}
      {offOf && mayAsk(offOf) && (
        <TimeOffSheet
          key={`off ${offOf.id}`}
          open={off !== null}
          staff={offOf}
          business={business}
          today={today}
          reasons={absences.reasons}
          mayApprove={mayApprove}
          onClose={closeOff}
        />
      )}
      {dayOf && mayEditHours && (
        <SpecialDaySheet
          key={`day ${dayOf.id}`}
          open={day !== null}
          staff={dayOf}
          today={today}
          onClose={closeDay}
        />
      )}
    </>
  );
}
