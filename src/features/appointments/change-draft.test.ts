import { describe, expect, it } from 'vitest';
import type { SegmentView } from '#db/queries/appointments.ts';
import { must } from '#domain/errors/assert.ts';
import type { AppointmentSegmentRow, ServiceRow, ServiceVariantRow } from '#domain/rows.ts';
import { SAMPLE_SEGMENT } from '#domain/sample-rows.ts';
import { EMPTY_SERVICE, EMPTY_VARIANT } from '#domain/services/schema.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import { startOfChange, wantedSegments } from './change-draft.ts';
import { emptyLine, type DraftLine, type Offered } from './draft.ts';

const NINE = '2027-03-09T14:00:00+00:00';
const row = { business_id: 'b', rev: 1, created_at: NINE, updated_at: NINE, created_by: null };
const service = (id: string): ServiceRow => ({
  ...EMPTY_SERVICE,
  ...row,
  id,
  name: id,
  sort_key: id,
  status: 'active',
});
const variant = (id: string, minutes: number, cents: number): ServiceVariantRow => ({
  ...EMPTY_VARIANT,
  ...row,
  id: `${id}-v`,
  service_id: id,
  duration_min: minutes,
  price_cents: cents,
  sort_key: id,
  status: 'active',
});
const offer = (id: string, minutes: number, cents: number): [string, Offered] => {
  const [of, one] = [service(id), variant(id, minutes, cents)];
  const view = { service: of, variants: [one], overrides: new Map(), addOnGroups: [] };
  return [one.id, { view, service: of, variant: one }];
};
const menu = new Map([offer('cut', 45, 6500), offer('beard', 20, 2500), offer('colour', 90, 9000)]);

/** Two parts: a cut that was agreed cheaper, then after a pause of 15 minutes a beard. */
const view = (part: Partial<AppointmentSegmentRow>, name: string | null): SegmentView => {
  const found = name === null ? undefined : menu.get(`${name}-v`);
  const segment: AppointmentSegmentRow = {
    ...SAMPLE_SEGMENT,
    ...row,
    id: 'g',
    appointment_id: 'a1',
    staff_id: 'mia',
    starts_at: NINE,
    ends_at: NINE,
    service_name: name ?? 'Old thing',
    variant_id: name === null ? null : `${name}-v`,
    ...part,
  };
  return {
    segment,
    staff: null,
    service: found?.service ?? null,
    variant: found?.variant ?? null,
    addOns: [],
  };
};
const cut = view({ id: 'g1', starts_at: NINE, duration_min: 45, price_cents: 5000 }, 'cut');
const beard = view(
  { id: 'g2', starts_at: addMinutes(NINE, 60), duration_min: 20, price_cents: 2500 },
  'beard',
);
const start = startOfChange([cut, beard], menu);
const [cutLine, beardLine] = start.lines as [DraftLine, DraftLine];
const after = (minutes: number) => addMinutes(NINE, minutes);
const brief = (lines: DraftLine[], from = start) =>
  must(wantedSegments(from, lines), 'everything is chosen').map(
    ({ id, service_name, starts_at, duration_min, price_cents }) =>
      [id, service_name, starts_at, duration_min, price_cents] as const,
  );

describe('the services of a visit', () => {
  it('begin as they are booked, with what was agreed', () => {
    expect([cutLine.priceCents, cutLine.durationMin]).toEqual([5000, null]);
    expect(brief(start.lines)).toEqual([
      ['g1', 'cut', NINE, 45, 5000],
      ['g2', 'beard', after(60), 20, 2500],
    ]);
  });

  it('take one more behind them', () => {
    const colour = { ...emptyLine(3, 'leo'), variantId: 'colour-v' };
    expect(brief([cutLine, beardLine, colour]).at(-1)).toEqual([
      null,
      'colour',
      after(80),
      90,
      9000,
    ]);
  });

  it('close up when one goes, and follow when one before them grows', () => {
    expect(brief([beardLine])).toEqual([['g2', 'beard', NINE, 20, 2500]]);
    expect(brief([{ ...cutLine, durationMin: 90 }, beardLine])).toEqual([
      ['g1', 'cut', NINE, 90, 5000],
      ['g2', 'beard', after(90), 20, 2500],
    ]);
  });

  it('become another service in their place, at its own price', () => {
    const other = { ...cutLine, variantId: 'colour-v', priceCents: null };
    expect(brief([other])[0]).toEqual(['g1', 'colour', NINE, 90, 9000]);
  });

  it('keep the times that were agreed for this visit alone when something else of it changes', () => {
    const long = startOfChange([view({ ...cut.segment, buffer_after_min: 25 }, 'cut')], menu);
    const [line] = long.lines;
    expect(wantedSegments(long, [{ ...line!, durationMin: 60 }])).toMatchObject([
      { duration_min: 60, buffer_after_min: 25, price_cents: 5000 },
    ]);
  });

  it('begin together where that is wanted, and one after the other again', () => {
    const zoe = { ...beardLine, staffId: 'zoe' };
    const together = [cutLine, { ...zoe, isTogether: true }];
    expect(brief(together).map(([, , at]) => at)).toEqual([NINE, NINE]);
    const both = startOfChange(
      [cut, view({ ...beard.segment, starts_at: NINE, staff_id: 'zoe' }, 'beard')],
      menu,
    );
    expect(brief(both.lines, both).map(([, , at]) => at)).toEqual([NINE, NINE]);
    const apart = [both.lines[0]!, { ...both.lines[1]!, isTogether: false }];
    expect(brief(apart, both).map(([, , at]) => at)).toEqual([NINE, after(45)]);
    const oneDoesBoth = [both.lines[0]!, { ...both.lines[1]!, staffId: 'mia' }];
    expect(brief(oneDoesBoth, both).map(([, , at]) => at)).toEqual([NINE, after(45)]);
  });

  it('wait until service and person are known', () => {
    expect(wantedSegments(start, [cutLine, emptyLine(3, 'mia')])).toBeNull();
    expect(wantedSegments(start, [{ ...cutLine, staffId: null, priceCents: 1 }])).toBeNull();
  });

  it('keep the travel of the visit around what is left', () => {
    const away = startOfChange(
      [
        view({ ...cut.segment, buffer_before_min: 40, travel_before_min: 30 }, 'cut'),
        view({ ...beard.segment, buffer_after_min: 20, travel_after_min: 20 }, 'beard'),
      ],
      menu,
    );
    expect(wantedSegments(away, [away.lines[1]!])).toMatchObject([
      { id: 'g2', buffer_before_min: 30, travel_before_min: 30, travel_after_min: 20 },
    ]);
  });

  it('keep what no menu knows, and what is not on the menu any more', () => {
    const imported = startOfChange([view({ id: 'g0', starts_at: NINE }, null), beard], new Map());
    expect(imported.fixed.map(({ id }) => id)).toEqual(['g0']);
    expect(brief(imported.lines, imported).map(([id]) => id)).toEqual(['g0', 'g2']);
  });
});
