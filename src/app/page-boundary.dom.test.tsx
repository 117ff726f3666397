import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { expect, it } from 'vitest';
import { expectConsoleErrors } from '#tests/setup/unit.ts';
import { PageBoundary } from './page-boundary.tsx';

function Broken(): never {
  throw new Error('cannot be drawn');
}

function App({ resetsTo }: { resetsTo: string }) {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => void navigate('/fine')}>
        elsewhere
      </button>
      <PageBoundary onReset={() => void navigate(resetsTo)}>
        <Routes>
          <Route path="/" element={<p>Today</p>} />
          <Route path="/fine" element={<p>Fine</p>} />
          <Route path="*" element={<Broken />} />
        </Routes>
      </PageBoundary>
    </>
  );
}
const open = (resetsTo = '/') => {
  expectConsoleErrors();
  render(
    <MemoryRouter initialEntries={['/broken']}>
      <App resetsTo={resetsTo} />
    </MemoryRouter>,
  );
};

it('shows the 500 page with its exact words, and its button leads home', () => {
  open();
  expect(screen.getByText('500')).toBeTruthy();
  expect(screen.getByRole('heading').textContent).toBe('Oops! Something went wrong.');
  expect(
    screen.getByText(
      "We've encountered an unexpected error. Please try refreshing the page. If the problem persists, please contact support.",
    ),
  ).toBeTruthy();
  expect(screen.getByText(/^Reference [A-Z2-9]{4}-[A-Z2-9]{4}$/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Refresh Page' }));
  expect(screen.getByText('Today')).toBeTruthy();
});

it('forgets the error when the path changes', () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: 'elsewhere' }));
  expect(screen.getByText('Fine')).toBeTruthy();
});
