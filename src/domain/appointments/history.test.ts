import { describe, expect, it } from 'vitest';
import { historyEntries } from './history.ts';
import { historyChanges } from './history-line.ts';
import type { HistoryChanges, HistoryLine } from './history-line.ts';

const MADE = '2026-11-24T14:02:00+00:00';
let lastId = 0;
const line = (
  kind: HistoryLine['kind'],
  changes: HistoryChanges,
  more: Partial<HistoryLine> = {},
): HistoryLine => ({
  id: (lastId += 1),
  rev: 1,
  kind,
  segment_id: kind.startsWith('service') ? 's1' : null,
  service: kind.startsWith('service') ? 'Cut' : null,
  changes,
  by: 'member',
  user_id: 'u1',
  who: 'Mia',
  device: 'Phone',
  mutation: 'appointment.edit',
  made_at: MADE,
  at: MADE,
  ...more,
});
const factsOf = (...lines: HistoryLine[]) => historyEntries(lines).flatMap(({ facts }) => facts);

describe('entries of a history', () => {
  it('puts the lines of one change together, the newest change first', () => {
    const entries = historyEntries([
      line('changed', { status: ['booked', 'arrived'] }, { rev: 4 }),
      line('service_changed', { price_cents: [1, 2] }, { rev: 4 }),
      line('changed', { status: ['arrived', 'in_service'] }, { rev: 5 }),
    ]);
    expect(entries.map(({ facts }) => facts.map(({ kind }) => kind))).toEqual([
      ['status'],
      ['status', 'price'],
    ]);
  });

  it('keeps two changes of one push apart', () => {
    const later = { made_at: '2026-11-24T14:03:00+00:00' };
    expect(
      historyEntries([
        line('changed', { status: ['booked', 'arrived'] }),
        line('changed', { status: ['arrived', 'in_service'] }, later),
      ]),
    ).toHaveLength(2);
  });

  it.each([
    ['2026-11-24T14:02:30+00:00', false],
    ['2026-11-24T15:30:00+00:00', true],
  ])('made at 14:02 and arrived %s: made offline %s', (at, wasOffline) =>
    expect(historyEntries([line('removed', {}, { at })])).toMatchObject([
      { madeAt: MADE, arrivedAt: at, wasOffline },
    ]),
  );

  it('puts what waits on the device above what the server knows', () => {
    const waits = { id: null, at: null, rev: 1 } as const;
    const entries = historyEntries([
      line('changed', { status: ['booked', 'arrived'] }, { ...waits, rev: 1 }),
      line('changed', { status: ['arrived', 'completed'] }, { ...waits, rev: 2 }),
      line('booked', { status: [null, 'booked'] }),
    ]);
    expect(entries.map(({ facts, arrivedAt }) => [facts[0]!.kind, arrivedAt])).toEqual([
      ['status', null],
      ['status', null],
      ['booked', MADE],
    ]);
  });

  it('says only where a field began and where it ended', () => {
    expect(
      factsOf(
        line('changed', { client_id: ['a', 'b'] }),
        line('changed', { client_id: ['b', 'a'] }),
        line('changed', { status: ['booked', 'arrived'] }),
        line('changed', { status: ['arrived', 'in_service'] }),
      ),
    ).toEqual([{ kind: 'status', from: 'booked', to: 'in_service', isLate: false }]);
  });

  it('tells the new time of a visit once, and that of one service by itself', () => {
    const [a, b, c] = ['2026-11-24T09:00:00+00:00', '2026-11-24T10:00:00+00:00', MADE] as const;
    const moved = { starts_at: [a, b], ends_at: [b, c] } as const;
    expect(
      factsOf(line('changed', moved), line('service_changed', moved)).map(({ kind }) => kind),
    ).toEqual(['moved']);
    expect(factsOf(line('service_changed', moved))).toEqual([
      {
        kind: 'service_moved',
        service: 'Cut',
        from: { startsAt: a, endsAt: b },
        to: { startsAt: b, endsAt: c },
      },
    ]);
  });

  it('says who came to a group, and who left it', () => {
    expect(
      factsOf(
        line('changed', { group_id: [null, 'a'] }),
        line('changed', { group_id: ['a', null] }, { rev: 2 }),
      ),
    ).toEqual([
      { kind: 'group', isIn: false },
      { kind: 'group', isIn: true },
    ]);
    expect(factsOf(line('booked', { group_id: [null, 'a'] })).at(-1)).toEqual({
      kind: 'group',
      isIn: true,
    });
  });

  it('leaves out what came and went in one change', () => {
    expect(
      factsOf(
        line('service_added', { staff_id: [null, 'x'] }),
        line('service_removed', { staff_id: ['x', null] }),
      ),
    ).toEqual([]);
  });

  it.each([
    [[false, true], 'added'],
    [[true, true], 'changed'],
    [[true, false], 'removed'],
  ] as const)('a note of which is known %j was %s', (known, change) =>
    expect(factsOf(line('changed', { staff_note: known }))).toEqual([
      { kind: 'staff_note', change },
    ]),
  );

  it('a fee says what became of it, and how much it is where that is new', () => {
    expect(
      factsOf(line('changed', { fee_state: ['none', 'proposed'], fee_cents: [0, 2000] })),
    ).toEqual([{ kind: 'fee', state: 'proposed', cents: 2000 }]);
    expect(factsOf(line('changed', { fee_state: ['proposed', 'waived'] }))).toEqual([
      { kind: 'fee', state: 'waived', cents: null },
    ]);
    // Rows from before there were fees had none.
    expect(factsOf(line('changed', { fee_state: [null, 'none'], fee_cents: [null, 0] }))).toEqual(
      [],
    );
  });

  it('a cancelled visit says whether it was late', () =>
    expect(
      factsOf(line('changed', { status: ['booked', 'cancelled'], cancel_late: [false, true] })),
    ).toEqual([{ kind: 'status', from: 'booked', to: 'cancelled', isLate: true }]));
});

describe('what changed in a row', () => {
  const row = (more: object) =>
    ({
      id: 'x',
      starts_at: '1',
      ends_at: '2',
      staff_note: null,
      address: null,
      ...more,
    }) as never;

  it('hides texts and addresses, and does not speak of other fields', () =>
    expect(
      historyChanges(
        'appointments',
        row({ address: { line1: 'a' } }),
        row({ staff_note: 'secret', address: { line1: 'b' }, ical_sequence: 3 }),
      ),
    ).toEqual({ staff_note: [false, true], address: [true, true] }));

  it('takes an empty text for none', () =>
    expect(
      historyChanges('appointments', row({ staff_note: '' }), row({ staff_note: 'a' })),
    ).toEqual({ staff_note: [false, true] }));

  it('tells one end of a span with the other', () =>
    expect(historyChanges('appointment_segments', row({}), row({ ends_at: '3' }))).toEqual({
      starts_at: ['1', '1'],
      ends_at: ['2', '3'],
    }));
});
