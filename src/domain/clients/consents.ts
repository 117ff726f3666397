import * as v from 'valibot';
import type { ConsentChannel, ConsentEventRow, ConsentPurpose } from '#domain/rows.ts';
import { choice, optionalText } from '#domain/validation/fields.ts';
import type { Rule } from '#domain/validation/rules.ts';

export const CONSENT_SOURCES = ['in_person', 'phone', 'email', 'form', 'online', 'import'] as const;

/** Everything that can be agreed to, in the order in which it is shown. */
export const CONSENT_TOPICS: readonly ConsentTopic[] = [
  { purpose: 'reminders', channel: 'email' },
  { purpose: 'reminders', channel: 'sms' },
  { purpose: 'marketing', channel: 'email' },
  { purpose: 'marketing', channel: 'sms' },
  { purpose: 'marketing', channel: 'call' },
  { purpose: 'marketing', channel: 'post' },
  { purpose: 'photos', channel: null },
];

export type ConsentTopic = { purpose: ConsentPurpose; channel: ConsentChannel | null };

export const consentSchema = v.pipe(
  v.object({
    purpose: choice(['reminders', 'marketing', 'photos']),
    channel: v.nullable(choice(['email', 'sms', 'call', 'post'])),
    state: choice(['granted', 'denied', 'withdrawn']),
    source: choice(CONSENT_SOURCES),
    text_version: v.pipe(v.string(), v.trim(), v.maxLength(60, 'too_long' satisfies Rule)),
    wording: optionalText(5_000),
  }),
  v.forward(
    v.partialCheck(
      [['purpose'], ['channel']],
      ({ purpose, channel }) => (purpose === 'photos') === (channel === null),
      'not_a_choice' satisfies Rule,
    ),
    ['channel'],
  ),
);

export type ConsentInput = v.InferOutput<typeof consentSchema>;

export type ConsentNow = ConsentTopic & {
  /** null = nobody has ever asked. */
  last: ConsentEventRow | null;
};

/** What holds now, topic by topic: the last event of each. */
export const consentsNow = (events: readonly ConsentEventRow[]): ConsentNow[] => {
  const last = new Map<string, ConsentEventRow>();
  for (const event of events.toSorted(byConsentTime)) last.set(topicKey(event), event);
  return CONSENT_TOPICS.map((topic) => ({ ...topic, last: last.get(topicKey(topic)) ?? null }));
};

/** The ledger's order, newest last; two of one moment stay in the order of their making. */
export const byConsentTime = (a: ConsentEventRow, b: ConsentEventRow): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1;

export const topicKey = ({ purpose, channel }: ConsentTopic): string => `${purpose}:${channel}`;

/** Nothing may be sent without a yes; reminders about one's own visit need none, only no "no". */
export const mayReach = (events: readonly ConsentEventRow[], topic: ConsentTopic): boolean => {
  const now = consentsNow(events).find((one) => topicKey(one) === topicKey(topic));
  if (!now?.last) return topic.purpose === 'reminders';
  return now.last.state === 'granted';
};
