import { describe, expect, it } from 'vitest';
import type { ClientEntry } from '#domain/clients/search.ts';
import { isLetter, letterOf, letterPlaces, linesOf, nextClientLine } from './client-lines.ts';

const entry = (order: string): ClientEntry => ({
  id: order,
  name: order,
  phone: null,
  email: null,
  tags: [],
  alertNote: null,
  birthday: null,
  onlineBooking: 'allow',
  status: 'active',
  hay: ` ${order}`,
  order,
});
const shape = (orders: string[], withLetters = true): string[] =>
  linesOf(orders.map(entry), withLetters).map((line) =>
    isLetter(line) ? `[${line.letter}]` : line.id,
  );

describe('the lines of the client list', () => {
  it('puts one letter above the names that begin with it', () => {
    expect(shape(['abe', 'adams', 'baker'])).toEqual(['[A]', 'abe', 'adams', '[B]', 'baker']);
  });

  it('shows found clients in the order of their rank, without letters', () => {
    expect(shape(['baker', 'abe'], false)).toEqual(['baker', 'abe']);
  });

  it('keeps letters of every script and gathers what begins with none', () => {
    expect(['müller', 'иванов', '田中', '+15550100', '🌸'].map((o) => letterOf(entry(o)))).toEqual([
      'M',
      'И',
      '田',
      '#',
      '#',
    ]);
  });

  it('steps over letters and stops at both ends', () => {
    const lines = linesOf(['abe', 'baker'].map(entry), true);
    expect(letterPlaces(lines)).toEqual([
      { letter: 'A', index: 0 },
      { letter: 'B', index: 2 },
    ]);
    expect(nextClientLine(lines, -1, 1)).toBe(1);
    expect(nextClientLine(lines, 1, 1)).toBe(3);
    expect(nextClientLine(lines, 3, 1)).toBeNull();
    expect(nextClientLine(lines, 1, -1)).toBeNull();
  });
});
