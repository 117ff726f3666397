import { expect, test } from 'vitest';
import { recoveryText } from './recovery-lines.ts';

test('the file says whose codes these are and what they do, in lines that every editor shows', () => {
  const lines = recoveryText(['ABCDE-FGHJK', 'VWXYZ-01234'], 'owner@salon.example').split('\r\n');
  expect(lines[0]).toBe('Daybook: recovery codes of owner@salon.example');
  expect(lines.join(' ')).toContain('together with the password');
  expect(lines.slice(-3)).toEqual(['ABCDE-FGHJK', 'VWXYZ-01234', '']);
});
