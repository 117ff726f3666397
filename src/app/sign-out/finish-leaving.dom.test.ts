import { expect, test } from 'vitest';
import { isTrying, noteTrial } from '#app/trial/trial-mark.ts';
import { forgetPerson } from './finish-leaving.ts';

test('whoever leaves with everything comes back to their data, not to the made-up day that went along', () => {
  noteTrial('ann', 'salon');
  noteTrial('ben', 'salon');
  forgetPerson('ann');
  expect(isTrying('ann', 'salon')).toBe(false);
  expect(isTrying('ben', 'salon')).toBe(true);
});
