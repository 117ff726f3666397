import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { picturePath } from '#domain/pictures/picture.ts';
import type { LocalPicture, ShownPicture } from '#domain/pictures/picture.ts';
import type { PictureShape } from '#platform/shrink-picture.ts';
import { PictureField } from './picture-field.tsx';

const asked = vi.hoisted((): { shape: unknown; isReadable: boolean } => ({
  shape: null,
  isReadable: true,
}));
// Pictures are drawn in a worker on a canvas, which only browsers have.
vi.mock('#platform/shrink-picture.ts', () => ({
  shrinkPicture: async (file: File, shape: PictureShape) => {
    asked.shape = shape;
    return asked.isReadable
      ? {
          ok: true,
          picture: { data: await file.arrayBuffer(), mediaType: 'image/webp', width: 8, height: 8 },
        }
      : { ok: false, why: 'unreadable' };
  },
}));

const ID = '01920000-0000-7000-8000-000000000001';
const PATH = picturePath(ID, 'staff', { id: ID, width: 512, height: 512 });
const NOTHING: ShownPicture = { path: null, local: null };
const STORED: ShownPicture = { path: PATH, local: null };

beforeEach(() => Object.assign(asked, { shape: null, isReadable: true }));
afterEach(() => vi.restoreAllMocks());

const open = (picture: ShownPicture, isSquare = true) => {
  const calls = { onChange: vi.fn<() => void>(), onRetry: vi.fn<() => void>() };
  render(
    <PictureField
      label="Picture"
      hint="Cut to a square."
      picture={picture}
      preview={<span>preview</span>}
      isSquare={isSquare}
      {...calls}
    />,
  );
  return calls;
};
const choose = (file: File): void => {
  fireEvent.change(screen.getByLabelText('Picture: file'), { target: { files: [file] } });
};
const file = (name: string, type: string, text = 'picture') => new File([text], name, { type });

it('hands on what was chosen, small and cut', async () => {
  const { onChange } = open(NOTHING);
  screen.getByRole('group', { name: /^Picture/ });
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  choose(file('me.jpg', 'image/jpeg'));
  await waitFor(() =>
    expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ mediaType: 'image/webp' })),
  );
  expect(asked.shape).toEqual({ maxSide: 512, isSquare: true });
});

it('leaves the shape of a logo alone', async () => {
  const { onChange } = open(NOTHING, false);
  choose(file('logo.png', 'image/png'));
  await waitFor(() => expect(onChange).toHaveBeenCalled());
  expect(asked.shape).toEqual({ maxSide: 512, isSquare: false });
});

it.each([
  ['a drawing', file('logo.svg', 'image/svg+xml', '<svg/>'), /^logo\.svg cannot be read/],
  ['a drawing that hides it', file('logo.SVG', 'image/png', '<svg/>'), /^logo\.SVG cannot be read/],
  ['an empty file', file('me.jpg', 'image/jpeg', ''), /^me\.jpg is empty/],
  [
    'a huge file',
    Object.defineProperty(file('me.tiff', 'image/tiff'), 'size', { value: 20_000_001 }),
    /^me\.tiff is larger than 20 MB/,
  ],
])('refuses %s in plain words', async (_, chosen, words) => {
  const { onChange } = open(NOTHING);
  choose(chosen);
  await screen.findByText(words);
  expect(onChange).not.toHaveBeenCalled();
  expect(asked.shape).toBeNull();
});

it('refuses what this browser cannot read, and forgets that with the next one', async () => {
  asked.isReadable = false;
  const { onChange } = open(NOTHING);
  choose(file('IMG_1.HEIC', 'image/heic'));
  await screen.findByText(/^IMG_1\.HEIC cannot be read on this device/);
  asked.isReadable = true;
  choose(file('me.jpg', 'image/jpeg'));
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  expect(screen.queryByText(/cannot be read/)).toBeNull();
});

it('takes a picture away, and the focus stays in the field', async () => {
  const { onChange } = open(STORED);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Remove' }));
  expect(onChange).toHaveBeenCalledWith(null);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Replace' }));
});

const local = (state: LocalPicture['state']): ShownPicture => ({
  path: PATH,
  local: { data: new ArrayBuffer(1), media_type: 'image/webp', state },
});

it('says when a picture waits', () => {
  open(local('waiting'));
  screen.getByText(/^Waiting to upload/);
});

it('tries again what the server did not take', async () => {
  const { onRetry } = open(local('failed'));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledWith(ID);
});
