import { describe, expect, it } from 'vitest';
import { offeredOf, variantOf } from '#tests/fixtures/offered.ts';
import {
  draftSegments,
  draftTotals,
  linesLike,
  linesWanted,
  withPeople,
  withVariant,
  type DraftLine,
} from './draft.ts';

const cut = offeredOf(variantOf('cut'), [
  { staff_id: 'leo', offered: false },
  { staff_id: 'zoe', offered: true, duration_min: 60, price_cents: 8000 },
]);
const colour = offeredOf(
  variantOf('colour', { duration_min: 30, processing_min: 40, finishing_min: 20 }),
);
const offered = new Map([
  ['cut', cut],
  ['colour', colour],
]);
const line = (more: Partial<DraftLine>): DraftLine => ({
  key: 1,
  variantId: 'cut',
  staffId: 'mia',
  addOnIds: [],
  durationMin: null,
  priceCents: null,
  ...more,
});
const staff = ['mia', 'leo', 'zoe'].map((id) => ({
  id,
  status: 'active' as const,
  bookable: true,
}));
const zone = 'America/New_York';
const draft = (lines: DraftLine[], minute: number | null = 600) => ({
  clientId: null,
  day: '2026-11-24',
  minute,
  lines,
});

describe('the segments of a draft', () => {
  it('follow each other, processing included, buffers not', () => {
    const segments = draftSegments(
      draft([line({ variantId: 'colour' }), line({ key: 2, staffId: 'zoe' })]),
      offered,
      zone,
    );
    expect(segments?.map(({ starts_at, staff_id }) => [starts_at, staff_id])).toEqual([
      ['2026-11-24T15:00:00+00:00', 'mia'],
      ['2026-11-24T16:30:00+00:00', 'zoe'],
    ]);
  });

  it('take as long and cost as much as the chosen person says, unless it was changed', () => {
    expect(draftSegments(draft([line({ staffId: 'zoe' })]), offered, zone)).toMatchObject([
      { duration_min: 60, price_cents: 8000 },
    ]);
    const changed = line({ staffId: 'zoe', durationMin: 50, priceCents: 0 });
    expect(draftSegments(draft([changed]), offered, zone)).toMatchObject([
      { duration_min: 50, price_cents: 0, price_kind: 'fixed' },
    ]);
  });

  it('begin together where different people do them, and what follows waits for the last of them', () => {
    const together = [
      line({ variantId: 'colour' }),
      line({ key: 2, staffId: 'zoe', isTogether: true }),
      line({ key: 3, staffId: 'mia' }),
    ];
    const starts = (lines: DraftLine[]) =>
      draftSegments(draft(lines), offered, zone)?.map(({ starts_at }) => starts_at.slice(11, 16));
    expect(starts(together)).toEqual(['15:00', '15:00', '16:30']);
    expect(draftTotals(together, offered).minutes).toBe(135);
    // Nobody does two things at once, whatever was ticked.
    const same = together.map((one) => ({ ...one, isTogether: true }));
    expect(starts(same)).toEqual(['15:00', '15:00', '16:30']);
  });

  it('have other times than usual when that is said for this visit', () => {
    const extras = { processing_min: 0, buffer_after_min: 30 };
    expect(
      draftSegments(draft([line({ variantId: 'colour', extras })]), offered, zone),
    ).toMatchObject([
      { duration_min: 30, processing_min: 0, finishing_min: 20, buffer_after_min: 30 },
    ]);
  });

  it('wait until service, person and time are known', () => {
    expect(draftSegments(draft([line({ variantId: null })]), offered, zone)).toBeNull();
    expect(draftSegments(draft([line({ staffId: null })]), offered, zone)).toBeNull();
    expect(draftSegments(draft([line({})], null), offered, zone)).toBeNull();
  });
});

describe('draftTotals', () => {
  it('adds up minutes and prices of what is chosen so far', () => {
    const lines = [
      line({}),
      line({ key: 2, variantId: 'colour' }),
      line({ key: 3, variantId: null }),
    ];
    expect(draftTotals(lines, offered)).toEqual({
      minutes: 135,
      price: { kind: 'fixed', cents: 10_000 },
    });
  });
});

describe('withVariant', () => {
  it('keeps the person who does the new service', () => {
    expect(withVariant(line({ staffId: 'zoe' }), cut, staff, 'mia').staffId).toBe('zoe');
  });
  it('falls back to the preferred one, then to the first who does it', () => {
    expect(withVariant(line({ staffId: 'leo' }), cut, staff, 'zoe').staffId).toBe('zoe');
    expect(withVariant(line({ staffId: 'leo' }), cut, staff, 'leo').staffId).toBe('mia');
  });
  it('forgets what was changed for the old service', () => {
    const changed = line({
      durationMin: 90,
      priceCents: 1,
      addOnIds: ['x'],
      extras: { finishing_min: 5 },
    });
    expect(withVariant(changed, colour, staff, null)).toMatchObject({
      variantId: 'colour',
      addOnIds: [],
      durationMin: null,
      priceCents: null,
    });
  });
});

