import type { Page } from '@playwright/test';
import type { AppointmentRow } from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { axeFaults } from '#tests/harness/axe.ts';
import {
  addClientIn,
  card,
  chooseService,
  fillAppointment,
  heldToast,
  openCard,
  openDay,
  openSheet,
  quietDay,
} from '#tests/harness/app.ts';
import {
  VISITOR,
  chooseService as chooseOnline,
  expectConfirmed,
  fillDetails,
  heldTime,
  laterTime,
} from '#tests/harness/booking-page.ts';
import {
  DEMO,
  TOLD,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';

/** `10:00` of everybody in the group, as this device has them. */
const times = async (page: Page): Promise<string[]> => {
  const rows = (await localRows(page, 'appointments')) as AppointmentRow[];
  return rows
    .filter(({ group_id, status }) => group_id && status === 'booked')
    .map(({ starts_at }) => wallAt('America/New_York', starts_at).minute)
    .map((minute) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`)
    .toSorted();
};

const addPerson = async (page: Page, number: number, name: string, service: string) => {
  await openSheet(page).getByRole('button', { name: 'Another person' }).click();
  const person = openSheet(page).getByRole('region', { name: `Person ${number}` });
  await addClientIn(person, name);
  await chooseService(person, service);
  return person;
};

test('a bride and two friends are booked together, offline, and moved as one; a client books for two', async ({
  signedIn: { page, context },
  newDevice,
}) => {
  const day = quietDay();
  await openDay(page, day);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await fillAppointment(page, {
    client: 'Bella Bride',
    isNewClient: true,
    service: 'Dry cut',
    with: 'Mara Lindqvist',
    day,
    time: '10:00',
  });
  const friend = await addPerson(page, 2, 'Fay Friend', 'Buzz cut');
  await friend.getByLabel('With').selectOption({ label: 'Jonah Reyes' });
  await expect(friend.getByText('Together with the others')).toBeVisible();
  const other = await addPerson(page, 3, 'Greta Guest', 'Dry cut');
  await other.getByLabel('With').selectOption({ label: 'Mara Lindqvist' });
  await expect(other.getByText('As soon as their person is done')).toBeVisible();
  expect(await axeFaults(page, { within: 'dialog[open]' })).toEqual([]);
  await openSheet(page).getByRole('button', { name: 'Book 3 appointments' }).click();
  await expect(openSheet(page)).toHaveCount(0);
  await expect(card(page, 'Bella Bride', 'group of 3', 'waiting to sync')).toBeVisible();
  const booked = await times(page);
  expect(booked.slice(0, 2)).toEqual(['10:00', '10:00']);

  // Safe on this device, and moved there as one.
  await page.reload();
  const sheet = await openCard(page, 'Fay Friend');
  await expect(sheet.getByRole('region', { name: 'Group' })).toContainText('Bella Bride');
  await sheet.getByRole('button', { name: 'Move…' }).click();
  await sheet.getByRole('radio', { name: 'Whole group' }).check();
  await sheet.getByLabel('Time', { exact: true }).fill('13:00');
  await sheet.getByRole('button', { name: 'Move 3 appointments' }).click();
  const toast = await heldToast(page, '3 appointments moved');
  const moved = booked.map((time) => `${Number(time.split(':')[0]) + 3}:${time.split(':')[1]}`);
  await expect.poll(() => times(page)).toEqual(moved);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => times(page)).toEqual(booked);

  await context.setOffline(false);
  await expectSynced(page);
  const desk = await newDevice();
  await signIn(desk.page, DEMO.desk);
  await expect.poll(() => times(desk.page)).toEqual(booked);

  // Clients bring others along by themselves, once the business lets them.
  await page.goto('/settings');
  const rules = page.getByRole('region', { name: 'Booking rules' });
  await rules.getByLabel('People in one booking').fill('3');
  await rules.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Booking rules saved')).toBeVisible();
  await expectSynced(page);
  const { page: visitor } = await newDevice({ viewport: { width: 360, height: 740 } });
  await chooseOnline(visitor, 'Dry cut');
  await visitor.getByRole('button', { name: 'Bring somebody along' }).click();
  await visitor.getByLabel('First name').fill('Tom');
  expect(await axeFaults(visitor)).toEqual([]);
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByRole('heading', { name: 'Who would you like?' })).toBeVisible();
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await (await laterTime(visitor)).click();
  await expect(visitor.getByRole('heading', { name: 'Your details' })).toBeVisible();
  const { day: theirs } = wallAt('America/New_York', await heldTime(visitor));
  await fillDetails(visitor);
  await expect(visitor.getByRole('list', { name: 'Guests' })).toContainText('Tom');
  await visitor.getByRole('button', { name: 'Book now' }).click();
  await expectConfirmed(visitor);
  await openDay(page, theirs);
  const organiser = `${VISITOR.first} ${VISITOR.last}`;
  await expect(card(page, organiser, 'group of 2')).toBeVisible(TOLD);
  await expect(card(page, 'Tom', 'group of 2')).toBeVisible();
  await visitor.getByRole('link', { name: 'Change or cancel' }).click();
  await expect(visitor.getByRole('link', { name: 'Cancel for all of you' })).toBeVisible();
  await visitor.getByRole('link', { name: 'Cancel for Tom only' }).click();
  await expect(visitor.getByText(/You still come\.$/)).toBeVisible();
  expect(await axeFaults(visitor)).toEqual([]);
  await visitor.getByRole('button', { name: 'Cancel for Tom' }).click();
  await expect(visitor.getByText('Tom does not come any more; the rest stands')).toBeVisible();
  // Not Tomas, who asked for a time that day.
  await expect(card(page, 'Tom,')).toHaveCount(0, TOLD);
  await expect(card(page, organiser)).toBeVisible();
  await visitor.getByRole('link', { name: 'Cancel it' }).click();
  await visitor.getByRole('button', { name: 'Cancel the appointment' }).click();
  await expect(card(page, organiser)).toHaveCount(0, TOLD);
});
