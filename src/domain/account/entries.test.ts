import { describe, expect, it } from 'vitest';
import { emailFault, passwordFault } from './entries.ts';

describe('entries', () => {
  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['rosa', 'email'],
    ['rosa@studio', 'email'],
    ['rosa @studio.com', 'email'],
    ['rosa@studio.com', undefined],
    [' rosa@studio.com ', undefined],
  ])('e-mail %j: %s', (email, fault) => {
    expect(emailFault(email)).toBe(fault);
  });

  it.each([
    ['', 'required'],
    ['1234567', 'too_short'],
    ['12345678', undefined],
    ['        ', undefined],
  ])('password %j: %s', (password, fault) => {
    expect(passwordFault(password)).toBe(fault);
  });
});
