import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { TextField } from './fields.tsx';
import { useForm } from './use-form.ts';
import type { Submitted } from './use-form.ts';

type Values = { name: string; phone: string };

function Sample({
  row,
  rev,
  save,
}: {
  row: Values;
  rev?: number;
  save: (submitted: Submitted<Values>) => Promise<Result<unknown>>;
}) {
  const form = useForm<Values>({
    initial: row,
    rev,
    draftKey: rev === undefined ? undefined : 'sample',
    save,
    words: { error: ({ code }) => code, rule: (rule) => `rule ${rule}` },
  });
  const field = (name: keyof Values) => (
    <TextField
      label={name}
      value={form.values[name]}
      onChange={(text) => form.change({ [name]: text })}
      error={form.error(name)}
    />
  );
  return (
    <form {...form.formProps}>
      {form.failure && <p role="alert">{form.failure}</p>}
      {field('name')}
      {field('phone')}
      <button type="submit">Save</button>
      <button type="button" onClick={form.reset}>
        Discard
      </button>
    </form>
  );
}

const value = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('hands over only what was changed', async () => {
  const saved: unknown[] = [];
  const save = async ({ changed }: Submitted<Values>) => {
    saved.push(changed);
    return ok(null);
  };
  render(<Sample row={{ name: 'Ann', phone: '1' }} save={save} />);
  await userEvent.type(screen.getByLabelText('phone'), '2');
  await press('Save');
  await press('Save');
  expect(saved).toEqual([{ phone: '12' }, {}]);
});

it('says what is wrong at its field until the field changes, and moves there', async () => {
  const save = async () => fail('invalid', { issues: [{ field: 'phone', rule: 'not_a_phone' }] });
  render(<Sample row={{ name: '', phone: '' }} save={save} />);
  await press('Save');
  await screen.findByText('rule not_a_phone');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('phone')));
  await userEvent.type(screen.getByLabelText('phone'), '1');
  expect(screen.queryByText('rule not_a_phone')).toBeNull();
});

it('says what belongs to no field above the form', async () => {
  render(<Sample row={{ name: '', phone: '' }} save={async () => fail('storage_full')} />);
  await press('Save');
  expect((await screen.findByRole('alert')).textContent).toBe('storage_full');
});

it('follows the row while nothing is typed, and keeps what is typed when it changes', async () => {
  const save = async () => ok(null);
  const { rerender } = render(<Sample row={{ name: 'Ann', phone: '1' }} save={save} />);
  rerender(<Sample row={{ name: 'Anna', phone: '1' }} save={save} />);
  expect(value('name')).toBe('Anna');
  await userEvent.type(screen.getByLabelText('phone'), '2');
  rerender(<Sample row={{ name: 'Anne', phone: '9' }} save={save} />);
  expect([value('name'), value('phone')]).toEqual(['Anna', '12']);
  await press('Discard');
  expect(value('phone')).toBe('1');
});

it('says which row was typed over, also after a reload, and follows it when clean', async () => {
  const seen: unknown[] = [];
  const save = async ({ seenRev }: Submitted<Values>) => {
    seen.push(seenRev);
    return ok(null);
  };
  const { rerender, unmount } = render(
    <Sample row={{ name: 'Ann', phone: '1' }} rev={3} save={save} />,
  );
  rerender(<Sample row={{ name: 'Ann', phone: '1' }} rev={4} save={save} />);
  await userEvent.type(screen.getByLabelText('phone'), '2');
  rerender(<Sample row={{ name: 'Ann', phone: '9' }} rev={7} save={save} />);
  unmount();
  const { rerender: again } = render(
    <Sample row={{ name: 'Ann', phone: '9' }} rev={7} save={save} />,
  );
  expect(value('phone')).toBe('12');
  await press('Save');
  again(<Sample row={{ name: 'Ann', phone: '12' }} rev={8} save={save} />);
  await press('Save');
  expect(seen).toEqual([4, 8]);
});
