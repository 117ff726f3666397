import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack, type Place, type Span } from './pack.ts';

const span = (start: number, end: number, hole?: [number, number]): Span => ({
  start,
  end,
  hole: hole ? { start: hole[0], end: hole[1] } : null,
});

describe('pack', () => {
  it('gives a lonely span the whole width', () => {
    expect(pack([span(540, 600)])).toEqual([{ left: 0, width: 1, inset: 0 }]);
  });

  it('shares the width between overlapping spans, the earlier one left', () => {
    expect(pack([span(570, 630), span(540, 600)])).toEqual([
      { left: 0.5, width: 0.5, inset: 0 },
      { left: 0, width: 0.5, inset: 0 },
    ]);
  });

  it('lets spans that only touch keep the whole width', () => {
    expect(pack([span(540, 600), span(600, 660)]).map(({ width }) => width)).toEqual([1, 1]);
  });

  it('widens a span into lanes that are free beside it', () => {
    // Three at nine, then one at ten beside the long first one: it takes both free lanes.
    const places = pack([span(540, 720), span(540, 600), span(540, 600), span(600, 660)]);
    expect(places[3]!.left).toBeCloseTo(1 / 3);
    expect(places[3]!.width).toBeCloseTo(2 / 3);
  });

  it('puts a guest into the processing time of its host without narrowing the host', () => {
    const places = pack([span(540, 720, [570, 630]), span(570, 620)]);
    expect(places).toEqual([
      { left: 0, width: 1, inset: 0 },
      { left: 0, width: 1, inset: 1 },
    ]);
  });

  it('gives the hole to nobody but the person whose time it is', () => {
    const host = { ...span(540, 720, [570, 630]), owner: 'mia' };
    const widths = (owner: string) =>
      pack([host, { ...span(570, 620), owner }]).map(({ width, inset }) => [width, inset]);
    expect(widths('mia')[1]).toEqual([1, 1]);
    expect(widths('leo')[1]).toEqual([0.5, 0]);
  });

  it('shares the hole between two guests at the same time', () => {
    const places = pack([span(540, 720, [570, 630]), span(570, 630), span(580, 600)]);
    expect(places.slice(1)).toEqual([
      { left: 0, width: 0.5, inset: 1 },
      { left: 0.5, width: 0.5, inset: 1 },
    ]);
  });

  it('treats a span that leaves the hole as an ordinary overlap', () => {
    const places = pack([span(540, 720, [570, 630]), span(570, 640)]);
    expect(places.map(({ width }) => width)).toEqual([0.5, 0.5]);
  });
});

describe('buffers that neighbours share', () => {
  const shared = { before: 15, after: 15 };
  const widths = (next: Partial<Span>) =>
    pack([
      { ...span(540, 615), owner: 'mia', shared },
      { ...span(600, 675), owner: 'mia', shared, ...next },
    ]).map(({ width }) => width);

  it.each([
    ['lie on each other in one lane', {}, [1, 1]],
    ['not with work', { shared: { before: 10, after: 0 } }, [0.5, 0.5]],
    ['not with who shares none', { shared: null }, [0.5, 0.5]],
    ['not with somebody else', { owner: 'leo' }, [0.5, 0.5]],
  ])('%s', (_name, next, expected) => expect(widths(next)).toEqual(expected));
});

const anySpan = fc
  .record({
    start: fc.integer({ min: 0, max: 280 }),
    length: fc.integer({ min: 1, max: 60 }),
    holeFrom: fc.integer({ min: 1, max: 20 }),
    holeLength: fc.integer({ min: 0, max: 20 }),
    owner: fc.constantFrom('mia', 'leo'),
  })
  .map(({ start, length, holeFrom, holeLength, owner }): Span => {
    const from = start + holeFrom;
    const to = from + holeLength;
    const hole = holeLength > 0 && to < start + length ? { start: from, end: to } : null;
    return { start, end: start + length, hole, owner };
  });

/** Whether the span's drawn area covers this minute (its hole is see-through). */
const covers = ({ start, end, hole }: Span, minute: number): boolean =>
  start <= minute && minute < end && !(hole && hole.start <= minute && minute < hole.end);

const overlapSideways = (a: Place, b: Place): boolean =>
  a.left + a.width > b.left + 1e-9 && b.left + b.width > a.left + 1e-9;

describe('pack, for any spans', () => {
  it('never draws two areas over each other', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 24 }), (spans) => {
        const places = pack(spans);
        for (let minute = 0; minute < 340; minute++) {
          const here = spans.flatMap((item, i) => (covers(item, minute) ? [places[i]!] : []));
          here.forEach((place, i) =>
            here.slice(i + 1).forEach((other) => expect(overlapSideways(place, other)).toBe(false)),
          );
        }
      }),
    );
  });

  it('keeps every span inside the column and the widths of one minute within it', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 24 }), (spans) => {
        const places = pack(spans);
        places.forEach(({ left, width }) => {
          expect(width).toBeGreaterThan(0);
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left + width).toBeLessThanOrEqual(1 + 1e-9);
        });
        for (let minute = 0; minute < 340; minute++) {
          const total = spans.reduce(
            (sum, item, i) => sum + (covers(item, minute) ? places[i]!.width : 0),
            0,
          );
          expect(total).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });

  it('fills the whole width where everything of a cluster happens at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (count) => {
        const places = pack(Array.from({ length: count }, () => span(60, 120)));
        expect(places.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(1);
      }),
    );
  });
});
