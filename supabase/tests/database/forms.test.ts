import { beforeEach, describe, expect, test } from 'vitest';
import { field } from '#domain/forms/form-cases.ts';
import { jsonText } from '#domain/forms/json-text.ts';
import type { Uuid } from '#domain/rows.ts';
import { byFile } from './forms/by-file.ts';
import { byLink } from './forms/by-link.ts';
import { byRequest } from './forms/by-request.ts';
import { at, filledIn, FORM_FIELDS, makeSalon, type Salon } from './salon.ts';
import { Device, newId, op, patch, put, rowOf, useEmbeddedDatabase } from './setup.ts';

const database = useEmbeddedDatabase();
let salon: Salon;
let desk: Device;
beforeEach(async () => {
  salon = await makeSalon(database.db, `forms-${newId()}`);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  await desk.pull();
});

/** What became of one change, in a word. */
const told = async (pushed: ReturnType<Device['push']>) => {
  const { result } = await pushed;
  return result['status'] === 'applied'
    ? 'applied'
    : [result['status'], result['code'], result['field']].filter(Boolean).join(' ');
};
const publish = (fields: unknown, id: Uuid = newId()) =>
  told(
    desk.push([
      put('form_versions', id, { form_id: salon.rows.forms, fields, published_at: at(0, 9) }),
    ]),
  );
const whole = (answers: object, more: object = {}) => ({
  form_id: salon.rows.forms,
  version_id: salon.rows.form_versions,
  client_id: salon.client,
  appointment_id: null,
  ...filledIn(answers),
  ...more,
});
const fill = (answers: object, more: object = {}, id: Uuid = newId()) =>
  told(desk.push([put('form_submissions', id, whole(answers, more))]));
const change = (id: Uuid, value: Record<string, unknown>) =>
  told(desk.push([patch('form_submissions', id, value)]));
const submission = (id: Uuid) => rowOf(database.db, 'form_submissions', id);

test('the services of a form merge one by one, and none stands there twice', async () => {
  const form = salon.rows.forms;
  const owner = new Device(database.db, salon.users.owner, salon.id);
  await owner.pull();
  const [cut, colour] = [newId(), newId()];
  expect(await told(desk.push([op('forms', form, 'add', { service_ids: cut })]))).toBe('applied');
  expect(await told(owner.push([op('forms', form, 'add', { service_ids: colour })]))).toBe(
    'applied',
  );
  const services = async () => (await rowOf(database.db, 'forms', form))['service_ids'];
  expect(await services()).toEqual([cut, colour]);
  expect(await told(desk.push([op('forms', form, 'remove', { service_ids: cut })]))).toBe(
    'applied',
  );
  expect(await services()).toEqual([colour]);
  expect(await told(desk.push([patch('forms', form, { service_ids: [cut, cut] })]))).toMatch(
    /^refused invalid/,
  );
});

describe('a version', () => {
  test('gets its number and its hash from the server', async () => {
    const id = newId();
    const fields = [field('q1', 'scale', { min: 1, max: 5 })];
    expect(await publish(fields, id)).toBe('applied');
    const row = await rowOf(database.db, 'form_versions', id);
    expect(row).toMatchObject({ number: 2 });
    expect(row['hash']).toBe(filledIn({}, fields).version_hash);
    expect(jsonText(fields)).toContain('"max": 5');
  });

  test('that nobody could fill in is refused', async () => {
    expect(await publish([])).toBe('refused invalid fields');
    expect(await publish([{ ...FORM_FIELDS[0], type: 'hologram' }])).toBe('refused invalid fields');
  });

  test('is taken back until somebody has answered', async () => {
    const id = newId();
    await publish(FORM_FIELDS, id);
    const drop = (version: Uuid) =>
      told(desk.push([{ table: 'form_versions', id: version, op: 'delete', value: null }]));
    expect(await drop(id)).toBe('applied');
    expect(await drop(salon.rows.form_versions)).toMatch(/^refused/);
  });
});

