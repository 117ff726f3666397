import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { sheetStore, closeSheet } from '#ui/overlays.tsx';
import { closePalette, paletteStore } from './palette/palette-store.ts';
import { useShortcuts } from './use-shortcuts.ts';

function App() {
  useShortcuts();
  const { pathname, search } = useLocation();
  return (
    <>
      <p data-testid="place">{pathname + search}</p>
      <input aria-label="Note" />
    </>
  );
}
const open = () => {
  render(
    <MemoryRouter initialEntries={['/clients']}>
      <App />
    </MemoryRouter>,
  );
  return userEvent.setup();
};
const place = () => screen.getByTestId('place').textContent;

afterEach(closeSheet);

it('two keys lead to a place', async () => {
  const user = open();
  await user.keyboard('gt');
  expect(place()).toBe('/');
  await user.keyboard('gs');
  expect(place()).toBe('/more/services');
  await user.keyboard('b');
  expect(place()).toBe('/calendar?new=appointment');
});

it('n offers what can be made', async () => {
  const user = open();
  await user.keyboard('n');
  expect(sheetStore.get()).toMatchObject({ open: true, title: 'New' });
});

it('Ctrl and K opens the palette, also out of a field, but not over a dialog', async () => {
  const user = open();
  await user.click(screen.getByLabelText('Note'));
  await user.keyboard('{Control>}k{/Control}');
  expect(paletteStore.get()).toBe(true);
  closePalette();
  const dialog = document.createElement('dialog');
  dialog.open = true;
  document.body.append(dialog);
  await user.keyboard('{Control>}k{/Control}');
  expect(paletteStore.get()).toBe(false);
  dialog.remove();
});

it('nothing happens while somebody types', async () => {
  const user = open();
  await user.type(screen.getByLabelText('Note'), 'bang on time, gt');
  expect(place()).toBe('/clients');
  expect(sheetStore.get().open).toBe(false);
});

it('a screen that listens at the window does not hear the second key of a pair', async () => {
  const heard: string[] = [];
  const listen = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented) heard.push(event.key);
  };
  window.addEventListener('keydown', listen);
  const user = open();
  await user.keyboard('gt');
  window.removeEventListener('keydown', listen);
  expect(heard).toEqual(['g']);
});
