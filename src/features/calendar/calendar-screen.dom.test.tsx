// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { editAppointment } from '#db/commands/appointments.ts';
import { openMemoryDb } from '#db/memory-db.ts';
import type { DaybookDb } from '#db/open.ts';
import { DbProvider } from '#db/use-query.ts';
import {
  addVisit,
  openSalon,
  put,
  SALON_DAY,
  SALON_NOW,
  salonTime,
} from '#tests/fixtures/salon.ts';
import { setFlashingAppointment } from '#ui/ui-state.ts';
import { CalendarScreen } from './calendar-screen.tsx';
import type { SheetSlot } from './sheet-slot.ts';

const slot: SheetSlot = ({ sheet, isOpen }) =>
  sheet && isOpen ? <div role="dialog">{JSON.stringify(sheet)}</div> : null;

function Address() {
  const { search } = useLocation();
  return <output aria-label="address">{search}</output>;
}
const draw = (db: DaybookDb, query = '') =>
  render(
    <MemoryRouter initialEntries={[`/calendar${query}`]}>
      <DbProvider db={db}>
        <CalendarScreen renderSheet={slot} />
        <Address />
      </DbProvider>
    </MemoryRouter>,
  );
const ann = /^Ann Lee, Cut and finish, 10:00 AM to 10:45 AM, with Mia, booked/;
const address = () => new URLSearchParams(screen.getByLabelText('address').textContent ?? '');
const opened = () => JSON.parse(screen.getByRole('dialog').textContent ?? '') as unknown;

let db: DaybookDb;
beforeEach(async () => {
  localStorage.clear();
  setFlashingAppointment(null);
  db = await openSalon();
});

