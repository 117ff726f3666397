import type { ClientRow, DepositRule, FeeRule } from '#domain/rows.ts';
import type { DepositFacts, DepositItem } from './deposit.ts';
import type { Price } from './price.ts';

type Case = [
  what: string,
  rule: FeeRule | null,
  items: DepositItem[],
  client: ClientRow['payment_rule'],
  cents: number,
];

const item = (cents: number, rule: FeeRule | null = null, kind: Price['kind'] = 'fixed') => ({
  rule,
  price: { kind, cents },
});
const third: FeeRule = { percent: 30 };

/** Tests only: the rule as a table that TypeScript and SQL are both held against. */
export const DEPOSIT_CASES: readonly Case[] = [
  ['nothing is asked', null, [item(4000)], 'default', 0],
  ['a part', third, [item(4000)], 'default', 1200],
  ['everything', { percent: 100 }, [item(4000)], 'default', 4000],
  ['half a cent counts as one', third, [item(4005)], 'default', 1202],
  ['parts are rounded once', third, [item(4005), item(4005)], 'default', 2403],
  ['an amount', { cents: 2000 }, [item(4000)], 'default', 2000],
  [
    'an amount is for all services together',
    { cents: 2000 },
    [item(4000), item(900)],
    'default',
    2000,
  ],
  ['never more than it costs', { cents: 5000 }, [item(4000)], 'default', 4000],
  ['a service with a rule of its own', third, [item(4000, { percent: 50 })], 'default', 2000],
  ['a service that wants none', third, [item(4000, { percent: 0 })], 'default', 0],
  ['only a service wants one', null, [item(4000), item(6000, { cents: 1500 })], 'default', 1500],
  ['both', third, [item(4000), item(6000, { cents: 1500 })], 'default', 2700],
  [
    'two services with amounts',
    null,
    [item(900, { cents: 1500 }), item(6000, { cents: 1500 })],
    'default',
    2400,
  ],
  ['a client who pays everything', third, [item(4000, { percent: 0 })], 'prepay', 4000],
  ['a client who pays nothing', third, [item(4000, { cents: 1500 })], 'none', 0],
  ['a client who pays what is asked', third, [item(4000)], 'deposit', 1200],
  ['a client whose card is kept pays what is asked', third, [item(4000)], 'card', 1200],
  ['the least of a price from', third, [item(4000, null, 'from')], 'default', 1200],
  ['a part of a price told on the day', third, [item(0, null, 'varies')], 'default', 0],
  [
    'an amount of a price told on the day',
    { cents: 2000 },
    [item(0, null, 'varies')],
    'default',
    2000,
  ],
  ['what is free', third, [item(0, null, 'free')], 'default', 0],
  ['an amount of what is free', { cents: 2000 }, [item(0, null, 'free')], 'default', 0],
  ['too little for a card', { percent: 1 }, [item(4900)], 'default', 0],
  ['just enough for a card', { percent: 1 }, [item(5000)], 'default', 50],
  ['nothing was chosen', third, [], 'default', 0],
  ['nothing was chosen by who pays everything', null, [], 'prepay', 0],
];

const ruled = (more: Partial<DepositRule>): DepositRule => ({
  client: 'any',
  min_total_cents: null,
  no_shows: null,
  source: 'any',
  rule: { percent: 50 },
  ...more,
});
const someone: DepositFacts = { client: 'new', noShows: 0, totalCents: 4000, source: 'online' };
const half = { percent: 50 };
const firstVisit = ruled({ client: 'new' });
const stayedAway = ruled({ no_shows: 2, rule: { percent: 100 } });
const dear = ruled({ min_total_cents: 10_000, rule: { cents: 2000 } });
const offered = ruled({ source: 'waitlist', rule: { percent: 0 } });

/** Tests only: which rule of a list is meant. */
export const DEPOSIT_RULE_CASES: readonly [
  what: string,
  rules: DepositRule[],
  facts: DepositFacts,
  rule: FeeRule | null,
][] = [
  ['no rules', [], someone, third],
  ['everybody', [ruled({})], someone, half],
  ['new clients', [firstVisit], someone, half],
  ['new clients only', [firstVisit], { ...someone, client: 'returning' }, third],
  ['too few no-shows', [stayedAway], { ...someone, client: 'returning', noShows: 1 }, third],
  ['enough', [stayedAway], { ...someone, client: 'returning', noShows: 2 }, { percent: 100 }],
  ['too little booked', [dear], { ...someone, totalCents: 9999 }, third],
  ['just enough booked', [dear], { ...someone, totalCents: 10_000 }, { cents: 2000 }],
  [
    'nothing for who was offered a time',
    [offered],
    { ...someone, source: 'waitlist' },
    { percent: 0 },
  ],
  ['who was not', [offered], someone, third],
  ['the first that fits', [stayedAway, dear, firstVisit, ruled({ rule: third })], someone, half],
  ['the order decides', [ruled({ rule: { percent: 0 } }), firstVisit], someone, { percent: 0 }],
  [
    'everything it asks for has to fit',
    [ruled({ client: 'returning', min_total_cents: 1000, no_shows: 1, source: 'online' })],
    { ...someone, client: 'returning', noShows: 0 },
    third,
  ],
];
/** … where this is the usual one. */
export const USUAL_DEPOSIT = third;
