import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Combobox } from './combobox.tsx';

const names = ['Ana Perez', 'Andre Acosta', 'Bo Abbott'];

function Clients({
  onPick,
  onCreate,
}: {
  onPick: (id: string) => void;
  onCreate?: (text: string) => void;
}) {
  const [query, setQuery] = useState('');
  const options = names
    .filter((name) => name.toLowerCase().includes(query.toLowerCase()))
    .map((name) => ({ id: name, label: name }));
  return (
    <Combobox
      label="Client"
      query={query}
      onQueryChange={setQuery}
      options={options}
      onPick={({ id }) => onPick(id)}
      {...(onCreate ? { onCreate } : {})}
    />
  );
}
const setUp = (withCreate = false) => {
  const said: string[] = [];
  render(
    <Clients
      onPick={(id) => said.push(`picked ${id}`)}
      {...(withCreate ? { onCreate: (text: string) => said.push(`new ${text}`) } : {})}
    />,
  );
  return { user: userEvent.setup(), field: screen.getByRole('combobox', { name: 'Client' }), said };
};
const activeOption = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('Combobox', () => {
  it('finds while typing and picks with the keyboard; focus never leaves the field', async () => {
    const { user, field, said } = setUp();
    await user.type(field, 'an');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Ana Perez',
      'Andre Acosta',
    ]);
    expect(activeOption(field)).toBe('Ana Perez');
    await user.keyboard('{ArrowDown}');
    expect(activeOption(field)).toBe('Andre Acosta');
    await user.keyboard('{ArrowDown}');
    expect(activeOption(field)).toBe('Ana Perez');
    await user.keyboard('{ArrowUp}{Enter}');
    expect(said).toEqual(['picked Andre Acosta']);
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('picks with a press', async () => {
    const { user, field, said } = setUp();
    await user.click(field);
    await user.click(screen.getByRole('option', { name: 'Bo Abbott' }));
    expect(said).toEqual(['picked Bo Abbott']);
  });

  it('offers to make what it does not find', async () => {
    const { user, field, said } = setUp(true);
    await user.type(field, 'Zoe Zimmer');
    await user.keyboard('{Enter}');
    expect(said).toEqual(['new Zoe Zimmer']);
  });

  it('says when nothing was found, and Escape closes only the list', async () => {
    const { user, field } = setUp();
    await user.type(field, 'zzz');
    expect(screen.getByText('Nothing found')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Nothing found')).toBeNull();
    expect((field as HTMLInputElement).value).toBe('zzz');
  });

  describe('when what is around it scrolls', () => {
    const openIn = async (fieldBox: Partial<DOMRect>) => {
      const { user, field } = setUp();
      await user.type(field, 'an');
      const anchor = field.parentElement!;
      anchor.getBoundingClientRect = () => ({ left: 20, width: 300, ...fieldBox }) as DOMRect;
      fireEvent.scroll(document);
    };

    it('goes with its field', async () => {
      await openIn({ top: 100, bottom: 140, height: 40 });
      expect(screen.getByRole('listbox').style.top).toBe('144px');
    });

    it('closes with a field that is out of sight', async () => {
      await openIn({ top: -90, bottom: -50, height: 40 });
      expect(screen.queryByRole('listbox')).toBeNull();
    });
  });
});