describe('the day', () => {
  it('has a column for each person with their hours, and their appointments described', async () => {
    draw(db);
    const column = await screen.findByRole('group', { name: 'Mia, 9 AM – 5 PM' });
    expect(await within(column).findByRole('button', { name: ann })).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Leo, 9 AM – 5 PM' })).toBeTruthy();
  });

  it('says on a card how the forms of the visit stand, to who may read them', async () => {
    await put(db, 'forms', {
      name: 'Health',
      kind: 'intake',
      status: 'published',
      fields: [],
      id: 'form',
      public_key: 'key',
      public_link_on: false,
      wanted: 'before',
      offset_min: null,
      service_ids: [],
      frequency: 'every_visit',
      every_months: 12,
      enforce: 'none',
      countersign: false,
    });
    await put(db, 'form_versions', {
      id: 'version',
      form_id: 'form',
      number: 1,
      fields: [],
      hash: '',
      published_at: salonTime(0),
    });
    draw(db);
    const card = await screen.findByRole('button', { name: /^Ann Lee.*form missing, not sent/ });
    expect(card.getAttribute('style')).toContain('--cal-mark-form');
    await put(db, 'form_requests', {
      id: 'trace',
      form_id: 'form',
      client_id: 'ann',
      appointment_id: 'visit',
      channel: 'email',
      asked_at: null,
      sent_at: salonTime(0),
      opened_at: salonTime(10),
    });
    expect(await screen.findByRole('button', { name: /form missing, opened/ })).toBeTruthy();
    await put(db, 'form_submissions', {
      id: 'filled',
      form_id: 'form',
      version_id: 'version',
      client_id: 'ann',
      appointment_id: 'visit',
      answers: {},
      flags: [{ field: 'q1', level: 'danger' }],
      filled_on: 'client_device',
      version_hash: '',
      content_hash: '',
      countersign: false,
      state: 'complete',
      void_reason: null,
      submitted_at: salonTime(20),
      reviewed_at: null,
      countersignature: null,
      countersigned_by: null,
      countersigned_at: null,
    });
    const flagged = await screen.findByRole('button', { name: /flagged answer in a form/ });
    expect(flagged.getAttribute('style')).toContain('--cal-mark-flag');
    expect(flagged.getAttribute('style')).not.toContain('--cal-mark-form');
    // What somebody may not read is not on their device: nothing would seem to be there.
    await db.rows('memberships').update('membership', { role: 'assistant' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /in a form/ })).toBeNull());
    expect(screen.getByRole('button', { name: ann }).getAttribute('style')).not.toMatch(
      /flag|form/,
    );
  });

  it('shows on a card how far its visit is: a mark, a bar and words for each state', async () => {
    draw(db);
    await screen.findByRole('button', { name: ann });
    for (const [status, words] of [
      ['pending', 'request'],
      ['arrived', 'arrived'],
      ['in_service', 'in service'],
      ['completed', 'completed'],
      ['no_show', 'no-show'],
    ] as const) {
      await db.rows('appointments').update('visit', { status });
      const card = await screen.findByRole('button', {
        name: new RegExp(`^Ann Lee.*${words}`, 'i'),
      });
      expect(card.dataset['status']).toBe(status);
      expect(card.getAttribute('style')).toContain(`var(--cal-mark-${status})`);
    }
  });

  it('has a column for each room instead, and remembers that on this device', async () => {
    await put(db, 'resource_pools', {
      id: 'rooms',
      name: 'Rooms',
      sort_key: 'a',
      status: 'active',
    });
    for (const [sort_key, id, out_from] of [
      ['a', 'one', null],
      ['b', 'two', SALON_DAY],
    ] as const) {
      await put(db, 'resources', {
        id,
        pool_id: 'rooms',
        name: `Room ${id}`,
        out_from,
        out_until: out_from,
        out_note: null,
        sort_key,
        status: 'active',
      });
    }
    await db
      .rows('appointment_segments')
      .toCollection()
      .modify({ resource_ids: ['one'] });
    await addVisit(db, 'nowhere', { clientId: 'bob', staffId: 'leo', minute: 700, minutes: 30 });
    const user = userEvent.setup();
    const { unmount } = draw(db);
    await screen.findByRole('group', { name: 'Mia, 9 AM – 5 PM' });
    await user.click(screen.getAllByRole('button', { name: 'Calendar options' })[0]!);
    await user.click(screen.getByRole('menuitem', { name: 'Columns by room' }));
    const room = await screen.findByRole('group', { name: 'Room one, 1 visit' });
    expect(within(room).getByRole('button', { name: ann })).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Room two, Out of service' })).toBeTruthy();
    const none = screen.getByRole('group', { name: 'No room, 1 visit' });
    expect(within(none).getByRole('button', { name: /^Bob Ray/ })).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'People shown' })).toBeNull();
    unmount();
    draw(db);
    expect(await screen.findByRole('group', { name: 'Room one, 1 visit' })).toBeTruthy();
  });

  it('says that an appointment has an alert note and waits to sync', async () => {
    await put(db, 'appointments', {
      ...(await db.rows('appointments').get('visit'))!,
      conflict: true,
    });
    await editAppointment(db, 'visit', { staff_note: 'Window seat' });
    draw(db);
    const card = await screen.findByRole('button', { name: ann });
    expect(card.getAttribute('aria-label')).toMatch(
      /has an alert note, conflict: this time is taken, waiting to sync$/,
    );
    expect(card.className).toContain('is-conflict');
  });

  it('keeps one element and one text for each appointment', async () => {
    draw(db);
    const card = await screen.findByRole('button', { name: ann });
    expect([card.childNodes.length, card.children.length]).toEqual([1, 0]);
  });

  it('leaves out who is not chosen, and says so in the address', async () => {
    draw(db);
    await screen.findByRole('button', { name: ann });
    await userEvent.click(screen.getByRole('button', { name: 'Leo' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: ann })).toBeNull());
    expect(address().get('staff')).toBe('leo');
  });
});

describe('the head of a column', () => {
  it('leads to the day of that person, and from there to their week', async () => {
    draw(db);
    await screen.findByRole('button', { name: ann });
    await userEvent.click(screen.getByTitle('Leo: show the day'));
    await waitFor(() => expect(screen.queryByRole('button', { name: ann })).toBeNull());
    expect(address().get('staff')).toBe('leo');
    await userEvent.click(screen.getByTitle('Leo: show the week'));
    await waitFor(() => expect(address().get('view')).toBe('week'));
    expect(address().get('staff')).toBe('leo');
  });
});