describe('a submission', () => {
  test('is kept as it was sealed, with the flags of the server', async () => {
    const id = newId();
    expect(
      await fill({ q1: 'Latex', q2: true }, { flags: [], filled_on: 'client_device' }, id),
    ).toBe('applied');
    expect(await submission(id)).toMatchObject({
      flags: [{ field: 'q2', level: 'danger' }],
      filled_on: 'pro_device',
      state: 'complete',
    });
  });

  test.each([
    ['answers of another form', { q9: 'x' }, {}, 'refused invalid answers'],
    ['a wrong answer', { q2: 'yes' }, {}, 'refused invalid answers'],
    ['another version', {}, { version_hash: 'x' }, 'refused invalid version_id'],
    ['a broken seal', {}, { answers: { q1: 'Milk' } }, 'refused invalid content_hash'],
  ])('with %s is refused', async (_what, answers, more, refusal) => {
    expect(await fill(answers, more)).toBe(refusal);
  });

  test('is never changed, but becomes somebody’s, is signed once, and is void with a reason', async () => {
    await database.db.sql('update public.forms set countersign = true where id = $1', [
      salon.rows.forms,
    ]);
    const id = newId();
    await fill({ q1: 'Latex' }, { client_id: null, state: 'complete' }, id);
    expect(await submission(id)).toMatchObject({ state: 'needs_countersign' });
    expect(await change(id, { answers: {} })).toBe('refused not_allowed answers');
    expect(await change(id, { client_id: salon.client })).toBe('applied');
    expect(await change(id, { state: 'complete' })).toBe('refused illegal_transition state');
    const signed = {
      state: 'complete',
      countersignature: { strokes: [], name: 'Fay' },
      countersigned_by: 'Fay',
      countersigned_at: at(0, 9),
    };
    expect(await change(id, { ...signed, countersignature: { strokes: [[1]], name: '' } })).toMatch(
      /^refused invalid/,
    );
    expect(await change(id, signed)).toBe('applied');
    expect(await change(id, { countersigned_by: 'Eve' })).toBe(
      'refused not_allowed countersignature',
    );
    expect(await change(id, { state: 'void' })).toMatch(/^refused invalid/);
    expect(await change(id, { state: 'void', void_reason: 'Wrong person' })).toBe('applied');
    expect(await change(id, { state: 'complete', void_reason: null })).toBe('applied');
  });

  test('names what it corrects, one of the same form and once for all', async () => {
    const id = newId();
    const { form_submissions: first } = salon.rows;
    expect(await fill({ q1: 'Milk' }, { supersedes: newId() })).toBe('refused invalid supersedes');
    expect(await fill({ q1: 'Milk' }, { supersedes: first }, id)).toBe('applied');
    expect(await submission(id)).toMatchObject({ supersedes: first, state: 'complete' });
    const other = newId();
    await fill({ q1: 'Eggs' }, {}, other);
    expect(await change(id, { supersedes: other })).toBe('refused not_allowed supersedes');
  });

  test('is looked through, and that is taken back', async () => {
    const id = newId();
    await fill({ q1: 'Latex' }, {}, id);
    expect(await submission(id)).toMatchObject({ reviewed_at: null });
    expect(await change(id, { reviewed_at: at(0, 9) })).toBe('applied');
    expect(await change(id, { reviewed_at: null })).toBe('applied');
  });

  test('that staff have to sign is not complete by being void in between', async () => {
    await database.db.sql('update public.forms set countersign = true where id = $1', [
      salon.rows.forms,
    ]);
    const id = newId();
    await fill({ q1: 'Latex' }, {}, id);
    const restore = (state: string) => change(id, { state, void_reason: null });
    expect(await change(id, { state: 'void', void_reason: 'Wrong person' })).toBe('applied');
    expect(await restore('complete')).toBe('refused illegal_transition state');
    expect(await change(id, { countersign: false })).toMatch(/^refused/);
    // What the form asks for by now is for what comes from now on.
    await database.db.sql('update public.forms set countersign = false where id = $1', [
      salon.rows.forms,
    ]);
    expect(await restore('complete')).toBe('refused illegal_transition state');
    expect(await restore('needs_countersign')).toBe('applied');

    const other = newId();
    await fill({ q1: 'Latex' }, {}, other);
    expect(await change(other, { state: 'needs_countersign' })).toBe(
      'refused illegal_transition state',
    );
    expect(await change(other, { state: 'void', void_reason: 'Wrong person' })).toBe('applied');
    expect(await change(other, { state: 'complete', void_reason: null })).toBe('applied');
  });

  test('goes with its client', async () => {
    const id = newId();
    await fill({ q1: 'Latex' }, {}, id);
    await database.db.sql(`update public.clients set status = 'anonymised' where id = $1`, [
      salon.client,
    ]);
    expect(await fill({ q1: 'Milk' })).toBe('applied');
    const left = await database.db.sql(
      'select id from public.form_submissions where client_id = $1',
      [salon.client],
    );
    expect(left).toEqual([]);
  });
});

describe('by a link', () => {
  byLink({
    get db() {
      return database.db;
    },
    get salon() {
      return salon;
    },
  });
});

describe('photos and files', () => {
  byFile({
    get db() {
      return database.db;
    },
    get salon() {
      return salon;
    },
    get desk() {
      return desk;
    },
  });
});

describe('by request', () => {
  byRequest({
    get db() {
      return database.db;
    },
    get salon() {
      return salon;
    },
    get desk() {
      return desk;
    },
  });
});
