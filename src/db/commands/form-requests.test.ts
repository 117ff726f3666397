import { beforeEach, describe, expect, test } from 'vitest';
import { addVisit, openSalon } from '#tests/fixtures/salon.ts';
import { field } from '#domain/forms/form-cases.ts';
import type { AppointmentRow } from '#domain/rows.ts';
import { formGuests } from '../queries/form-guests.ts';
import { formsToSend } from '../queries/form-requests.ts';
import type { DaybookDb } from '../open.ts';
import { valueOf } from '../test-rows.ts';
import { seatClient, setAttendance } from './classes.ts';
import { askForForm, askGuests } from './form-requests.ts';
import { fileSubmission } from './form-submissions.ts';
import { createForm, publishForm } from './forms.ts';

let db: DaybookDb;
let form_id: string;
beforeEach(async () => {
  db = await openSalon();
  const made = await createForm(db, {
    name: 'Health',
    kind: 'intake',
    fields: [field('q1', 'short_text', { label: 'Allergies' })],
    public_link_on: false,
    wanted: 'manual',
    offset_min: null,
    service_ids: [],
    frequency: 'once_per_version',
    every_months: 12,
    enforce: 'none',
    countersign: false,
  });
  form_id = valueOf(made).id;
  valueOf(await publishForm(db, form_id));
});

const ask = (channel: 'email' | 'phone' = 'email') =>
  askForForm(db, { form_id, client_id: 'bob', appointment_id: null, channel });
const requests = () => db.rows('form_requests').toArray();

test('asking twice is one request, and each can be taken back', async () => {
  const first = valueOf(await ask());
  const second = valueOf(await ask('phone'));
  expect(second.id).toBe(first.id);
  expect(await requests()).toMatchObject([{ client_id: 'bob', channel: 'phone' }]);
  const sheet = await formsToSend(db, 'bob', null);
  expect(sheet?.forms).toMatchObject([{ request: { id: first.id }, filledAt: null }]);
  await second.undo?.();
  expect(await requests()).toMatchObject([{ channel: 'email' }]);
  await first.undo?.();
  expect(await requests()).toEqual([]);
});

test('when a visit became somebody else’s, they are asked and nobody else again', async () => {
  const askFor = (client_id: string) =>
    askForForm(db, { form_id, client_id, appointment_id: 'visit', channel: 'email' });
  valueOf(await askFor('bob'));
  const [asked] = await requests();
  valueOf(await askFor('cleo'));
  expect(await requests()).toHaveLength(2);
  expect(await requests()).toContainEqual(asked);
  expect(await requests()).toContainEqual(expect.objectContaining({ client_id: 'cleo' }));
});

test('a form that is not published is not asked for', async () => {
  await db.rows('forms').update(form_id, { status: 'archived' });
  expect(await ask()).toMatchObject({ ok: false, error: { code: 'not_found' } });
});

describe('guests', () => {
  beforeEach(async () => {
    for (const id of ['ann', 'bob']) {
      await db.rows('clients').update(id, { email: `${id}@mail.example` });
    }
  });
  const statesOf = async (visit: string) =>
    (await formGuests(db, visit))?.guests.map(({ name, appointmentId, forms }) => [
      name,
      appointmentId,
      forms.map(({ state }) => state).join(),
    ]);
  const fill = async (clientId: string, appointmentId: string) => {
    const [version] = await db.rows('form_versions').where('form_id').equals(form_id).toArray();
    const answers = { q1: 'Latex' };
    return valueOf(
      await fileSubmission(db, { versionId: version!.id, clientId, appointmentId, answers }),
    );
  };
  const visit = (id: string, clientId: string | null, row: Partial<AppointmentRow>) =>
    addVisit(db, id, { clientId, staffId: 'leo', minute: 600, minutes: 60, row });

  test('of a class are asked one by one, and each answers for themselves', async () => {
    await visit('yoga', null, { capacity: 5 });
    valueOf(await seatClient(db, 'yoga', 'ann'));
    valueOf(await seatClient(db, 'yoga', 'bob'));
    expect(await statesOf('yoga')).toEqual([
      ['Ann Lee', 'yoga', 'unasked'],
      ['Bob Ray', 'yoga', 'unasked'],
    ]);
    const asked = (client_id: string) =>
      ({ form_id, client_id, appointment_id: 'yoga', channel: 'email' }) as const;
    const { undo } = valueOf(await askGuests(db, [asked('ann'), asked('bob')]));
    expect(await statesOf('yoga')).toEqual([
      ['Ann Lee', 'yoga', 'asked'],
      ['Bob Ray', 'yoga', 'asked'],
    ]);
    expect(new Set((await requests()).map(({ id }) => id)).size).toBe(2);
    // As from the page of one client.
    valueOf(await askForForm(db, asked('ann')));
    expect(await requests()).toHaveLength(2);
    await fill('ann', 'yoga');
    expect(await statesOf('yoga')).toEqual([
      ['Ann Lee', 'yoga', 'done'],
      ['Bob Ray', 'yoga', 'asked'],
    ]);
    await undo();
    expect(await requests()).toEqual([]);
    expect((await statesOf('yoga'))?.at(1)).toEqual(['Bob Ray', 'yoga', 'unasked']);
  });

  test('of a class who gave their seats back are not among them', async () => {
    await visit('yoga', null, { capacity: 5 });
    const seat = valueOf(await seatClient(db, 'yoga', 'ann'));
    valueOf(await setAttendance(db, seat.id, 'cancelled'));
    expect(await statesOf('yoga')).toEqual([]);
  });

  test('of a group have their own visits, and walk-ins cannot be asked', async () => {
    await visit('first', 'ann', { group_id: 'party' });
    await visit('second', 'bob', { group_id: 'party' });
    await visit('third', null, { group_id: 'party' });
    expect(await statesOf('second')).toEqual([
      ['Ann Lee', 'first', 'unasked'],
      ['Bob Ray', 'second', 'unasked'],
    ]);
    await db.rows('forms').update(form_id, { wanted: 'before' });
    await fill('bob', 'second');
    expect(await statesOf('first')).toEqual([
      ['Ann Lee', 'first', 'missing'],
      ['Bob Ray', 'second', 'done'],
    ]);
  });
});