describe('going through time', () => {
  it('goes to the next day, back, and to today', async () => {
    draw(db);
    await screen.findByRole('button', { name: ann });
    await userEvent.click(screen.getByRole('button', { name: 'Next day' }));
    expect(address().get('date')).toBe('2026-11-25');
    expect(screen.queryByRole('button', { name: ann })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Today' }));
    expect(await screen.findByRole('button', { name: ann })).toBeTruthy();
  });

  it('shows a week with one column for each day', async () => {
    draw(db, `?view=week&date=${SALON_DAY}`);
    const column = await screen.findByRole('group', { name: /^Tuesday, November 24/ });
    expect(await within(column).findByRole('button', { name: ann })).toBeTruthy();
    expect(screen.getAllByRole('group', { name: /^\w+day, November/ })).toHaveLength(7);
  });

  it('lists the day for those who prefer reading to looking', async () => {
    draw(db, '?view=agenda');
    const list = await screen.findByRole('list', { name: 'Appointments of the day' });
    await userEvent.click(within(list).getByRole('button', { name: ann }));
    expect(opened()).toMatchObject({ kind: 'appointment', id: 'visit' });
  });

  it('the list names free times, and books into one', async () => {
    draw(db, '?view=agenda');
    const list = within(await screen.findByRole('list', { name: 'Appointments of the day' }));
    // It is half past ten: what was free before is over.
    const free = await list.findAllByRole('button', { name: /^Free/ });
    expect(free.map(({ textContent }) => textContent)).toEqual([
      'Free 10:30 AM – 5:00 PM, Leo',
      'Free 10:45 AM – 5:00 PM, Mia',
    ]);
    await userEvent.click(free[1]!);
    expect(opened()).toMatchObject({ kind: 'new', day: SALON_DAY, minute: 645, staffId: 'mia' });
  });

  it('the list has no free times of who is not booked any more', async () => {
    await db.rows('staff').update('mia', { bookable: false });
    draw(db, '?view=agenda');
    const list = within(await screen.findByRole('list', { name: 'Appointments of the day' }));
    const free = await list.findAllByRole('button', { name: /^Free/ });
    expect(free.map(({ textContent }) => textContent)).toEqual(['Free 10:30 AM – 5:00 PM, Leo']);
    // Her visit stands there all the same.
    expect(list.getByRole('button', { name: ann })).toBeTruthy();
  });

  it('the list has no free times of days that are over', async () => {
    draw(db, '?view=agenda&date=2026-11-23');
    await screen.findByText('Nothing booked');
    expect(screen.queryByRole('button', { name: /^Free/ })).toBeNull();
  });
});

describe('the month', () => {
  const day = /^Tuesday, November 24, today, 1 visit, 5% booked$/;

  it('says of each day how many come and how full it is, and opens it', async () => {
    draw(db, `?view=month&date=${SALON_DAY}`);
    const cell = await screen.findByRole('gridcell', { name: day });
    expect(within(cell).getByText('Ann Lee')).toBeTruthy();
    expect(screen.getAllByRole('gridcell')).toHaveLength(42);
    await userEvent.click(cell);
    expect([address().get('view'), address().get('date')]).toEqual(['day', SALON_DAY]);
  });

  it('goes by months, and counts only the people shown', async () => {
    draw(db, `?view=month&date=${SALON_DAY}&staff=leo`);
    await screen.findByRole('gridcell', { name: /^Tuesday, November 24, today, 0 visits/ });
    await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
    expect(address().get('date')).toBe('2026-12-24');
    expect(await screen.findByRole('grid', { name: 'December 2026' })).toBeTruthy();
  });

  it('marks a closed day', async () => {
    await put(db, 'date_exceptions', {
      id: 'feast',
      staff_id: null,
      on_day: '2026-11-26',
      kind: 'closed',
      ranges: [],
      note: 'Thanksgiving',
    });
    draw(db, `?view=month&date=${SALON_DAY}`);
    const cell = await screen.findByRole('gridcell', {
      name: 'Thursday, November 26, 0 visits, not working, Thanksgiving',
    });
    expect(cell.className).toContain('is-closed');
  });

  it('is one element for each visit and stops counting names where room ends', async () => {
    for (let at = 0; at < 12; at += 1) {
      await addVisit(db, `more-${at}`, {
        clientId: 'bob',
        staffId: 'leo',
        minute: 540 + at,
        minutes: 1,
      });
    }
    draw(db, `?view=month&date=${SALON_DAY}`);
    const cell = await screen.findByRole('gridcell', { name: /, 13 visits,/ });
    const names = cell.querySelectorAll('.cal-mo-visit');
    expect([...names].every(({ children }) => children.length === 0)).toBe(true);
    expect(within(cell).getByText(`+${13 - names.length} more`)).toBeTruthy();
  });
});

describe('on paper', () => {
  it('is a table for each person, with what cards leave out, and opens the print dialog once', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await put(db, 'clients', { ...(await db.rows('clients').get('ann'))!, phone: '+12125550100' });
    draw(db);
    await screen.findByRole('button', { name: ann });
    await userEvent.keyboard('{Control>}p{/Control}');
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    const plan = screen.getByRole('region', { name: 'Day plan' });
    expect(plan.textContent).toContain('Salon');
    expect(plan.textContent).toContain('Tuesday, November 24, 2026');
    const [mia, leo] = [...plan.querySelectorAll('table')].map((table) =>
      [...table.rows].map((row) => [...row.cells].map(({ textContent }) => textContent)),
    );
    expect(mia).toEqual([
      ['Time', 'Client', 'Service', 'Notes'],
      ['9:00 AM – 10:00 AM', 'Free'],
      ['10:00 AM – 10:45 AM', 'Ann Lee+12125550100', 'Cut and finish', '! Allergic to ammonia'],
      ['10:45 AM – 5:00 PM', 'Free'],
    ]);
    expect(leo).toHaveLength(2);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Day plan' })).toBeNull());
    expect(print).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });
});

