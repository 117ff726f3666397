import { describe, expect, it } from 'vitest';
import { localeOptions, minuteOptions } from './choices.ts';

describe('choices', () => {
  it('keeps an odd setting among the usual lengths of time', () => {
    expect(minuteOptions([0, 60, 1440], 90, 'en-US')).toEqual([
      { value: '0', label: 'At any time' },
      { value: '60', label: '1 hour' },
      { value: '90', label: '1 hour 30 minutes' },
      { value: '1440', label: '1 day' },
    ]);
  });

  it('names the language in use even when it is not in the list', () => {
    expect(localeOptions('mt-MT').map(({ label }) => label)).toContain('Maltese (Malta)');
  });
});
