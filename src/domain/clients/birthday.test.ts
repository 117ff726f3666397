import { describe, expect, it } from 'vitest';
import { validate } from '#domain/validation/validate.ts';
import { birthdayOf, birthdayParts, birthdayText } from './birthday.ts';
import { EMPTY_CLIENT, clientSchema } from './schema.ts';

const isAccepted = (birthday: string | null): boolean =>
  validate(clientSchema, { ...EMPTY_CLIENT, first_name: 'Ann', birthday }).ok;

describe('birthdays', () => {
  it.each(['1990-05-17', '--05-17', '2000-02-29', '--02-29'])(
    '%s survives being taken apart and put together',
    (birthday) => {
      expect(birthdayOf(birthdayParts(birthday))).toBe(birthday);
      expect(isAccepted(birthday)).toBe(true);
    },
  );

  it('is none when nothing is entered, and refused when it is no day', () => {
    expect(birthdayOf({ year: '', month: '', day: '' })).toBeNull();
    expect(isAccepted(birthdayOf({ year: '', month: '2', day: '30' }))).toBe(false);
    expect(isAccepted(birthdayOf({ year: '1990', month: '', day: '' }))).toBe(false);
    expect(isAccepted(birthdayOf({ year: '90', month: '1', day: '2' }))).toBe(false);
  });

  it('says the year only when it is known', () => {
    expect(birthdayText('1990-05-17', 'en-US')).toBe('May 17, 1990');
    expect(birthdayText('--05-17', 'en-US')).toBe('May 17');
  });
});
