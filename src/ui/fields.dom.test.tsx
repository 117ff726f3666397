import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CheckboxField, SwitchField, TextField } from './fields.tsx';

const told = (field: HTMLElement): (string | null | undefined)[] =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent);

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
    expect(told(field)).toEqual(['Please fill this in.', 'As on the door']);
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });
});

it('a unit is told with its field', () => {
  render(
    <>
      <TextField label="Ammonia" value="" onChange={() => undefined} unit="ml" hint="Each time" />
      <TextField
        label="Password"
        value=""
        onChange={() => undefined}
        action={<button>Show</button>}
      />
    </>,
  );
  expect(told(screen.getByLabelText('Ammonia'))).toEqual(['ml', 'Each time']);
  expect(told(screen.getByLabelText('Password'))).toEqual([]);
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
