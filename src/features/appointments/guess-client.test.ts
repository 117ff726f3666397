import { describe, expect, it } from 'vitest';
import { guessClient } from './guess-client.ts';

const empty = { first_name: '', last_name: '', phone: '', email: '' };

describe('guessClient', () => {
  it.each([
    ['Ann', { first_name: 'Ann' }],
    ['  Ann-Marie van der Berg ', { first_name: 'Ann-Marie', last_name: 'van der Berg' }],
    ['+1 (555) 010-2233', { phone: '+1 (555) 010-2233' }],
    ['ann@example.com', { email: 'ann@example.com' }],
    ['محمد علي', { first_name: 'محمد', last_name: 'علي' }],
    ['', {}],
  ])('reads %j', (typed, expected) => {
    expect(guessClient(typed)).toEqual({ ...empty, ...expected });
  });
});