describe('what this device remembers', () => {
  it('is the view and the people that were chosen last', async () => {
    await addVisit(db, 'second', { clientId: 'bob', staffId: 'leo', minute: 660, minutes: 30 });
    const { unmount } = draw(db);
    await screen.findByRole('button', { name: ann });
    await userEvent.click(screen.getByRole('button', { name: 'Leo' }));
    await userEvent.keyboard('l');
    await screen.findByRole('list', { name: 'Appointments of the day' });
    unmount();
    draw(db);
    const list = await screen.findByRole('list', { name: 'Appointments of the day' });
    expect(within(list).getByRole('button', { name: /^Bob Ray/ })).toBeTruthy();
    expect(within(list).queryByRole('button', { name: ann })).toBeNull();
  });
});

describe('the height of an hour', () => {
  const zoom = () => screen.getByRole('region', { name: /^Calendar,/ }).dataset['zoom'];

  it('changes by keys and by the menu, and is remembered', async () => {
    const { unmount } = draw(db);
    await screen.findByRole('button', { name: ann });
    await userEvent.keyboard('+');
    expect(zoom()).toBe('large');
    await userEvent.keyboard('--');
    expect(zoom()).toBe('compact');
    await userEvent.click(screen.getAllByRole('button', { name: 'Calendar options' })[0]!);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Taller hours', hidden: true }));
    expect(zoom()).toBe('comfortable');
    await userEvent.keyboard('-');
    unmount();
    draw(db);
    await screen.findByRole('button', { name: ann });
    expect(zoom()).toBe('compact');
  });
});

describe('with the keyboard alone', () => {
  const focusFree = async () => {
    await screen.findByRole('button', { name: ann });
    act(() => screen.getByRole('button', { name: /^Free at/ }).focus());
  };
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? '';

  it('walks over free times and appointments, and opens what has focus', async () => {
    draw(db);
    await focusFree();
    await userEvent.keyboard('{Home}{ArrowDown}{ArrowDown}');
    expect(focused()).toMatch(ann);
    await userEvent.keyboard('{Enter}');
    expect(opened()).toMatchObject({ kind: 'appointment', id: 'visit', part: null });
  });

  it('books at a free time with its person', async () => {
    draw(db);
    await focusFree();
    await userEvent.keyboard('{Home}{ArrowRight}');
    expect(focused()).toMatch(/^Free at 9:00 AM with Leo/);
    await userEvent.keyboard('{Enter}');
    expect(opened()).toMatchObject({ kind: 'new', day: SALON_DAY, minute: 540, staffId: 'leo' });
  });

  it('moves by fields, without dragging', async () => {
    draw(db);
    await focusFree();
    await userEvent.keyboard('{Home}{ArrowDown}{ArrowDown}m');
    expect(opened()).toMatchObject({ kind: 'appointment', id: 'visit', part: 'move' });
  });

  it('takes the next step of a visit', async () => {
    draw(db);
    await focusFree();
    await userEvent.keyboard('{Home}{ArrowDown}{ArrowDown}s');
    expect(
      await screen.findByRole('button', { name: /^Ann Lee.*arrived, .*waiting to sync/ }),
    ).toBeTruthy();
  });

  it('goes on to the next day beyond the last column', async () => {
    draw(db);
    await focusFree();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(address().get('date')).toBe('2026-11-25');
  });
});

