import { describe, expect, it } from 'vitest';
import { typedClient } from './typed-client.ts';

const empty = { first_name: '', last_name: '', phone: '', email: '' };

describe('a new client from what was searched for', () => {
  it.each([
    ['Ann', { first_name: 'Ann' }],
    ['ann lee', { first_name: 'Ann', last_name: 'Lee' }],
    ['  Ann-Marie van der Berg ', { first_name: 'Ann-Marie', last_name: 'van der Berg' }],
    ['McQueen', { first_name: 'McQueen' }],
    ['+1 (555) 010-2233', { phone: '+1 (555) 010-2233' }],
    ['(212) 555-0100', { phone: '(212) 555-0100' }],
    ['ann@example.com', { email: 'ann@example.com' }],
    ['محمد علي', { first_name: 'محمد', last_name: 'علي' }],
    ['  ', {}],
  ])('reads %j', (typed, expected) => {
    expect(typedClient(typed)).toEqual({ ...empty, ...expected });
  });
});
