import type { AgreedFeeTerms } from '#domain/rows.ts';
import type { Fee, proposedFee } from './fee.ts';

type Step = Parameters<typeof proposedFee>[0];
type Case = [what: string, change: Partial<Step>, fee: Fee | null];

/** Half for cancelling within a day, all of it for not coming, a quarter of an hour to think again. */
const TERMS: AgreedFeeTerms = {
  late_cancel: { percent: 50 },
  no_show: { percent: 100 },
  grace_min: 15,
  notice_min: 1440,
};

/** Booked a week ahead and cancelled by the client two hours before it starts. */
export const CANCELLED_LATE: Step = {
  terms: TERMS,
  from: 'booked',
  to: 'cancelled',
  by: 'client',
  at: '2027-03-09T13:00:00+00:00',
  startsAt: '2027-03-09T15:00:00+00:00',
  bookedAt: '2027-03-02T10:00:00+00:00',
  prices: [{ kind: 'fixed', cents: 4000 }],
};

const [COLOUR, TALK, OTHER] = [1, 2, 3].map((nr) => `018f0000-0000-7000-8000-00000000000${nr}`) as [
  string,
  string,
  string,
];

const late = (cents: number): Fee => ({ kind: 'late_cancel', cents });
const missed = (cents: number): Fee => ({ kind: 'no_show', cents });
const of = (rule: AgreedFeeTerms['late_cancel'], more: Partial<AgreedFeeTerms> = {}) => ({
  terms: { ...TERMS, late_cancel: rule, ...more },
});

/** Tests only: the rule as a table that TypeScript and SQL are both held against. */
export const FEE_CASES: readonly Case[] = [
  ['cancelled late by the client', {}, late(2000)],
  ['cancelled late by the business', { by: 'staff' }, null],
  ['withdrawn before anybody had said yes', { from: 'pending' }, null],
  ['exactly at the deadline', { at: '2027-03-08T15:00:00+00:00' }, null],
  ['a moment after the deadline', { at: '2027-03-08T15:00:00.5+00:00' }, late(2000)],
  ['after it should have begun', { at: '2027-03-09T15:20:00+00:00' }, late(2000)],
  ['within the grace', { bookedAt: '2027-03-09T12:45:00+00:00' }, null],
  ['a minute after the grace', { bookedAt: '2027-03-09T12:44:00+00:00' }, late(2000)],
  ['without notice nothing is late', { terms: { ...TERMS, notice_min: 0 } }, null],
  [
    'over a change of the clocks hours are those that pass',
    { at: '2027-03-13T16:30:00+00:00', startsAt: '2027-03-14T16:00:00+00:00' },
    late(2000),
  ],
  ['did not come', { to: 'no_show' }, missed(4000)],
  ['was there and left', { from: 'arrived', to: 'no_show' }, missed(4000)],
  [
    'did not come, whoever says so, grace or not',
    { to: 'no_show', by: 'staff', bookedAt: '2027-03-09T12:59:00+00:00' },
    missed(4000),
  ],
  ['came', { to: 'completed' }, null],
  ['taken back', { from: 'cancelled', to: 'booked' }, null],
  ['no fee for cancelling', of(null), null],
  ['no fee for not coming', { to: 'no_show', ...of(null, { no_show: null }) }, null],
  ['a fixed amount', of({ cents: 1500 }), late(1500)],
  ['a fixed amount is never more than the visit costs', of({ cents: 5000 }), late(4000)],
  [
    'several services together',
    {
      prices: [
        { kind: 'fixed', cents: 4000 },
        { kind: 'fixed', cents: 2501 },
      ],
    },
    late(3251),
  ],
  ['half a cent counts as one', { prices: [{ kind: 'fixed', cents: 4001 }] }, late(2001)],
  [
    'less than half a cent is none',
    { ...of({ percent: 1 }), prices: [{ kind: 'fixed', cents: 49 }] },
    null,
  ],
  [
    'a third of a third',
    { ...of({ percent: 33 }), prices: [{ kind: 'fixed', cents: 3333 }] },
    late(1100),
  ],
  ['the least of a price from', { prices: [{ kind: 'from', cents: 9000 }] }, late(4500)],
  ['what is free', { prices: [{ kind: 'free', cents: 0 }] }, null],
  [
    'a fixed amount of what is free',
    { ...of({ cents: 1500 }), prices: [{ kind: 'free', cents: 0 }] },
    null,
  ],
  ['a part of a price told on the day', { prices: [{ kind: 'varies', cents: 0 }] }, null],
  [
    'a fixed amount of a price told on the day',
    { ...of({ cents: 1500 }), prices: [{ kind: 'varies', cents: 0 }] },
    late(1500),
  ],
  [
    'a part of what is known beside it',
    {
      prices: [
        { kind: 'varies', cents: 0 },
        { kind: 'fixed', cents: 3000 },
      ],
    },
    late(1500),
  ],
  [
    'a fixed amount beside it',
    {
      ...of({ cents: 5000 }),
      prices: [
        { kind: 'varies', cents: 0 },
        { kind: 'fixed', cents: 3000 },
      ],
    },
    late(5000),
  ],
  [
    'services with fees of their own, and the others together',
    {
      ...of(
        { percent: 50 },
        {
          services: {
            [COLOUR]: { late_cancel: { percent: 25 }, no_show: null },
            [TALK]: { late_cancel: null, no_show: null },
          },
        },
      ),
      prices: [
        { kind: 'fixed', cents: 4001, service: null },
        { kind: 'fixed', cents: 8001, service: COLOUR },
        { kind: 'fixed', cents: 1000, service: COLOUR },
        { kind: 'fixed', cents: 9900, service: TALK },
        { kind: 'fixed', cents: 1000, service: OTHER },
      ],
    },
    late(2501 + 2250),
  ],
  [
    'a service that costs nothing to miss',
    {
      to: 'no_show',
      ...of(null, { services: { [COLOUR]: { late_cancel: null, no_show: null } } }),
      prices: [{ kind: 'fixed', cents: 8000, service: COLOUR }],
    },
    null,
  ],
  [
    'a fixed amount of one service is never more than that costs',
    {
      ...of(null, { services: { [COLOUR]: { late_cancel: { cents: 9000 }, no_show: null } } }),
      prices: [
        { kind: 'fixed', cents: 8000, service: COLOUR },
        { kind: 'varies', cents: 0, service: OTHER },
      ],
    },
    late(8000),
  ],
  ['nothing was to be done', { prices: [] }, null],
  [
    'ten of the dearest services',
    {
      to: 'no_show',
      prices: Array.from({ length: 10 }, () => ({ kind: 'fixed', cents: 100_000_000 })),
    },
    missed(1_000_000_000),
  ],
];
