import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Component, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeTabSetting } from '#platform/storage.ts';
import { expectConsoleErrors } from '#tests/setup/unit.ts';
import { lazyModal, lazySheet } from './lazy-overlay.tsx';
import { lazyExtra, lazyPart, lazyScreen } from './lazy-part.tsx';
import { SideSheet } from './side-sheet.tsx';

const failure = new TypeError('Failed to fetch dynamically imported module');
const online = vi.spyOn(navigator, 'onLine', 'get');

beforeEach(() => {
  online.mockReturnValue(true);
  vi.stubGlobal('fetch', async () => new Response(null));
});
afterEach(() => vi.unstubAllGlobals());

const goOnline = (): void => {
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
};

function Greeting({ name }: { name: string }) {
  return <p>Hello {name}</p>;
}
type GreetingLoad = () => Promise<typeof Greeting>;
const comes = () => vi.fn<GreetingLoad>().mockResolvedValue(Greeting);
const failsOnce = () => comes().mockRejectedValueOnce(failure);

const draw = (part: ReactNode) => render(<Suspense fallback="Loading">{part}</Suspense>);

test('a part is fetched when it is drawn, once for all its places', async () => {
  const load = comes();
  const Part = lazyPart(load);
  expect(load).not.toHaveBeenCalled();
  draw(
    <>
      <Part name="Ann" />
      <Part name="Bo" />
    </>,
  );
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(await screen.findByText('Hello Ann')).toBeTruthy();
  expect(screen.getByText('Hello Bo')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test('what was fetched ahead is drawn at once', async () => {
  const Part = lazyPart(comes());
  await Part.preload();
  draw(<Part name="Ann" />);
  expect(screen.getByText('Hello Ann')).toBeTruthy();
});

test('without network a part says so in its place, and comes by itself with the network', async () => {
  online.mockReturnValue(false);
  const Part = lazyPart(failsOnce());
  draw(<Part name="Ann" />);
  expect((await screen.findByRole('status')).textContent).toBe(
    'This part is not on this device yet. It opens as soon as you are online.',
  );
  goOnline();
  expect(await screen.findByText('Hello Ann')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});

test('a whole screen says so as a page', async () => {
  online.mockReturnValue(false);
  const Screen = lazyScreen(failsOnce());
  draw(<Screen name="Ann" />);
  expect(await screen.findByRole('heading', { name: 'Not on this device yet' })).toBeTruthy();
  goOnline();
  expect(await screen.findByText('Hello Ann')).toBeTruthy();
});

test('an extra is silent without network, and comes with it', async () => {
  online.mockReturnValue(false);
  const load = failsOnce();
  const Extra = lazyExtra(load);
  const { container } = draw(<Extra name="Ann" />);
  await waitFor(() => expect(container.innerHTML).toBe(''));
  goOnline();
  expect(await screen.findByText('Hello Ann')).toBeTruthy();
});

test('fetching ahead never rejects, goes on with the network, and is done when it has to wait', async () => {
  online.mockReturnValue(false);
  const load = failsOnce();
  const Part = lazyPart(load);
  await Part.preload();
  goOnline();
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await act(async () => undefined);
  draw(<Part name="Ann" />);
  expect(screen.getByText('Hello Ann')).toBeTruthy();
});

function Sheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <SideSheet open={open} title="Filter" onClose={onClose}>
      <p>All of it</p>
    </SideSheet>
  );
}

test.each([
  ['sheet', lazySheet],
  ['dialog', lazyModal],
])('without network a %s opens with its title, and can be closed', async (_, lazily) => {
  online.mockReturnValue(false);
  const load = vi
    .fn<() => Promise<typeof Sheet>>()
    .mockRejectedValueOnce(failure)
    .mockResolvedValue(Sheet);
  const Lazy = lazily('Filter', load);
  function Owner() {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          open
        </button>
        {isOpen && <Lazy open onClose={() => setOpen(false)} />}
      </>
    );
  }
  draw(<Owner />);
  expect(await screen.findByRole('dialog', { name: 'Filter' })).toBeTruthy();
  expect(screen.getByRole('status')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  // Closed, it does not come back by itself.
  goOnline();
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await act(async () => undefined);
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'open' }));
  expect(screen.getByText('All of it')).toBeTruthy();
});

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null };
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render() {
    return this.state.error ? <p>{String(this.state.error)}</p> : this.props.children;
  }
}

test('what is gone with an old release is thrown, but for an extra', async () => {
  expectConsoleErrors();
  // The one reload is used up.
  writeTabSetting('daybook-reloaded-at', String(Date.now()));
  const gone = () => vi.fn<GreetingLoad>().mockRejectedValue(failure);
  const Extra = lazyExtra(gone());
  const Instead = lazyExtra(gone(), ({ name }) => <p>Only {name}</p>);
  const Part = lazyPart(gone());
  render(
    <>
      <Boundary>
        <Suspense>
          <Extra name="Ann" />
          <Instead name="Bob" />
          <p>The rest</p>
        </Suspense>
      </Boundary>
      <Boundary>
        <Suspense>
          <Part name="Ann" />
        </Suspense>
      </Boundary>
    </>,
  );
  expect(await screen.findByText(String(failure))).toBeTruthy();
  expect(await screen.findByText('The rest')).toBeTruthy();
  expect(await screen.findByText('Only Bob')).toBeTruthy();
});
