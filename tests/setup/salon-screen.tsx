import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { InitialEntry } from 'react-router-dom';
import type { DaybookDb } from '#db/open.ts';
import { DbProvider } from '#db/use-query.ts';

/** Draws a part of the app over the database of a test. */
export const drawOver = (db: DaybookDb, part: ReactElement, at: InitialEntry = '/') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <DbProvider db={db}>{part}</DbProvider>
    </MemoryRouter>,
  );

/** Waits for the button, as a person would: what stands on a screen is read from the database. */
export const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));

/** Types into a field that proposes, and takes the proposal. */
export const choose = async (field: string, text: string, option: RegExp): Promise<void> => {
  await userEvent.type(await screen.findByRole('combobox', { name: field }), text);
  await userEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
};
