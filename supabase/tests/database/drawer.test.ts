import { expect, test } from 'vitest';
import { at, makeSalon } from './salon.ts';
import { Device, newId, patch, put, useDatabase } from './setup.ts';

const database = useDatabase();

test('what is done with the drawer is written down by who may, and never changed', async () => {
  const salon = await makeSalon(database.db, 'drawer');
  const desk = new Device(database.db, salon.users.front_desk, salon.id);
  const ann = new Device(database.db, salon.users.practitioner, salon.id);
  const note = async (device: Device, value: object): Promise<unknown> => {
    const event = { occurred_at: at(-1, 9), kind: 'open', amount_cents: 5000, ...value };
    const { result } = await device.push([put('drawer_events', newId(), event)]);
    return [result['status'], result['code']].filter(Boolean).join(' ');
  };
  await desk.pull();
  await ann.pull();
  expect(await note(desk, {})).toBe('applied');
  // On another device that did not know of it.
  expect(await note(desk, {})).toBe('applied');
  expect(await note(desk, { kind: 'paid_out', note: 'Milk' })).toBe('applied');
  expect(await note(desk, { kind: 'no_sale', amount_cents: 0 })).toBe('applied');
  expect(await note(desk, { kind: 'close', amount_cents: 0 })).toBe('applied');
  for (const wrong of [
    { kind: 'paid_out' },
    { kind: 'paid_in', amount_cents: 0, note: 'Nothing' },
    { kind: 'no_sale' },
    { amount_cents: -1 },
    { kind: 'burn' },
  ]) {
    expect([wrong, await note(desk, wrong)]).toEqual([wrong, 'refused invalid']);
  }
  expect(await note(ann, {})).toBe('refused not_allowed');
  const changed = await desk.push([
    patch('drawer_events', salon.rows.drawer_events, { amount_cents: 1 }),
  ]);
  expect(changed.result).toMatchObject({ status: 'refused', code: 'not_allowed' });
});
