import { beforeAll, describe, expect, test } from 'vitest';
import { at, makeSalon, paid, type Salon } from './salon.ts';
import { Device, newId, patch, put, rpc, signedIn, useDatabase } from './setup.ts';

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

const told = async (pushed: ReturnType<Device['push']>): Promise<string> => {
  const { result } = await pushed;
  return [result['status'], result['code']].filter(Boolean).join(' ');
};

describe('days and pay runs', () => {
  let salon: Salon;
  let owner: Device;
  beforeAll(async () => {
    salon = await makeSalon(database.db, 'pay');
    owner = new Device(database.db, salon.users.owner, salon.id);
    await owner.pull();
  });
  const run = (value: object) =>
    put('pay_runs', newId(), {
      occurred_at: at(-1, 9),
      from_day: '2026-01-01',
      to_day: '2026-01-31',
      entries: [paid(salon.ben)],
      ...value,
    });

  test('are taken as they were closed, and never changed', async () => {
    expect(await told(owner.push([run({})]))).toBe('applied');
    const changed = [
      patch('pay_runs', salon.rows.pay_runs, { to_day: '2026-02-01' }),
      patch('day_closes', salon.rows.day_closes, { sales: 2 }),
    ];
    for (const one of changed) expect(await told(owner.push([one]))).toBe('refused not_allowed');
  });

  test('are said to be paid, and not to be paid after all, by who manages the team', async () => {
    const mark = (device: Device, value: Record<string, unknown>) =>
      told(device.push([patch('pay_runs', salon.rows.pay_runs, value)]));
    expect(await mark(owner, { paid_on: '2026-02-03', paid_note: 'Bank transfer' })).toBe(
      'applied',
    );
    const ann = new Device(database.db, salon.users.practitioner, salon.id);
    await ann.pull();
    expect(await mark(ann, { paid_on: null, paid_note: null })).not.toBe('applied');
    expect(await mark(owner, { paid_on: null })).toBe('refused invalid');
    expect(await mark(owner, { paid_on: null, paid_note: null })).toBe('applied');
  });

  test('are told to each person for themselves', async () => {
    const statements = async (user: Salon['users']['owner']) =>
      (await rpc(database.db, signedIn(user), 'my_pay', { business_id: salon.id }))['statements'];
    const mine = { from_day: '2026-06-01', to_day: '2026-06-30' };
    const entries = [paid(salon.ann), paid(salon.ben)];
    expect(await told(owner.push([run({ ...mine, entries })]))).toBe('applied');
    expect(await statements(salon.users.practitioner)).toMatchObject([
      { ...mine, entry: { staff_id: salon.ann }, paid_on: null },
    ]);
    expect(await statements(salon.users.front_desk)).toEqual([]);
  });

  test('of the same days are both kept, and a person is asked', async () => {
    const march = { from_day: '2026-03-01', to_day: '2026-03-31' };
    expect(await told(owner.push([run(march)]))).toBe('applied');
    const again = run({ from_day: '2026-03-31', to_day: '2026-04-30' });
    expect(await told(owner.push([again]))).toBe('conflict balance');
    expect(
      await database.db.sql(
        `select mine from public.attention_items
         where business_id = $1 and entity = 'pay_runs' and entity_id = $2`,
        [salon.id, again.id],
      ),
    ).toEqual([{ mine: { run_from: '2026-03-31', run_to: '2026-04-30' } }]);
  });

  test.each([
    ['in which nobody is paid', { entries: [] }],
    ['whose days are the wrong way round', { to_day: '2025-12-31' }],
    ['that does not add up', { entries: [{ ...paid(newId()), total_cents: 1 }] }],
    ['with a percentage above all', { entries: [{ ...paid(newId()), service_bp: 10_001 }] }],
    [
      'with steps that go down',
      {
        entries: [
          {
            ...paid(newId()),
            service_steps: [
              { from_cents: 200, bp: 1 },
              { from_cents: 100, bp: 1 },
            ],
          },
        ],
      },
    ],
    [
      'with a count of services for which nothing is earned',
      { entries: [{ ...paid(newId()), services_count: 1 }] },
    ],
    [
      'with another rate above all',
      {
        entries: [
          {
            ...paid(newId()),
            own_rates: [
              {
                service_id: newId(),
                name: 'Dry',
                count: 1,
                net_cents: 1,
                bp: 10_001,
                cents: 0,
                pay_cents: 1,
              },
            ],
          },
        ],
      },
    ],
    ['with something else in it', { entries: [{ ...paid(newId()), secret: true }] }],
  ])('a run %s is refused', async (_name, value) => {
    expect(await told(owner.push([run(value)]))).toBe('refused invalid');
  });

  test('a percentage is up to a hundred', async () => {
    const rule = (service_bp: number) => patch('commission_rules', salon.ben, { service_bp });
    expect(await told(owner.push([rule(10_000)]))).toBe('applied');
    expect(await told(owner.push([rule(10_001)]))).toBe('refused invalid');
  });

  test.each([
    [[], 'applied'],
    [
      [
        { from_cents: 200_000, bp: 4500 },
        { from_cents: 400_000, bp: 5000 },
      ],
      'applied',
    ],
    [
      [
        { from_cents: 1, bp: 1 },
        { from_cents: 1, bp: 2 },
      ],
      'refused invalid',
    ],
    [[{ from_cents: 0, bp: 1 }], 'refused invalid'],
    [[{ from_cents: 1, bp: 10_001 }], 'refused invalid'],
    [[{ from_cents: 1, bp: 1, more: 1 }], 'refused invalid'],
    [[{ from_cents: 1 }], 'refused invalid'],
    [['one'], 'refused invalid'],
    [{}, 'refused invalid'],
    [Array.from({ length: 6 }, (_, at) => ({ from_cents: at + 1, bp: 1 })), 'refused invalid'],
  ])('the steps %j of a percentage are %s', async (service_steps, answer) => {
    const rule = patch('commission_rules', salon.ben, { service_steps } as never);
    expect(await told(owner.push([rule]))).toBe(answer);
    if (answer !== 'applied') return;
    const closed = run({ entries: [{ ...paid(salon.ann), service_steps }] });
    expect(await told(owner.push([closed]))).toMatch(/^(applied|conflict balance)$/);
  });

  const [cut, dry] = [newId(), newId()];
  test.each([
    [[], 'applied'],
    [
      [
        { service_id: cut, bp: 0, cents: 0 },
        { service_id: dry, bp: 10_000, cents: 10_000_000 },
      ],
      'applied',
    ],
    [
      [
        { service_id: cut, bp: 1, cents: 0 },
        { service_id: cut, bp: 2, cents: 0 },
      ],
      'refused invalid',
    ],
    [[{ service_id: cut, bp: 10_001, cents: 0 }], 'refused invalid'],
    [[{ service_id: cut, bp: 1, cents: -1 }], 'refused invalid'],
    [[{ service_id: 'cut', bp: 1, cents: 0 }], 'refused invalid'],
    [[{ service_id: cut, bp: 1 }], 'refused invalid'],
    ['one', 'refused invalid'],
  ])('the rates %j of services are %s', async (own_rates, answer) => {
    const rule = patch('commission_rules', salon.ben, { own_rates, service_cents: 150 } as never);
    expect(await told(owner.push([rule]))).toBe(answer);
    if (answer !== 'applied') return;
    const rates = (own_rates as { service_id: string }[]).map((rate) => ({
      ...rate,
      name: 'Cut',
      count: -1,
      net_cents: -5000,
      pay_cents: -500,
    }));
    const entry = { ...paid(salon.ann), services_count: 1, service_cents: 150, own_rates: rates };
    expect(await told(owner.push([run({ entries: [entry] })]))).toMatch(
      /^(applied|conflict balance)$/,
    );
  });
});
