import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nextDrag,
  REST,
  type Drag,
  type DragEvent,
  type Grab,
  type Outcome,
  type Point,
} from './drag.ts';

/** One pixel is one minute here, a column is 100 wide. */
const at = (x: number, minute: number): Point => ({
  x,
  y: minute,
  column: Math.floor(x / 100),
  minute,
});
const ann: Grab = {
  kind: 'item',
  key: 'ann',
  column: 0,
  start: 600,
  end: 645,
  canMove: true,
  canResize: true,
  onEdge: false,
};
const press = (point: Point, grab: Grab = ann, touch = false, canSwipe = true): DragEvent => ({
  type: 'press',
  touch,
  canSwipe,
  point,
  grab,
});
const travel = (x: number, minute: number): DragEvent => ({ type: 'travel', point: at(x, minute) });
const hold: DragEvent = { type: 'hold' };
const release: DragEvent = { type: 'release' };
const cancel: DragEvent = { type: 'cancel' };

const run = (...events: DragEvent[]): { drag: Drag; outcomes: Outcome[] } => {
  let drag = REST;
  const outcomes: Outcome[] = [];
  for (const event of events) {
    const step = nextDrag(drag, event);
    drag = step.drag;
    if (step.outcome) outcomes.push(step.outcome);
  }
  return { drag, outcomes };
};

describe('a mouse on the grid', () => {
  it('leaves a click to the browser', () => {
    expect(run(press(at(50, 610)), release)).toEqual({ drag: REST, outcomes: [] });
  });

  it('forgives a trembling hand', () => {
    expect(run(press(at(50, 610)), travel(52, 612)).drag.phase).toBe('pressed');
  });

  it('draws nothing again while the pointer stays on the same five minutes', () => {
    const { drag } = run(press(at(50, 610)), travel(50, 640));
    expect(nextDrag(drag, travel(51, 641)).drag).toBe(drag);
  });

  it('moves an appointment to another column, snapped to five minutes, keeping its length', () => {
    expect(run(press(at(50, 610)), travel(150, 682), release).outcomes).toEqual([
      { type: 'moved', key: 'ann', column: 1, start: 670, end: 715 },
    ]);
  });

  it('does nothing when the appointment is put back where it was', () => {
    const { outcomes, drag } = run(press(at(50, 610)), travel(150, 700), travel(51, 611), release);
    expect(outcomes).toEqual([]);
    expect(drag).toEqual(REST);
  });

  it('forgets the drag on Escape', () => {
    expect(run(press(at(50, 610)), travel(150, 700), cancel, release).outcomes).toEqual([]);
  });

  it('resizes at the bottom edge and leaves the column alone', () => {
    const edge = { ...ann, onEdge: true };
    expect(run(press(at(50, 644), edge), travel(350, 678), release).outcomes).toEqual([
      { type: 'resized', key: 'ann', end: 680 },
    ]);
  });

  it('never resizes below five minutes', () => {
    const edge = { ...ann, onEdge: true };
    expect(run(press(at(50, 644), edge), travel(50, 100), release).outcomes).toEqual([
      { type: 'resized', key: 'ann', end: 605 },
    ]);
  });

  it('does not lift what may not move', () => {
    const fixed = { ...ann, canMove: false, canResize: false };
    expect(run(press(at(50, 610), fixed), travel(50, 700)).drag.phase).toBe('pressed');
  });

  it('draws a new time in a gap, downwards and upwards', () => {
    const gap: Grab = { kind: 'gap' };
    expect(run(press(at(150, 602), gap), travel(150, 664), release).outcomes).toEqual([
      { type: 'drawn', column: 1, start: 600, end: 665 },
    ]);
    expect(run(press(at(150, 602), gap), travel(150, 541), release).outcomes).toEqual([
      { type: 'drawn', column: 1, start: 540, end: 600 },
    ]);
  });
});

describe('a finger on the grid', () => {
  it('scrolls when it travels before the hold', () => {
    expect(run(press(at(50, 610), ann, true), travel(50, 630), hold, release)).toEqual({
      drag: REST,
      outcomes: [],
    });
  });

  it('lifts the appointment when it rests, and then moves it', () => {
    expect(run(press(at(50, 610), ann, true), hold, travel(52, 640), release).outcomes).toEqual([
      { type: 'moved', key: 'ann', column: 0, start: 630, end: 675 },
    ]);
  });

  it('goes to the next day by a swipe to the left, and back to the right', () => {
    const swipe = (toX: number) =>
      run(press(at(200, 610), ann, true), travel(toX, 612), release).outcomes;
    expect(swipe(120)).toEqual([{ type: 'swiped', direction: 1 }]);
    expect(swipe(290)).toEqual([{ type: 'swiped', direction: -1 }]);
    expect(swipe(170)).toEqual([]);
  });

  it('leaves sideways travel to scrolling where there are more columns than fit', () => {
    const pressed = press(at(200, 610), ann, true, false);
    expect(run(pressed, travel(100, 612), release)).toEqual({ drag: REST, outcomes: [] });
  });

  it('gives up when a second finger comes down', () => {
    expect(
      run(press(at(50, 610), ann, true), hold, press(at(80, 700), ann, true), release).outcomes,
    ).toEqual([]);
  });

  it('draws half an hour by a long press in a gap', () => {
    expect(run(press(at(150, 602), { kind: 'gap' }, true), hold, release).outcomes).toEqual([
      { type: 'drawn', column: 1, start: 600, end: 630 },
    ]);
  });
});

describe('the drag machine, for any gesture', () => {
  const anyPoint = fc
    .record({
      x: fc.integer({ min: 0, max: 799 }),
      minute: fc.double({ min: 0, max: 1440, noNaN: true }),
    })
    .map(({ x, minute }) => at(x, minute));
  const anyEvent: fc.Arbitrary<DragEvent> = fc.oneof(
    fc.record({
      type: fc.constant('press' as const),
      touch: fc.boolean(),
      canSwipe: fc.boolean(),
      point: anyPoint,
      grab: fc.oneof(
        fc.constant<Grab>({ kind: 'gap' }),
        fc
          .record({ onEdge: fc.boolean(), canMove: fc.boolean(), canResize: fc.boolean() })
          .map((flags): Grab => ({ ...ann, ...flags })),
      ),
    }),
    anyPoint.map((point): DragEvent => ({ type: 'travel', point })),
    fc.constantFrom<DragEvent>(hold, release, cancel),
  );

  it('only ever lands on five minutes inside the day, and rests after release and cancel', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        let drag = REST;
        for (const event of events) {
          const step = nextDrag(drag, event);
          drag = step.drag;
          const ends = event.type === 'release' || event.type === 'cancel';
          expect(!ends || drag === REST).toBe(true);
          expect(step.outcome === null || isSound(step.outcome)).toBe(true);
        }
      }),
    );
  });
});

const isSound = (outcome: Outcome): boolean => {
  if (outcome.type === 'swiped') return true;
  if (outcome.type === 'resized') return outcome.end > 600 && outcome.end <= 1440;
  const { start, end } = outcome;
  return start % 5 === 0 && start >= 0 && end > start && end <= 1440;
};
