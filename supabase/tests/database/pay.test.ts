import { beforeAll, describe, expect, test } from 'vitest';
import { at, makeSalon, paid, type Salon } from './salon.ts';
import { Device, newId, patch, put, useDatabase } from './setup.ts';

const database = useDatabase();
let salon: Salon;
let owner: Device;

beforeAll(async () => {
  salon = await makeSalon(database.db, 'pay');
  owner = new Device(database.db, salon.users.owner, salon.id);
  await owner.pull();
});

const told = async (pushed: ReturnType<Device['push']>): Promise<string> => {
  const { result } = await pushed;
  return [result['status'], result['code']].filter(Boolean).join(' ');
};
const run = (value: object) =>
  put('pay_runs', newId(), {
    occurred_at: at(-1, 9),
    from_day: '2026-01-01',
    to_day: '2026-01-31',
    entries: [paid(salon.ben)],
    ...value,
  });

describe('pay runs', () => {
  test('are taken as they were closed, and never changed', async () => {
    expect(await told(owner.push([run({})]))).toBe('applied');
    const changed = patch('pay_runs', salon.rows.pay_runs, { to_day: '2026-02-01' });
    expect(await told(owner.push([changed]))).toBe('refused not_allowed');
  });

  test.each([
    ['in which nobody is paid', { entries: [] }],
    ['whose days are the wrong way round', { to_day: '2025-12-31' }],
    ['that does not add up', { entries: [{ ...paid(newId()), total_cents: 1 }] }],
    ['with a percentage above all', { entries: [{ ...paid(newId()), service_bp: 10_001 }] }],
    ['with something else in it', { entries: [{ ...paid(newId()), secret: true }] }],
  ])('%s are refused', async (_name, value) => {
    expect(await told(owner.push([run(value)]))).toBe('refused invalid');
  });
});

test('a percentage is up to a hundred', async () => {
  const rule = (service_bp: number) => patch('commission_rules', salon.ben, { service_bp });
  expect(await told(owner.push([rule(10_000)]))).toBe('applied');
  expect(await told(owner.push([rule(10_001)]))).toBe('refused invalid');
});

test('a closed day is never changed', async () => {
  const changed = patch('day_closes', salon.rows.day_closes, { sales: 2 });
  expect(await told(owner.push([changed]))).toBe('refused not_allowed');
});
