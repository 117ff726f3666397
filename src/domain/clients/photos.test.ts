import { describe, expect, it, test } from 'vitest';
import type { ClientPhotoRow, ConsentEventRow } from '#domain/rows.ts';
import { openBefores, photoConsent, photoItems, photoPath } from './photos.ts';

const photo = (id: string, more: Partial<ClientPhotoRow> = {}): ClientPhotoRow => ({
  id,
  business_id: 'b',
  rev: 1,
  created_at: '2027-03-01T00:00:00+00:00',
  updated_at: '2027-03-01T00:00:00+00:00',
  created_by: null,
  client_id: 'cleo',
  kind: 'reference',
  pair_id: null,
  appointment_id: null,
  taken_at: '2027-03-01T00:00:00+00:00',
  consent: 'granted',
  media_type: 'image/webp',
  width: 10,
  height: 10,
  bytes: 10,
  stored_at: null,
  author_name: 'Ana',
  ...more,
});
const before = photo('1', { kind: 'before', pair_id: '1' });
const after = photo('2', { kind: 'after', pair_id: '1', taken_at: '2027-03-05T00:00:00+00:00' });

describe('the order in which photos are shown', () => {
  it('puts a before beside its after, at the place of the newer one', () => {
    const other = photo('3', { taken_at: '2027-03-04T00:00:00+00:00' });
    expect(photoItems([before, other, after])).toEqual([
      { kind: 'pair', before, after },
      { kind: 'single', photo: other },
    ]);
  });

  it('shows the half whose other half was deleted by itself', () => {
    expect(photoItems([after])).toEqual([{ kind: 'single', photo: after }]);
    expect(openBefores([before])).toEqual([before]);
    expect(openBefores([before, after])).toEqual([]);
  });

  it('shows each photo once, also when two afters name one before', () => {
    const second = { ...after, id: '4', taken_at: '2027-03-06T00:00:00+00:00' };
    const shown = photoItems([before, after, second]).flatMap((item) =>
      item.kind === 'pair' ? [item.before.id, item.after.id] : [item.photo.id],
    );
    expect(shown.toSorted()).toEqual(['1', '2', '4']);
  });
});

test.each([
  [[], 'unasked'],
  [['granted'], 'granted'],
  [['granted', 'withdrawn'], 'denied'],
  [['denied', 'granted'], 'granted'],
] as const)('after %j the photo says %s', (states, expected) => {
  const events = states.map(
    (state, n) =>
      ({
        id: String(n),
        purpose: 'photos',
        channel: null,
        state,
        at: `2027-03-0${n + 1}`,
      }) as ConsentEventRow,
  );
  expect(photoConsent(events)).toBe(expected);
});

test('the place of a picture does not name its client', () => {
  expect(photoPath('business', 'photo')).toBe('business/photo');
});
