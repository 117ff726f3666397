/** What a provider says of a mail that it has taken from us. */
export type MailEvent = {
  /** The id of our mail. */
  mailId: string;
  event: 'delivered' | 'opened' | 'bounced' | 'complained';
  /** It came back because there is no such mailbox, not because that is full. */
  forGood: boolean;
};

/** A message of the provider; null = nothing that we keep, `forged` = not signed by the provider, lately. */
export type ReadMailEvent = (
  body: string,
  headers: Headers,
  nowSeconds: number,
) => Promise<MailEvent | 'forged' | null>;
