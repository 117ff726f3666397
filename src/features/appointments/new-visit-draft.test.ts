import { describe, expect, it } from 'vitest';
import type { ClientRow } from '#domain/rows.ts';
import { offeredOf, variantOf } from '#tests/fixtures/offered.ts';
import type { DraftLine } from './draft.ts';
import type { GroupPlan } from './group-members.tsx';
import { newMember } from './member-draft.ts';
import {
  missingOf,
  newVisitDraft,
  newVisitForm,
  newVisitKey,
  newVisitWork,
  type NewAt,
  type NewVisitDraft,
} from './new-visit-draft.ts';
import type { RepeatPlan } from './repeat-part.tsx';

const at: NewAt = {
  day: '2026-11-24',
  minute: 600,
  staffId: 'mia',
  clientId: null,
};
const line: DraftLine = {
  key: 1,
  variantId: 'cut',
  staffId: 'mia',
  addOnIds: [],
  durationMin: null,
  priceCents: null,
};
const offered = new Map([
  ['cut', offeredOf(variantOf('cut'))],
  ['visit', offeredOf(variantOf('visit'), [], { location_types: ['client'] })],
]);
const zone = 'America/New_York';
const draft = (more: Partial<NewVisitDraft> = {}): NewVisitDraft => ({
  ...newVisitDraft(at, [line], 'mia'),
  whom: { clientId: 'ann', isWalkIn: false },
  ...more,
});
const workOf = (one: NewVisitDraft) => newVisitWork(one, offered, undefined, zone);
const atClients = draft({ lines: [{ ...line, variantId: 'visit' }] });

describe('a new visit', () => {
  it('begins with what was pointed at', () => {
    expect(newVisitDraft(at, [], 'mia')).toMatchObject({
      whom: { clientId: null, isWalkIn: false },
      day: '2026-11-24',
      time: '10:00',
      lines: [{ variantId: null, staffId: 'mia' }],
      party: [],
    });
    expect(newVisitDraft({ ...at, minute: null }, [], null).time).toBe('');
  });

  it('begins like the visit that it repeats', () => {
    expect(newVisitDraft(at, [line], 'leo').lines).toEqual([line]);
  });

  it('of somebody who waits is where they want it, with what they said', () => {
    const entry = { note: 'Ring twice', location_type: 'client', address: null } as const;
    expect(newVisitDraft(at, [line], 'mia', entry)).toMatchObject({
      notes: { client: 'Ring twice' },
      where: { kind: 'client', isOwn: true },
    });
    const address = { line1: '12 Elm Street', city: 'Queens' };
    const elsewhere = newVisitDraft(at, [line], 'mia', { ...entry, address });
    const work = workOf(elsewhere);
    const { segments } = work;
    expect(
      newVisitForm(elsewhere, { ...work, segments: segments! }, at, undefined, {
        country_code: 'US',
      }),
    ).toMatchObject({ location_type: 'client', address: { ...address, country_code: 'US' } });
  });

  it('is kept apart from one at another place, and from one for somebody else', () => {
    const keys = [
      at,
      { ...at, minute: 615 },
      { ...at, clientId: 'ann' },
      { ...at, againId: 'old' },
    ];
    const names = [...keys.map((one) => newVisitKey('db', one, '')), newVisitKey('db', at, 'zoe')];
    expect(new Set(names).size).toBe(keys.length + 1);
  });
});

describe('what its fields stand for', () => {
  it('is at the business, with no way there, where that is possible', () => {
    const { kind, travel, segments } = workOf(draft());
    expect(kind).toBe('business');
    expect(travel).toEqual({ before: 0, after: 0 });
    expect(segments).toMatchObject([
      { starts_at: '2026-11-24T15:00:00+00:00', buffer_before_min: 0, travel_before_min: 0 },
    ]);
  });

  it('has the usual way before it where the service is done at the client’s', () => {
    const { kind, segments } = workOf(atClients);
    expect(kind).toBe('client');
    expect(segments).toMatchObject([{ buffer_before_min: 30, travel_before_min: 30 }]);
  });

  it('has no segments before there is a time', () => {
    expect(workOf(draft({ time: '' }))).toMatchObject({
      minute: null,
      segments: null,
      minutes: 45,
    });
  });

  it('costs what everybody who comes costs, and lasts as long as the first', () => {
    const friend = { ...newMember([]), lines: [line] };
    expect(workOf(draft({ party: [friend, { ...friend, key: 2 }] }))).toMatchObject({
      minutes: 45,
      price: { kind: 'fixed', cents: 15_000 },
    });
  });
});

describe('what is missing', () => {
  const missing = (
    one: NewVisitDraft,
    plan: RepeatPlan | null = null,
    group: GroupPlan | null = null,
  ) => missingOf(one, workOf(one), plan, group);
  const nobody = { clientId: null, isWalkIn: false };
  const plan: RepeatPlan = { layout: null, dates: [], isReady: true, isDecided: false };
  const group: GroupPlan = { forms: null, isReady: true, isClash: false };

  it.each([
    ['nothing', draft(), null],
    ['nothing for a walk-in', draft({ whom: { clientId: null, isWalkIn: true } }), null],
    ['the client, before anything else', draft({ whom: nobody, time: '', lines: [] }), 'client'],
    ['the time', draft({ time: '' }), 'time'],
    ['the time, before the service', draft({ time: '', lines: [] }), 'time'],
    ['the service', draft({ lines: [{ ...line, variantId: null }] }), 'service'],
    ['who does it', draft({ lines: [{ ...line, staffId: null }] }), 'service'],
    [
      'how long the way takes',
      { ...atClients, where: { ...atClients.where, before: null } },
      'travel',
    ],
  ])('is %s', (_, one, lacks) => expect(missing(one)).toBe(lacks));

  it('are decisions about its dates, or about who comes along', () => {
    expect(missing(draft(), plan)).toBe('dates');
    expect(missing(draft(), null, group)).toBe('party');
    expect(missing(draft(), null, { ...group, forms: [] })).toBeNull();
  });
});

describe('what is saved', () => {
  const business = { country_code: 'US' };
  const home = { line1: '5 Elm St', city: 'Troy' } as ClientRow['address'];
  const ann = { address: home, more_addresses: [] } as unknown as ClientRow;
  const formOf = (one: NewVisitDraft, place: NewAt = at, client = ann) => {
    const { kind, segments } = workOf(one);
    return newVisitForm(one, { kind, segments: segments! }, place, client, business);
  };

  it('has an address only at the client’s', () => {
    expect(formOf(draft())).toMatchObject({ location_type: 'business', address: null });
    expect(formOf(atClients)).toMatchObject({ location_type: 'client', address: home });
  });

  it('keeps both notes', () => {
    const notes = { client: 'Quiet please', staff: 'Late last time' };
    expect(formOf(draft({ notes }))).toMatchObject({
      client_note: 'Quiet please',
      staff_note: 'Late last time',
    });
  });

  it('says where it comes from', () => {
    const again = { ...at, clientId: 'ann', againId: 'old' };
    expect(formOf(draft()).source).toBe('staff');
    expect(formOf(draft(), again).source).toBe('rebook');
    expect(formOf(draft({ whom: { clientId: 'bob', isWalkIn: false } }), again).source).toBe(
      'staff',
    );
    expect(formOf(draft({ whom: { clientId: null, isWalkIn: true } }), again).source).toBe(
      'walk_in',
    );
  });
});
