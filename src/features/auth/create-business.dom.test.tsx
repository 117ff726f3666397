import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
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
  sessionStorage.clear();
  server.asked = [];
});
afterEach(() => vi.restoreAllMocks());

const open = () => {
  const created: string[] = [];
  render(<CreateBusinessScreen onCreated={(id) => created.push(id)} />);
  return created;
};
const press = () => userEvent.click(screen.getByRole('button', { name: 'Create my calendar' }));
const fillIn = async () => {
  await userEvent.type(screen.getByLabelText('Name'), 'Nora Nails');
  await userEvent.selectOptions(screen.getByLabelText('What do you do?'), 'Nails');
  await userEvent.selectOptions(screen.getByLabelText('Currency'), 'Euro (EUR)');
};

it('waits for a connection over a reload, and goes on by itself', async () => {
  setOnline(false);
  open();
  await fillIn();
  await press();
  await screen.findByText('Waiting for a connection');
  expect(server.asked).toEqual([]);

  cleanup();
  const created = open();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Nora Nails');
  await screen.findByText('Waiting for a connection');
  answer(ok({ business_id: 'nails' }));
  setOnline(true);
  await waitFor(() => expect(created).toEqual(['nails']));
  expect(server.asked).toMatchObject([{ name: 'Nora Nails', currency: 'EUR', trade: 'nails' }]);
});

it('asks with the same id after a lost answer, and with another for another wish', async () => {
  setOnline(true);
  const created = open();
  answer(fail('server_unavailable'), fail('server_unavailable'), ok({ business_id: 'nails' }));
  await fillIn();
  await press();
  await screen.findByRole('alert');
  await press();
  await waitFor(() => expect(server.asked).toHaveLength(2));
  await screen.findByRole('alert');
  await userEvent.type(screen.getByLabelText('Name'), ' & Co');
  await press();
  await waitFor(() => expect(created).toEqual(['nails']));
  const [first, second, third] = server.asked;
  expect(second?.id).toBe(first?.id);
  expect(third?.id).not.toBe(first?.id);
});
