// The calendar screen of the product, on a local database, with its own button for the next week.
import '#ui/app.css';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { DaybookDb } from '#db/open.ts';
import { DbProvider } from '#db/use-query.ts';
import type { AnyRow, TableName } from '#domain/rows.ts';
import { instantAtWall } from '#domain/time/clock-text.ts';
import { CalendarScreen } from '#features/calendar/calendar-screen.tsx';
import { offer } from './bench.ts';
import { dayOf, nextStep, STAFF_COUNT, visitsOf, WEEKS } from './diary.ts';

const ZONE = 'America/New_York';
const COLOURS = ['teal', 'violet', 'rose', 'amber', 'sky', 'lime', 'slate', 'orange'];

let week = 0;
let count = 0;

const fill = async (db: DaybookDb): Promise<void> => {
  const stamps = {
    business_id: db.businessId,
    rev: 1,
    created_at: '2027-01-01T00:00:00+00:00',
    updated_at: '2027-01-01T00:00:00+00:00',
    created_by: null,
  };
  const put = (table: TableName, rows: (Partial<AnyRow> & { id: string })[]) =>
    db.table(table).bulkPut(rows.map((row) => ({ ...stamps, ...row })));
  await put('businesses', [
    {
      id: db.businessId,
      name: 'Salon',
      currency: 'USD',
      locale: 'en-US',
      time_zone: ZONE,
      time_format: 'h12',
      week_start: 1,
      country_code: 'US',
    },
  ]);
  await put('booking_rules', [
    { id: db.businessId, slot_step_min: 15, max_gap_min: 15, pending_blocks_slot: true },
  ]);
  await put('memberships', [
    { id: 'm', user_id: db.userId, role: 'owner', custom_permissions: {}, status: 'active' },
  ]);
  await put('services', [
    {
      id: 's',
      name: 'Cut and finish',
      colour: 'rose',
      location_types: ['business'],
      status: 'active',
    },
  ]);
  await put('service_variants', [{ id: 'v', service_id: 's', name: '', status: 'active' }]);
  const staff = Array.from({ length: STAFF_COUNT }, (_, index) => index);
  await put(
    'staff',
    staff.map((index) => ({
      id: `staff-${index}`,
      display_name: `Person ${index}`,
      colour: COLOURS[index],
      bookable: true,
      rank: index,
      status: 'active',
    })),
  );
  await put(
    'work_patterns',
    staff.map((index) => ({
      id: `hours-${index}`,
      staff_id: `staff-${index}`,
      valid_from: '2026-01-05',
      weeks: [Array.from({ length: 7 }, (): [number, number][] => [[480, 1200]])],
    })),
  );
  for (let one = 0; one < WEEKS; one += 1) {
    const visits = visitsOf(one, count);
    await put(
      'clients',
      visits.map(({ id, title }) => ({
        id: `client-${id}`,
        first_name: title,
        last_name: '',
        preferred_name: null,
        tags: [],
        alert_note: null,
        status: 'active',
      })),
    );
    const times = visits.map((visit) => ({
      starts_at: instantAtWall(ZONE, dayOf(one, visit.day), visit.start),
      ends_at: instantAtWall(ZONE, dayOf(one, visit.day), visit.end),
    }));
    await put(
      'appointments',
      visits.map(({ id }, at) => ({
        id,
        client_id: `client-${id}`,
        source: 'staff',
        time_zone: ZONE,
        status: 'booked',
        confirmation: 'none',
        conflict: false,
        overlap_accepted: false,
        cancel_late: false,
        ...times[at]!,
      })),
    );
    await put(
      'appointment_segments',
      visits.map(({ id, staff: who, start, end }, at) => ({
        id: `${id}-0`,
        appointment_id: id,
        position: 0,
        variant_id: 'v',
        service_name: 'Cut and finish',
        add_on_ids: [],
        staff_id: `staff-${who}`,
        any_staff: false,
        ...times[at]!,
        duration_min: end - start,
        processing_min: 0,
        finishing_min: 0,
        buffer_before_min: 0,
        buffer_after_min: 0,
        travel_before_min: 0,
        travel_after_min: 0,
        processing_bookable: false,
        price_kind: 'fixed',
        price_cents: 6500,
      })),
    );
  }
};

offer({
  mount: async (perWeek: number) => {
    count = perWeek;
    const db = new DaybookDb({ userId: 'user', businessId: 'business' });
    await db.open();
    await fill(db);
    createRoot(document.getElementById('root')!).render(
      <MemoryRouter initialEntries={[`/calendar?view=week&staff=all&date=${dayOf(0, 0)}`]}>
        <DbProvider db={db}>
          <CalendarScreen />
        </DbProvider>
      </MemoryRouter>,
    );
  },
  next: async () => {
    const step = await nextStep({
      card: '.cal-columns:not([aria-hidden]) .cal-card',
      root: '.cal',
      week: week + 1,
      count,
    });
    week += 1;
    return step;
  },
});
