import { describe, expect, it } from 'vitest';
import { statusName } from '#domain/appointments/status-words.ts';
import type { AppointmentItem, BlockItem } from './items.ts';
import { cardText, describeFree, describeItem } from './words.ts';

const clock = {
  minute: (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`,
};
const ann: AppointmentItem = {
  kind: 'appointment',
  key: 's1',
  id: 'a1',
  segmentId: 's1',
  staffId: 'mia',
  day: '2026-11-24',
  start: 600,
  end: 645,
  isCutBefore: false,
  isCutAfter: false,
  colour: 'teal',
  isWaiting: false,
  hole: null,
  bufferBefore: 0,
  travelBefore: 0,
  travelAfter: 0,
  isAway: false,
  bufferAfter: 0,
  startsAt: '2026-11-24T15:00:00+00:00',
  endsAt: '2026-11-24T15:45:00+00:00',
  clientId: 'c1',
  name: 'Ann Lee',
  service: 'Cut and finish',
  status: 'booked',
  isConflict: false,
  hasAlert: false,
  isInSeries: false,
  isConfirmed: false,
};
const lunch: BlockItem = {
  isInSeries: false,
  kind: 'block',
  key: 'b1',
  id: 'b1',
  staffId: null,
  day: '2026-11-24',
  start: 720,
  end: 750,
  isCutBefore: false,
  isCutAfter: false,
  colour: 'slate',
  isWaiting: false,
  startsAt: '2026-11-24T17:00:00+00:00',
  endsAt: '2026-11-24T17:30:00+00:00',
  name: 'Lunch',
  note: 'Together',
  isAllDay: false,
};

describe('what a card has room for', () => {
  it('depends on how tall an hour is drawn', () => {
    expect(cardText(ann, clock).split('\n')).toHaveLength(3);
    expect(cardText(ann, clock, 0.8).split('\n')).toHaveLength(2);
    expect(cardText({ ...ann, end: 620 }, clock).split('\n')).toHaveLength(1);
    expect(cardText({ ...ann, end: 620 }, clock, 1.6).split('\n')).toHaveLength(2);
  });
});

describe('what a screen reader says', () => {
  it('says what is paid before', () => {
    expect(describeItem({ ...ann, deposit: 'part' }, null, clock)).toContain(', deposit paid');
    expect(describeItem({ ...ann, deposit: 'paid' }, null, clock)).toContain(', paid before');
    expect(describeItem({ ...ann, deposit: 'due' }, null, clock)).toContain(', deposit due');
    expect(describeItem(ann, null, clock)).not.toContain('paid');
  });

  it('names client, service, time, person and state', () => {
    expect(describeItem(ann, 'Mia', clock)).toBe(
      'Ann Lee, Cut and finish, 10:00 to 10:45, with Mia, booked',
    );
  });

  it('adds what needs attention', () => {
    const item = { ...ann, hasAlert: true, isConflict: true, isWaiting: true, isConfirmed: true };
    expect(describeItem(item, 'Mia', clock)).toBe(
      'Ann Lee, Cut and finish, 10:00 to 10:45, with Mia, booked, confirmed by the client, ' +
        'has an alert note, conflict: this time is taken, waiting to sync',
    );
  });

  it('says how many come together', () => {
    expect(describeItem({ ...ann, groupSize: 3 }, 'Mia', clock)).toMatch(/, booked, group of 3$/);
  });

  it('calls a request what the other screens call it', () => {
    const request = { ...ann, status: 'pending' as const };
    expect(describeItem(request, 'Mia', clock)).toMatch(/, requested$/);
    expect(statusName({ status: 'pending', confirmation: 'none', cancel_late: false })).toBe(
      'Requested',
    );
  });

  it('gives the time of the work, not of its buffers', () => {
    const item = { ...ann, start: 590, end: 660, bufferBefore: 10, bufferAfter: 15 };
    expect(describeItem(item, null, clock)).toBe('Ann Lee, Cut and finish, 10:00 to 10:45, booked');
  });

  it('says for whom a time is blocked', () => {
    expect(describeItem(lunch, null, clock)).toBe(
      'Blocked, Lunch, Together, 12:00 to 12:30, for everybody',
    );
    expect(describeItem({ ...lunch, staffId: 'mia', note: null }, 'Mia', clock)).toBe(
      'Blocked, Lunch, 12:00 to 12:30, for Mia',
    );
  });

  it('offers free time', () => {
    expect(describeFree(600, 'with Mia', clock)).toBe(
      'Free at 10:00 with Mia. Press Enter to book.',
    );
  });
});

describe('the text of a card', () => {
  const visible = (item: AppointmentItem | BlockItem) =>
    cardText(item, clock).replaceAll(/[\u2068\u2069]/gu, '');

  it('has one line per fact where there is room, else fewer lines', () => {
    expect(visible(ann)).toBe('Ann Lee\n10:00\nCut and finish');
    expect(visible({ ...ann, end: 635 })).toBe('Ann Lee\n10:00 · Cut and finish');
    expect(visible({ ...ann, end: 615 })).toBe('Ann Lee · Cut and finish');
    expect(visible({ ...lunch, note: null })).toBe('Lunch\n12:00');
  });

  it('begins with the name itself, which decides the direction of the line', () => {
    expect(cardText({ ...ann, name: 'שרה', end: 615 }, clock)).toBe(
      'שרה · \u2068Cut and finish\u2069',
    );
  });
});
