import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { CheckboxField, MoneyField, SwitchField, TextField } from './fields.tsx';

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

describe('TextField', () => {
  it('ties its hint and its error to the field', () => {
    render(
      <TextField
        label="Name"
        value=""
        onChange={() => undefined}
        hint="As on the door"
        error="Please fill this in."
      />,
    );
    const field = screen.getByLabelText('Name');
    const description = (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(description).toEqual(['Please fill this in.', 'As on the door']);
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('MoneyField', () => {
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
});

describe('toggles', () => {
  it('are pressed anywhere in their row and named by their words', async () => {
    const said: boolean[] = [];
    render(
      <>
        <CheckboxField label="Ask for a deposit" value={false} onChange={(on) => said.push(on)} />
        <SwitchField label="Online booking" value onChange={(on) => said.push(on)} />
      </>,
    );
    const user = userEvent.setup();
    await user.click(screen.getByText('Ask for a deposit'));
    await user.click(screen.getByRole('switch', { name: 'Online booking' }));
    expect(said).toEqual([true, false]);
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true');
  });
});