describe('a service that takes several people', () => {
  const lift = offeredOf(variantOf('lift'), [{ staff_id: 'leo', offered: false }], {
    staff_needed: 2,
  });
  const menu = new Map([...offered, ['lift', lift]]);
  const alone = line({ variantId: 'lift' });

  it('takes them at the same time, each in their own column, at one price', () => {
    const lines = withPeople([alone, line({ key: 2 })], 0, menu, staff);
    expect(draftSegments(draft(lines), menu, zone)).toMatchObject([
      {
        staff_id: 'mia',
        starts_at: '2026-11-24T15:00:00+00:00',
        service_name: 'lift',
        price_cents: 5000,
      },
      {
        staff_id: 'zoe',
        starts_at: '2026-11-24T15:00:00+00:00',
        service_name: 'lift – second person',
        price_cents: 0,
      },
      { staff_id: 'mia', starts_at: '2026-11-24T15:45:00+00:00', service_name: 'cut' },
    ]);
    expect(draftTotals(lines, menu)).toEqual({
      minutes: 90,
      price: { kind: 'fixed', cents: 10_000 },
    });
  });

  it('asks for somebody where the team has too few, and cannot be booked before', () => {
    const lines = withPeople([alone], 0, menu, staff.slice(0, 2));
    expect(lines.map(({ staffId }) => staffId)).toEqual(['mia', null]);
    expect(draftSegments(draft(lines), menu, zone)).toBeNull();
  });

  it('has as many as it takes, however often that is asked', () => {
    const once = withPeople([alone], 0, menu, staff);
    expect(withPeople(once, 0, menu, staff)).toHaveLength(2);
    const other = [{ ...once[0]!, variantId: 'cut' }, once[1]!];
    expect(withPeople(other, 0, menu, staff)).toHaveLength(1);
  });

  it('is booked again with whoever helped', () => {
    const starts_at = '2026-11-24T15:00:00+00:00';
    const before = ['mia', 'zoe'].map((staff_id, at) => ({
      variant_id: 'lift',
      staff_id,
      add_on_ids: [],
      starts_at,
      service_name: at > 0 ? 'lift – second person' : 'lift',
    }));
    expect(linesLike(before, menu, staff)).toMatchObject([
      { staffId: 'mia', priceCents: null },
      { staffId: 'zoe', isSecond: true, isTogether: true, priceCents: 0 },
    ]);
  });

  it('is not what two people who come together have at once: both pay again', () => {
    const starts_at = '2026-11-24T15:00:00+00:00';
    const before = ['mia', 'zoe'].map((staff_id) => ({
      variant_id: 'cut',
      staff_id,
      add_on_ids: [],
      starts_at,
      service_name: 'cut',
    }));
    const lines = linesLike(before, menu, staff);
    expect(lines.map(({ priceCents }) => priceCents)).toEqual([null, null]);
    expect(lines.some(({ isSecond }) => isSecond)).toBe(false);
  });

  it('is never booked again with one person in two places', () => {
    const starts_at = '2026-11-24T15:00:00+00:00';
    const again = (who: string[], team: typeof staff) =>
      linesLike(
        who.map((staff_id, at) => ({
          variant_id: 'lift',
          staff_id,
          add_on_ids: [],
          starts_at,
          service_name: at > 0 ? 'lift – second person' : 'lift',
        })),
        menu,
        team,
      ).map(({ staffId }) => staffId);
    // Mia has left, and Zoe does it now: somebody else has to help.
    const left = staff.filter(({ id }) => id !== 'mia');
    expect(again(['mia', 'zoe'], left)).toEqual(['zoe', null]);
    // Leo does not offer it, and was chosen to help.
    expect(again(['mia', 'leo'], staff)).toEqual(['mia', 'leo']);
    expect(again(['mia', 'gone'], staff)).toEqual(['mia', 'zoe']);
  });

  it('is given to whoever waits for it with whoever helps', () => {
    const waitsFor = (variant_id: string) => ({ variant_id, staff_ids: [], add_on_ids: [] });
    const lines = linesWanted([waitsFor('lift'), waitsFor('cut')], menu, staff, 'zoe');
    expect(lines).toMatchObject([
      { key: 1, variantId: 'lift', staffId: 'zoe' },
      { key: 2, variantId: 'lift', staffId: 'mia', isSecond: true },
      { key: 3, variantId: 'cut', staffId: 'zoe' },
    ]);
  });
});
