// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { DbProvider } from '#db/use-query.ts';
import { openSalon, SALON_DAY } from '#tests/fixtures/salon.ts';
import { AppointmentSheet } from './appointment-sheet.tsx';
import { NewAppointmentSheet } from './new-appointment-sheet.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});

const draw = (sheet: ReactElement) =>
  render(
    <MemoryRouter>
      <DbProvider db={db}>{sheet}</DbProvider>
    </MemoryRouter>,
  );
/** What this tab keeps of unsaved forms. */
const drafts = () => Object.values({ ...sessionStorage }).filter(Boolean);
const textOf = (name: RegExp) => screen.getByRole<HTMLTextAreaElement>('textbox', { name }).value;

describe('an appointment that is being put together', () => {
  const open = async (minute = 720) => {
    const { unmount } = draw(
      <NewAppointmentSheet
        at={{ day: SALON_DAY, minute, staffId: 'leo', clientId: null }}
        isOpen
        onClose={() => {}}
        onBooked={() => {}}
        onBlockInstead={() => {}}
      />,
    );
    await screen.findByRole('textbox', { name: /^Internal note/ });
    return unmount;
  };
  const fillIn = async () => {
    await userEvent.click(screen.getByRole('button', { name: /walk-in/i }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Service' }), 'beard');
    await userEvent.click(await screen.findByRole('option', { name: /Beard/, hidden: true }));
    await userEvent.type(screen.getByRole('textbox', { name: /^Internal note/ }), 'By the window');
  };
  const isBack = () => screen.queryByText('This is what you typed before and did not save.');

  it('is back after a reload, says so, and can be begun anew', async () => {
    const reload = await open();
    await fillIn();
    reload();
    await open();
    expect(isBack()).toBeTruthy();
    expect(textOf(/^Internal note/)).toBe('By the window');
    const service = screen.getByRole<HTMLInputElement>('combobox', { name: 'Service' });
    expect(service.value).toBe('Beard trim');
    await userEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect([textOf(/^Internal note/), service.value, isBack()]).toEqual(['', '', null]);
  });

  it('belongs to the place that was pointed at', async () => {
    const reload = await open();
    await fillIn();
    reload();
    await open(780);
    expect([textOf(/^Internal note/), isBack()]).toEqual(['', null]);
  });

  it.each([
    ['booked', 'Book'],
    ['closed on purpose', 'Close'],
  ])('is forgotten once it is %s', async (_, button) => {
    const reload = await open();
    await fillIn();
    await userEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(drafts()).toEqual([]));
    reload();
    await open();
    expect([textOf(/^Internal note/), isBack()]).toEqual(['', null]);
  });
});

it('a note that was being typed when the page went away is saved when it is seen again', async () => {
  const open = async () => {
    const { unmount } = draw(<AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />);
    await screen.findByRole('textbox', { name: /^Internal note/ });
    return unmount;
  };
  const note = async () => (await db.rows('appointments').get('visit'))?.staff_note;
  const reload = await open();
  await userEvent.type(screen.getByRole('textbox', { name: /^Internal note/ }), 'Likes it short');
  reload();
  expect(await note()).toBeFalsy();
  await open();
  await waitFor(async () => expect(await note()).toBe('Likes it short'));
  await waitFor(() => expect(drafts()).toEqual([]));
  await waitFor(() => expect(textOf(/^Internal note/)).toBe('Likes it short'));
});
