import { act, fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { picturePath } from '#domain/pictures/picture.ts';
import type { LocalPicture } from '#domain/pictures/picture.ts';
import { Avatar } from './avatar.tsx';

const ID = '01920000-0000-7000-8000-000000000001';
const PATH = picturePath(ID, 'staff', { id: ID, width: 512, height: 512 });
const HERE: LocalPicture = {
  data: new TextEncoder().encode('face').buffer,
  media_type: 'image/webp',
  state: 'waiting',
};

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:face');
});
afterEach(() => vi.restoreAllMocks());

const image = () => document.querySelector('img');
const address = () => image()?.getAttribute('src') ?? null;
const text = () => document.body.textContent;
/** The part that shows pictures comes by itself. */
const expectImage = (): Promise<void> => waitFor(() => expect(image()).not.toBeNull());

it('is somebody’s initials without a picture, and under it while that comes', async () => {
  const { rerender } = render(<Avatar name="Noor Haddad" />);
  expect([text(), image()]).toEqual(['NH', null]);
  rerender(<Avatar name="Noor Haddad" picture={{ path: PATH, local: null }} />);
  await expectImage();
  expect(text()).toBe('NH');
  expect(image()?.getAttribute('alt')).toBe('');
  expect(image()?.closest('[aria-hidden]')).not.toBeNull();
});

it('asks for a small picture, then for what was stored, then for none', async () => {
  render(<Avatar name="Noor" picture={{ path: PATH, local: null }} />);
  await expectImage();
  expect(address()).toMatch(/\/render\/image\/public\/pictures\/.*width=192/);
  fireEvent.error(image()!);
  expect(address()).toMatch(new RegExp(`/object/public/pictures/${PATH}$`));
  fireEvent.error(image()!);
  expect([address(), text()]).toEqual([null, 'N']);
});

it('asks again once there is a network', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(<Avatar name="Noor" picture={{ path: PATH, local: null }} />);
  await expectImage();
  fireEvent.error(image()!);
  fireEvent.error(image()!);
  expect(address()).toBeNull();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(address()).toMatch(/\/render\/image\//);
});

it('shows what is on the device, and asks nobody before that is known', async () => {
  const { rerender } = render(<Avatar name="Noor" picture={{ path: PATH, local: 'asking' }} />);
  expect(address()).toBeNull();
  rerender(<Avatar name="Noor" picture={{ path: PATH, local: HERE }} />);
  await waitFor(() => expect(address()).toBe('blob:face'));
});

it('asks for nothing that is no picture’s path', () => {
  const path = 'https://else.example/track.gif';
  render(<Avatar name="Noor" picture={{ path, local: null }} />);
  expect(address()).toBeNull();
});
