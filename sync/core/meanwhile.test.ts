import { expect, test } from 'vitest';
import type { MeanwhileLine } from '#domain/appointments/meanwhile.ts';
import type { AppointmentRow, AppointmentSegmentRow } from '#domain/rows.ts';
import { sampleAppointment } from '#domain/sample-rows.ts';
import { withNews, type Shown } from './meanwhile.ts';

const SINCE = '2027-03-09T15:00:00+00:00';
const LATER = '2027-03-09T16:00:00+00:00';
const [NINE, TEN] = ['2027-03-12T14:00:00+00:00', '2027-03-12T15:00:00+00:00'];

const visit = (more: Partial<AppointmentRow> = {}): AppointmentRow => ({
  ...sampleAppointment('a1', { starts_at: NINE, ends_at: TEN }),
  id: 'a1',
  business_id: 'b',
  rev: 1,
  created_at: LATER,
  updated_at: LATER,
  created_by: 'ben',
  ...more,
});
const part = (staff_id: string) =>
  ({ id: 's1', appointment_id: 'a1', staff_id }) as AppointmentSegmentRow;
const shown = (row: AppointmentRow | null, segment?: AppointmentSegmentRow): Shown => ({
  appointments: new Map(row ? [[row.id, row]] : []),
  segments: new Map(segment ? [[segment.id, segment]] : []),
});
const news = (before: Shown, after: Shown, lines: MeanwhileLine[] = []) =>
  withNews(lines, before, after, { userId: 'ana', since: SINCE }).map(
    ({ news: what, from, staff_ids }) => [what, from, staff_ids],
  );

test.each<[string, AppointmentRow | null, AppointmentRow, unknown]>([
  ['a colleague books', null, visit(), ['booked', null, []]],
  ['a colleague moves', visit(), visit({ starts_at: TEN }), ['moved', NINE, []]],
  [
    'a colleague cancels',
    visit(),
    visit({ status: 'cancelled', cancel_by: 'staff' }),
    ['cancelled', null, []],
  ],
])('%s: that is news', (_, before, after, line) => {
  expect(news(shown(before), shown(after))).toEqual([line]);
});

test.each<[string, AppointmentRow | null, AppointmentRow]>([
  ['booked by oneself on another device', null, visit({ created_by: 'ana' })],
  ['booked by the client, which is told elsewhere', null, visit({ source: 'online' })],
  ['there before, but only seen now', null, visit({ created_at: '2027-03-01T09:00:00+00:00' })],
  ['a request, which waits for an answer by itself', null, visit({ status: 'pending' })],
  ['another note', visit(), visit({ staff_note: 'Short' })],
  [
    'moved by the client',
    visit(),
    visit({ starts_at: TEN, client_moved_at: LATER, client_moved_from: NINE }),
  ],
  ['cancelled by the client', visit(), visit({ status: 'cancelled', cancel_by: 'client' })],
])('%s: no news', (_, before, after) => {
  expect(news(shown(before), shown(after))).toEqual([]);
});

test('somebody else gets it: whose column it left hears of it', () => {
  expect(news(shown(visit(), part('ana')), shown(visit(), part('ben')))).toEqual([
    ['moved', NINE, ['ana']],
  ]);
});

test('of what happens twice the beginning stays', () => {
  const booked: MeanwhileLine = { id: 'a1', news: 'booked', from: null, staff_ids: [] };
  const moved: MeanwhileLine = { ...booked, news: 'moved', from: '2027-03-11T14:00:00+00:00' };
  const [before, after] = [shown(visit()), shown(visit({ starts_at: TEN }))];
  expect(news(before, after, [booked])).toEqual([['booked', null, []]]);
  expect(news(before, after, [moved])).toEqual([['moved', '2027-03-11T14:00:00+00:00', []]]);
});
