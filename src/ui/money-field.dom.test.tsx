import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { MoneyField } from './money-field.tsx';

function Price({ start, said }: { start: number | null; said: (number | null)[] }) {
  const [cents, setCents] = useState<number | null>(start);
  return (
    <MoneyField
      label="Price"
      value={cents}
      onChange={(value) => {
        said.push(value);
        setCents(value);
      }}
    />
  );
}

it('shows cents as money and answers cents', async () => {
  const said: (number | null)[] = [];
  render(<Price start={1250} said={said} />);
  const field = screen.getByLabelText<HTMLInputElement>('Price');
  expect(field.value).toBe('12.50');
  const user = userEvent.setup();
  await user.clear(field);
  await user.type(field, '7,5');
  expect(said.at(-1)).toBe(750);
  await user.tab();
  expect(field.value).toBe('7.50');
});

it('leaves alone what is not an amount yet', async () => {
  const said: (number | null)[] = [];
  render(<Price start={null} said={said} />);
  const field = screen.getByLabelText<HTMLInputElement>('Price');
  const user = userEvent.setup();
  await user.type(field, '12.');
  expect(field.value).toBe('12.');
  await user.clear(field);
  await user.type(field, 'ten');
  expect(said.at(-1)).toBeNull();
  await user.tab();
  expect(field.value).toBe('ten');
});
