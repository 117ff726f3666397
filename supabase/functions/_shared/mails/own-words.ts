import { messageValues } from '#domain/messages/values.ts';
import type { MessageFacts, MessageValues } from '#domain/messages/values.ts';
import { filledParagraphs, filledSubject } from '#domain/messages/words.ts';
import type { Instant } from '#domain/rows.ts';
import type { MailData } from './mail-data.ts';

type About = {
  business: MailData['business'];
  client: { first_name: string; last_name: string };
  /** Names of the services; none where it is about no visit. */
  services?: string[];
  staff?: string[];
  /** Of the visit; absent = it is about none, and its day and time are empty. */
  at?: { starts_at: Instant; ends_at: Instant };
  bookLink: string;
  only?: MessageFacts['only'];
};

/** What may stand in `{{ }}` of a mail that is about no visit, or one that nobody has yet. */
export const valuesAbout = ({
  business,
  client,
  services = [],
  staff = [],
  at,
  bookLink,
  only = {},
}: About): MessageValues => {
  const none: Instant = '1970-01-01T00:00:00+00:00';
  const segments = services.map((service_name, index) => ({
    service_name,
    staff_name: staff[index] ?? null,
    price_kind: 'free' as const,
    price_cents: 0,
  }));
  return {
    ...messageValues({
      business,
      client,
      starts_at: at?.starts_at ?? none,
      ends_at: at?.ends_at ?? none,
      segments,
      address: '',
      note: null,
      cancelUntil: '',
      manageLink: '',
      bookLink,
      only,
    }),
    ...(at ? {} : { date: '', time: '', duration: '' }),
    price: '',
  };
};

/** What the business says instead of the built-in words; null = it has none of its own. */
export const ownWords = (
  words: NonNullable<MailData['words']> | undefined,
  values: MessageValues,
): { subject: string | null; lines: string[] | null } => ({
  subject: words?.subject ? filledSubject(words.subject, values) : null,
  lines: words?.body ? filledParagraphs(words.body, values) : null,
});
