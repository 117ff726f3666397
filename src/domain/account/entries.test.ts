import { describe, expect, it } from 'vitest';
import { accountNameFault, emailFault, passwordFault } from './entries.ts';

describe('entries', () => {
  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['rosa', 'email'],
    ['rosa@studio', 'email'],
    ['rosa @studio.com', 'email'],
    ['rosa@studio.com', undefined],
    [' rosa@studio.com ', undefined],
    [`${'r'.repeat(243)}@studio.com`, undefined],
    [`${'r'.repeat(244)}@studio.com`, 'too_long'],
  ])('e-mail %j: %s', (email, fault) => {
    expect(emailFault(email)).toBe(fault);
  });

  it.each([
    ['', undefined],
    ['rosa@studio.com', undefined],
    ['rosa@localhost', undefined],
    ['+1 (718) 555-0199', undefined],
    ['rosa', 'email'],
    ['rosa@', 'email'],
    ['rosa@studio.com, tom@studio.com', 'email'],
  ])('e-mail or phone number %j: %s', (name, fault) => {
    expect(accountNameFault(name)).toBe(fault);
  });

  it.each([
    ['', 'required'],
    ['1234567', 'too_short'],
    ['12345678', undefined],
    ['        ', undefined],
    ['👩👩👩👩', 'too_short'],
    ['x'.repeat(72), undefined],
    ['x'.repeat(73), 'too_long'],
    ['é'.repeat(37), 'too_long'],
    ['李'.repeat(25), 'too_long'],
    ['👩'.repeat(19), 'too_long'],
  ])('password %j: %s', (password, fault) => {
    expect(passwordFault(password)).toBe(fault);
  });
});
