import { describe, expect, test } from 'vitest';
import { isVisited, plainPostalCode, readPostalCodes } from './visit-area.ts';

describe('postal codes of the places that are visited', () => {
  test.each([
    ['', []],
    [' , ;\n', []],
    ['11201, 11215', ['11201', '11215']],
    ['sw1a 1aa; SW1A1AA\nN1', ['N1', 'SW1A1AA']],
    ['112', ['112']],
  ])('%j is read as %j', (typed, codes) => {
    expect(readPostalCodes(typed)).toEqual(codes);
  });

  test.each(['Brooklyn and Queens', '11201, ***', '12345678901'])('%j is no list', (typed) => {
    expect(readPostalCodes(typed)).toBeNull();
  });

  test.each([
    [[], '', true],
    [[], '99999', true],
    [['11201'], '11201', true],
    [['112'], '11215', true],
    [['112'], '10011', false],
    [['SW1A'], 'sw1a 1aa', true],
    [['11201'], '', false],
    [['11201'], '112', false],
  ])('of %j, %j is visited: %s', (areas, code, isIt) => {
    expect(isVisited(areas, code)).toBe(isIt);
  });

  test('are the same however they are written', () => {
    expect(plainPostalCode(' 114 55-a ')).toBe('11455A');
  });
});
