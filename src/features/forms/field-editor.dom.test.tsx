import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { newField } from '#domain/forms/new-field.ts';
import type { FormField } from '#domain/rows.ts';
import { FieldEditor } from './field-editor.tsx';

test('how long a text is, what it takes and how wide it stands is set, and taken back', async () => {
  let edited = newField('q1', 'short_text');
  function Edited() {
    const [field, setField] = useState(edited);
    return (
      <FieldEditor
        field={field}
        earlier={[]}
        errorOf={() => undefined}
        onChange={(next: FormField) => {
          edited = next;
          setField(next);
        }}
        onRemove={() => undefined}
      />
    );
  }
  render(<Edited />);
  const takes = screen.getByLabelText('What is written there');
  const half = screen.getByRole('switch', { name: /Half as wide/ });
  await userEvent.selectOptions(takes, 'Digits only');
  await userEvent.type(screen.getByLabelText(/Characters at least/), '4');
  await userEvent.type(screen.getByLabelText(/Characters at most/), '12');
  await userEvent.click(half);
  expect(edited).toEqual({
    ...newField('q1', 'short_text'),
    format: 'digits',
    min: 4,
    max: 12,
    width: 'half',
  });
  // As if it had never been said: the hash of a version is that of what stands in it.
  await userEvent.selectOptions(takes, 'Anything');
  await userEvent.clear(screen.getByLabelText(/Characters at least/));
  await userEvent.clear(screen.getByLabelText(/Characters at most/));
  await userEvent.click(half);
  expect(edited).toEqual(newField('q1', 'short_text'));
  expect(Object.keys(edited)).toEqual(Object.keys(newField('q1', 'short_text')));
});
