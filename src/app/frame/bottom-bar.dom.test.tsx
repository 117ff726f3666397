import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { BottomBar } from './bottom-bar.tsx';

it.each([
  ['/calendar', 'Calendar'],
  ['/appointments/one', 'Calendar'],
  ['/clients/one', 'Clients'],
  ['/checkout/success', 'Checkout'],
  ['/settings/members', 'More'],
  ['/', 'More'],
])('shows under which tab %s is found: %s', (path, tab) => {
  render(
    <MemoryRouter initialEntries={[path]}>
      <BottomBar />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { current: true }).textContent).toBe(tab);
});
