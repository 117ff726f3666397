import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#domain/errors/result.ts';
import type { BillingState } from '#remote/billing.ts';
import { BillingBanner } from './billing-banner.tsx';
import { WorkspaceContext, type OpenWorkspace } from './workspace-context.ts';

let state: BillingState;
let online: boolean;
let asked: number;

beforeEach(() => {
  localStorage.clear();
  state = { provider: 'stripe', access: 'full', may_manage: true };
  [online, asked] = [true, 0];
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
});
afterEach(() => vi.restoreAllMocks());

const open = (at = '/calendar') => {
  cleanup();
  render(
    <MemoryRouter initialEntries={[at]}>
      <WorkspaceContext value={{ business: { id: 'b1' } } as OpenWorkspace}>
        <BillingBanner
          server={{
            state: async () => {
              asked += 1;
              return online ? ok(state) : fail('offline');
            },
          }}
        />
      </WorkspaceContext>
    </MemoryRouter>,
  );
};
const banner = () => screen.queryByRole('region', { name: 'Billing' });

describe('the billing banner', () => {
  it('is not there as long as all is well', async () => {
    open();
    await waitFor(() => expect(asked).toBe(1));
    expect(banner()).toBeNull();
  });

  it.each([
    ['warned', /Everything is still open\.$/],
    ['limited', /all data go on\.$/],
  ] as const)('says what is open (%s), and where to go', async (access, text) => {
    state = { ...state, access };
    open();
    await screen.findByText(text);
    const way = screen.getByRole('link', { name: 'Open billing' });
    expect(way.getAttribute('href')).toBe('/settings/billing');
  });

  it('tells who does not manage it who can', async () => {
    state = { ...state, access: 'limited', may_manage: false };
    open();
    await screen.findByText(/The owner can put it right\.$/);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('is known without a connection, and gone when it is paid', async () => {
    state = { ...state, access: 'limited' };
    open();
    await screen.findByText(/not paid for/);
    online = false;
    open();
    await screen.findByText(/not paid for/);
    online = true;
    state = { ...state, access: 'full' };
    open();
    await waitFor(() => expect(banner()).toBeNull());
    online = false;
    open();
    expect(banner()).toBeNull();
  });

  it('leaves the page of billing to itself', async () => {
    state = { ...state, access: 'warned' };
    open('/settings/billing');
    await waitFor(() => expect(asked).toBe(1));
    expect(banner()).toBeNull();
  });
});
