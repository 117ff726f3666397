import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Modal } from './modal.tsx';

/** A sheet with something unsaved in it: it asks in a dialog of its own before it goes. */
function Sheet() {
  const [isOpen, setOpen] = useState(true);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Modal open={isOpen} title="Sheet" onClose={() => setAsking(true)}>
        <input aria-label="Words" />
      </Modal>
      <ConfirmDialog
        open={isAsking}
        title="Discard it?"
        confirmLabel="Discard"
        onConfirm={() => {
          setAsking(false);
          setOpen(false);
        }}
        onClose={() => setAsking(false)}
      >
        It is not saved.
      </ConfirmDialog>
    </>
  );
}

const dialog = (name: string) => screen.findByRole<HTMLDialogElement>('dialog', { name });
const isThere = (name: string) => screen.queryByRole('dialog', { name }) !== null;

afterEach(() => {
  vi.restoreAllMocks();
});

test('each Escape asks the topmost dialog alone, and none closes what its owner keeps', async () => {
  render(<Sheet />);
  await dialog('Sheet');
  await userEvent.keyboard('{Escape}');
  await dialog('Discard it?');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(isThere('Discard it?')).toBe(false));
  expect(isThere('Sheet')).toBe(true);
  // Nothing is left for the browser to decide.
  expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(isThere('Sheet')).toBe(false));
  expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(true);
});

test('a sheet that the browser closes comes back, under its own question', async () => {
  render(<Sheet />);
  const sheet = await dialog('Sheet');
  await userEvent.keyboard('{Escape}');
  const question = await dialog('Discard it?');
  const shown = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  // As in browsers: the event comes when whoever closed it has gone on.
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (
    this: HTMLDialogElement,
  ) {
    this.open = false;
    setTimeout(() => this.dispatchEvent(new Event('close')));
  });
  sheet.close();
  await waitFor(() => expect(shown.mock.contexts).toEqual([sheet, question]));
  expect([sheet.open, question.open]).toEqual([true, true]);
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect([isThere('Sheet'), isThere('Discard it?')]).toEqual([false, false]));
});

test('keys and presses are for the page as soon as a dialog is closed, not when it is out of sight', async () => {
  render(<Sheet />);
  const sheet = await dialog('Sheet');
  await userEvent.keyboard('{Escape}');
  const question = await dialog('Discard it?');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  // Modal it would keep everything else from the person; drawn it still is.
  expect([question.open, question.inert]).toEqual([false, true]);
  expect(question.textContent).toContain('It is not saved.');
  expect([sheet.open, sheet.inert]).toEqual([true, false]);
  // Asked again while it is on its way out.
  await userEvent.keyboard('{Escape}');
  expect([question.open, question.inert]).toEqual([true, false]);
});

test('what is opened again while it is on its way out begins anew', async () => {
  const sheet = (open: boolean) => (
    <Modal open={open} title="Sheet" onClose={() => undefined}>
      <input aria-label="Words" />
    </Modal>
  );
  const { rerender } = render(sheet(true));
  await userEvent.type(await screen.findByLabelText('Words'), 'of before');
  rerender(sheet(false));
  // Still drawn as it was.
  expect(screen.getByLabelText<HTMLInputElement>('Words').value).toBe('of before');
  rerender(sheet(true));
  expect(screen.getByLabelText<HTMLInputElement>('Words').value).toBe('');
});
