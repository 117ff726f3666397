/** What the link of a booking is about. */
export type LinkKind = 'visit' | 'seats' | 'request' | 'waiting';

/** What it is for: on the button that opens it, and in a sentence about it. */
export const LINK_WORDS: Readonly<Record<LinkKind, { manage: string; link: string }>> = {
  visit: { manage: 'Change or cancel', link: 'change or cancel' },
  seats: { manage: 'View or cancel', link: 'cancel' },
  request: { manage: 'View or withdraw', link: 'withdraw the request' },
  waiting: { manage: 'View or leave the waitlist', link: 'leave the waitlist' },
};

export const linkKind = ({
  status,
  seats,
  is_waiting,
}: {
  status: string;
  /** Of a class. */
  seats?: number | undefined;
  /** For seats that others have. */
  is_waiting?: boolean | undefined;
}): LinkKind =>
  is_waiting
    ? 'waiting'
    : status === 'pending'
      ? 'request'
      : seats !== undefined
        ? 'seats'
        : 'visit';
