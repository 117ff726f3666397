import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { CreateBusinessScreen } from './create-business-screen.tsx';

const server = vi.hoisted(() => ({
  asked: [] as { name: string; currency: string; trade: string; id: string }[],
  answers: [] as unknown[],
}));

vi.mock('#remote/memberships.ts', () => ({
  createBusiness: async (
    { name, currency, trade }: { name: string; currency: string; trade: string },
    id: string,
  ) => {
    server.asked.push({ name, currency, trade, id });
    return server.answers.shift();
  },
}));

const answer = (...results: Result<{ business_id: string }>[]): void => {
  server.answers = results;
};
const setOnline = (isOnline: boolean): void => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
};

beforeEach(() => {
  localStorage.clear();
  server.asked = [];
});
afterEach(() => vi.restoreAllMocks());

const open = () => {
  const created: string[] = [];
  render(
    <CreateBusinessScreen
      userId="nora"
      onCreated={(id) => created.push(id)}
      meanwhile={({ trade, currency }) => <p>{`Hours and a menu for ${trade}, in ${currency}`}</p>}
    />,
  );
  return created;
};
const press = () => userEvent.click(screen.getByRole('button', { name: 'Create my calendar' }));
const fillIn = async () => {
  await userEvent.type(screen.getByLabelText('Name'), 'Nora Nails');
  await userEvent.selectOptions(screen.getByLabelText('What do you do?'), 'Nails');
  await userEvent.selectOptions(screen.getByLabelText('Currency'), 'Euro (EUR)');
};

const MEANWHILE = 'Hours and a menu for nails, in EUR';

it('waits for a connection over a restart, asks what comes next meanwhile, and goes on by itself', async () => {
  setOnline(false);
  open();
  await fillIn();
  await press();
  await screen.findByText('Waiting for a connection');
  screen.getByText(MEANWHILE);
  expect(server.asked).toEqual([]);

  cleanup();
  sessionStorage.clear();
  const created = open();
  await screen.findByText('Waiting for a connection');
  screen.getByText(MEANWHILE);
  answer(ok({ business_id: 'nails' }));
  setOnline(true);
  await waitFor(() => expect(created).toEqual(['nails']));
  expect(server.asked).toMatchObject([{ name: 'Nora Nails', currency: 'EUR', trade: 'nails' }]);
  cleanup();
  open();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
});

it('waits for a server that does not answer as well, and asks it again with the same id', async () => {
  setOnline(true);
  const created = open();
  answer(fail('server_unavailable'), fail('timeout'), ok({ business_id: 'nails' }));
  await fillIn();
  await press();
  await screen.findByText(MEANWHILE);
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(server.asked).toHaveLength(2));
  const again = await screen.findByRole('button', { name: 'Try now' });
  await waitFor(() => expect(again.getAttribute('aria-busy')).toBeNull());
  await userEvent.click(again);
  await waitFor(() => expect(created).toEqual(['nails']));
  expect(new Set(server.asked.map(({ id }) => id)).size).toBe(1);
});

it('asks a silent server again by itself', async () => {
  setOnline(true);
  const created = open();
  answer(fail('server_unavailable'), ok({ business_id: 'nails' }));
  await fillIn();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  fireEvent.click(screen.getByRole('button', { name: 'Create my calendar' }));
  await screen.findByText(MEANWHILE);
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  vi.useRealTimers();
  await waitFor(() => expect(created).toEqual(['nails']));
});

it('lets an answer that waits be changed, which is another wish', async () => {
  setOnline(true);
  const created = open();
  answer(fail('server_unavailable'), ok({ business_id: 'nails' }));
  await fillIn();
  await press();
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
  await userEvent.type(screen.getByLabelText('Name'), ' & Co');
  await press();
  await waitFor(() => expect(created).toEqual(['nails']));
  expect(server.asked.map(({ name }) => name)).toEqual(['Nora Nails', 'Nora Nails & Co']);
  expect(new Set(server.asked.map(({ id }) => id)).size).toBe(2);
});

it('comes back to the form when the server refuses, with what it says', async () => {
  setOnline(false);
  open();
  await fillIn();
  await press();
  await screen.findByText(MEANWHILE);
  answer(fail('slug_taken'));
  setOnline(true);
  const address = await screen.findByLabelText('Booking address');
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.queryByText(MEANWHILE)).toBeNull();
});
