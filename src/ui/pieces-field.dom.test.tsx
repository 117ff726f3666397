import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { PiecesField } from './pieces-field.tsx';

function Counted() {
  const [value, setValue] = useState<number | null>(null);
  return (
    <>
      <PiecesField label="Counted" value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue((value || 0) + 1)}>
        Scan
      </button>
      <output>{String(value)}</output>
    </>
  );
}
const setUp = () => {
  render(<Counted />);
  return {
    user: userEvent.setup(),
    field: screen.getByLabelText<HTMLInputElement>('Counted'),
    value: () => screen.getByRole('status').textContent,
  };
};

test.each([
  ['12', '12'],
  [' 2.5 ', '2.5'],
  ['2,25', '2.25'],
  ['0.125', '0.125'],
  ['.5', '0.5'],
  ['1,000', 'NaN'],
  ['1.000', 'NaN'],
  ['12x', 'NaN'],
  ['-1', 'NaN'],
  [' ', 'null'],
])('%j is %s', async (text, value) => {
  const { user, field, ...now } = setUp();
  await user.type(field, text);
  expect(now.value()).toBe(value);
});

test('says what is wrong once the field is left, and nothing while somebody types', async () => {
  const { user, field } = setUp();
  await user.type(field, '1,000');
  expect(field.getAttribute('aria-invalid')).toBeNull();
  await user.tab();
  expect(screen.getByText('Enter a number, like 12 or 2.5.')).toBeTruthy();
  expect(field.value).toBe('1,000');
  await user.clear(field);
  await user.type(field, '2,50');
  expect(field.getAttribute('aria-invalid')).toBeNull();
  await user.tab();
  expect(field.value).toBe('2.5');
});

test('shows what is scanned after it was cleared, or over what was wrong', async () => {
  const { user, field } = setUp();
  const scan = screen.getByRole('button', { name: 'Scan' });
  await user.type(field, '3');
  await user.clear(field);
  await user.click(scan);
  expect(field.value).toBe('1');
  await user.clear(field);
  await user.type(field, '2x');
  await user.click(scan);
  expect(field.value).toBe('1');
  expect(field.getAttribute('aria-invalid')).toBeNull();
});
