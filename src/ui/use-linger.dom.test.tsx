import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useLinger } from './use-linger.ts';

/** What a sheet is about, and what is typed into it. */
function Sheet({ about }: { about: string | null }) {
  const shown = useLinger(about);
  return shown && <Words about={shown} />;
}
function Words({ about }: { about: string }) {
  const [text, setText] = useState('');
  return <input aria-label={about} value={text} onChange={({ target }) => setText(target.value)} />;
}
const field = (about: string) => screen.getByLabelText<HTMLInputElement>(about);

test('what is gone is drawn for a moment as it was, and then no longer', async () => {
  const { rerender } = render(<Sheet about="Nia" />);
  fireEvent.change(field('Nia'), { target: { value: 'of before' } });
  rerender(<Sheet about={null} />);
  expect(field('Nia').value).toBe('of before');
  await waitFor(() => expect(screen.queryByLabelText('Nia')).toBeNull());
  rerender(<Sheet about="Nia" />);
  expect(field('Nia').value).toBe('');
});

test.each(['Nia', 'Bo'])('what comes back while it leaves begins anew: %s', (next) => {
  const { rerender } = render(<Sheet about="Nia" />);
  fireEvent.change(field('Nia'), { target: { value: 'of before' } });
  rerender(<Sheet about={null} />);
  rerender(<Sheet about={next} />);
  expect(field(next).value).toBe('');
});

test('what changes while it is there goes on', () => {
  const { rerender } = render(<Sheet about="Nia" />);
  fireEvent.change(field('Nia'), { target: { value: 'of before' } });
  rerender(<Sheet about="Bo" />);
  expect(field('Bo').value).toBe('of before');
});
