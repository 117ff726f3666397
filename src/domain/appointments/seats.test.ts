import { expect, test } from 'vitest';
import { isClass, seatsLeft, seatsSold, seatWords, soldBySession } from './seats.ts';

const party = (seats: number, more: object = {}) => ({
  appointment_id: 'yoga',
  seats,
  state: 'booked' as const,
  conflict: false,
  ...more,
});

test('those who sit there count, with everybody whom they bring; who was missing had a seat too', () => {
  const attendees = [
    party(2),
    party(1, { state: 'attended' }),
    party(3, { state: 'no_show' }),
    party(4, { state: 'cancelled' }),
    party(5, { conflict: true }),
    party(1, { appointment_id: 'other' }),
  ];
  expect(seatsSold(attendees.slice(0, 5))).toBe(6);
  expect(seatsLeft({ capacity: 8 }, attendees.slice(0, 5))).toBe(2);
  expect(soldBySession(attendees)).toEqual(
    new Map([
      ['yoga', 6],
      ['other', 1],
    ]),
  );
  expect(seatWords({ capacity: 8 }, soldBySession(attendees).get('yoga'))).toBe('6 of 8');
});

test('fewer than none are never left', () => {
  expect(seatsLeft({ capacity: 2 }, [party(3)])).toBe(0);
});

test('a visit has no seats, nor has one that was stored before there were classes', () => {
  expect([{ capacity: 4 }, { capacity: null }, {}].map(isClass)).toEqual([true, false, false]);
});
