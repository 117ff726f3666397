import type { ClientRow, ConsentEventRow, Uuid } from '#domain/rows.ts';
import { byConsentTime } from './consents.ts';

/** What somebody answers who is asked whether they want news and offers. */
export type NewsAnswer = 'yes' | 'no' | 'later';

export const NEWS_ANSWERS = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'later', label: 'Not now' },
] as const satisfies readonly { value: NewsAnswer; label: string }[];

/** News come by mail and by text message; calls and letters are asked about by themselves. */
export const NEWS_CHANNELS = ['email', 'sms'] as const;
export type NewsChannel = (typeof NEWS_CHANNELS)[number];

/** By channel whether somebody wants news; a channel that is not there was never asked about. */
export type News = { readonly [channel in NewsChannel]?: boolean };

/** What an answer is about: the ways in which the client can be reached, or both while there is none. */
export const answeredChannels = ({
  email,
  phone,
}: Pick<ClientRow, 'email' | 'phone'>): readonly NewsChannel[] => {
  const reached = NEWS_CHANNELS.filter((channel) => (channel === 'email' ? email : phone));
  return reached.length > 0 ? reached : NEWS_CHANNELS;
};

/** What the ledger says of each client about news: show it every event, in any order. */
export const createNewsLedger = () => {
  const last = new Map<string, ConsentEventRow>();
  return {
    add: (event: ConsentEventRow): void => {
      if (event.purpose !== 'marketing') return;
      const key = `${event.client_id} ${event.channel}`;
      const before = last.get(key);
      if (!before || byConsentTime(before, event) < 0) last.set(key, event);
    },
    /** `ids`: a client and the records that became part of theirs. */
    of: (...ids: readonly Uuid[]): News =>
      Object.fromEntries(
        NEWS_CHANNELS.flatMap((channel) => {
          const event = ids
            .flatMap((id) => last.get(`${id} ${channel}`) ?? [])
            .toSorted(byConsentTime)
            .at(-1);
          return event ? [[channel, event.state === 'granted']] : [];
        }),
      ),
  };
};