describe('what arrives while the calendar is open', () => {
  it('flashes and is announced', async () => {
    draw(db);
    await screen.findByRole('button', { name: ann });
    await addVisit(db, 'online', { clientId: 'bob', staffId: 'leo', minute: 840, minutes: 45 });
    const card = await screen.findByRole('button', { name: /^Bob Ray/ });
    await waitFor(() => expect(card.className).toContain('is-flashing'));
    expect(
      screen.getByText(/^New appointment: Bob Ray, Cut and finish, 2:00 PM to 2:45 PM, with Leo/),
    ).toBeTruthy();
  });

  it('stays quiet about what was made here, but flashes it', async () => {
    draw(db);
    await screen.findByRole('button', { name: ann });
    act(() => setFlashingAppointment('visit'));
    expect((await screen.findByRole('button', { name: ann })).className).toContain('is-flashing');
    expect(screen.queryByText(/^New appointment:/)).toBeNull();
  });
});

describe('blocked time', () => {
  it('is drawn for everybody, and opens', async () => {
    await put(db, 'block_off_reasons', {
      id: 'lunch',
      name: 'Lunch',
      colour: 'amber',
      active: true,
      sort_key: 'a',
    });
    await put(db, 'time_blocks', {
      id: 'noon',
      staff_id: null,
      starts_at: salonTime(720),
      ends_at: salonTime(750),
      all_day: false,
      reason_id: 'lunch',
      note: null,
      blocks_online: true,
    });
    draw(db);
    const cards = await screen.findAllByRole('button', {
      name: 'Blocked, Lunch, 12:00 PM to 12:30 PM, for everybody',
    });
    expect(cards).toHaveLength(2);
    await userEvent.click(cards[0]!);
    expect(address().get('block')).toBe('noon');
  });
});

describe('what takes the whole day', () => {
  beforeEach(async () => {
    await put(db, 'block_off_reasons', {
      id: 'training',
      name: 'Training',
      colour: 'amber',
      active: true,
      sort_key: 'a',
    });
    await put(db, 'time_blocks', {
      id: 'course',
      staff_id: 'mia',
      starts_at: salonTime(0),
      ends_at: salonTime(1440),
      all_day: true,
      reason_id: 'training',
      note: 'Balayage',
      blocks_online: true,
    });
    await put(db, 'time_off', {
      id: 'beach',
      staff_id: 'leo',
      starts_at: salonTime(0),
      ends_at: salonTime(1440),
      reason_id: null,
      note: null,
      status: 'approved',
    });
  });

  it.each([
    ['grid', '?view=day', 'Training · Balayage', 'Time off'],
    ['list', '?view=agenda', 'Mia: Training', 'Leo: Time off'],
  ])(
    'opens from the %s: the block beside it, time off with its person',
    async (_, query, block, off) => {
      draw(db, query);
      await userEvent.click(await screen.findByRole('button', { name: block }));
      expect(address().get('block')).toBe('course');
      expect(address().get('new')).toBeNull();
      await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
      await userEvent.click(await screen.findByRole('button', { name: off }));
      expect(address().get('away')).toBe('leo');
    },
  );
});

describe('before the first sync', () => {
  it('says that the calendar is on its way', async () => {
    draw(await openMemoryDb({ nowMs: () => SALON_NOW }));
    expect(await screen.findByText(/on its way to this device/)).toBeTruthy();
  });

  it('tells a business without staff what to do', async () => {
    await db.rows('staff').clear();
    draw(db);
    expect(await screen.findByRole('link', { name: 'Set up staff and hours' })).toBeTruthy();
  });
});
