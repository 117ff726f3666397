import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import type { InitialEntry } from 'react-router-dom';
import type { DaybookDb } from '#db/open.ts';
import { DbProvider } from '#db/use-query.ts';
import { toastStore } from '#ui/toast.ts';

/** Where the screen under test has led to: `/clients/7?edit=details`. */
export const place = (): string => document.querySelector('[data-place]')?.textContent ?? '';

/** The titles of the toasts so far. */
export const toasts = (): string[] => toastStore.get().toasts.map(({ title }) => title);

/** Presses the button of the newest toast. */
export const pressToast = (): void => toastStore.get().toasts.at(-1)?.action?.onPress();

/** A signed-in screen on its route over a database of the test; other routes show nothing. */
export const renderScreen = (
  db: DaybookDb,
  { path, at = path, screen }: { path: string; at?: InitialEntry; screen: ReactElement },
) => {
  toastStore.set(() => ({ toasts: [], kept: [] }));
  return render(
    <DbProvider db={db}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path={path} element={screen} />
          <Route path="*" element={null} />
        </Routes>
        <Place />
      </MemoryRouter>
    </DbProvider>,
  );
};

function Place() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p data-place hidden>
        {pathname + search}
      </p>
      <button type="button" onClick={() => void navigate(-1)}>
        Browser back
      </button>
    </>
  );
}
