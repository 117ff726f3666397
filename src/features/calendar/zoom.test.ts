import { describe, expect, it } from 'vitest';
import { pinchSteps, wheelSteps } from './zoom-gestures.ts';
import { zoomBy } from './zoom.ts';

describe('the height of an hour', () => {
  it('goes up and down and stays at the ends', () => {
    expect(zoomBy('comfortable', 1)).toBe('large');
    expect(zoomBy('comfortable', -1)).toBe('compact');
    expect([zoomBy('large', 1), zoomBy('compact', -1)]).toEqual(['large', 'compact']);
  });

  it('takes one step for a notch of a wheel, and gathers the small moves of a touchpad', () => {
    const step = wheelSteps();
    expect(step(-100)).toBe(1);
    expect(step(120)).toBe(-1);
    expect([step(-20), step(-20), step(-20)]).toEqual([0, 0, 1]);
    expect([step(-40), step(40), step(-40)]).toEqual([0, 0, 0]);
  });

  it('takes a step each time two fingers are clearly further apart or closer', () => {
    const step = pinchSteps(100);
    expect([step(110), step(129), step(131)]).toEqual([0, 0, 1]);
    expect([step(150), step(171)]).toEqual([0, 1]);
    expect(step(100)).toBe(-1);
  });
});
