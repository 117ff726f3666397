import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { QrPicture } from './qr-picture.tsx';

/** Where a picture is dark, as rows of text. */
const drawn = (image: HTMLElement): string[] => {
  const size = Number(image.getAttribute('viewBox')?.split(' ')[2]);
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'));
  const d = image.querySelector('path:last-child')?.getAttribute('d') ?? '';
  for (const [, x, y] of d.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) rows[Number(y)]![Number(x)] = '#';
  return rows.map((row) => row.join(''));
};

const FINDER = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];

it('draws three finders in a quiet zone of four modules', () => {
  render(<QrPicture text="otpauth://totp/Daybook:a@b.example?secret=JBSW" label="For your app" />);
  const rows = drawn(screen.getByRole('img', { name: 'For your app' }));
  const last = rows.length - 11;
  const corner = (x: number, y: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7));
  expect([corner(4, 4), corner(last, 4), corner(4, last)]).toEqual([FINDER, FINDER, FINDER]);
  const edge = [...rows.slice(0, 4), ...rows.slice(-4), ...rows.map((row) => row.slice(0, 4))];
  expect(edge.join('')).not.toContain('#');
});

it('draws nothing for a text that no code holds', () => {
  render(<QrPicture text={'x'.repeat(5_000)} label="Too long" />);
  expect(screen.queryByRole('img')).toBeNull();
});
