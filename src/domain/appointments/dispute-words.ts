/**
 * What to say about money that was paid online and that only the dashboard of the payments can tell more
 * about; null = it is about something else. `mine` is what the server noted: {dispute: open | won | lost,
 * answer_by: the instant after which nobody can object}, {charge: unknown} or {refund: failed}; purpose: what
 * it was paid for where that is no visit.
 */
export const onlineMoneyWords = (
  mine: Record<string, unknown>,
): { title: string; text: string } | null => {
  if ('dispute' in mine) return disputeWords(mine);
  if ('charge' in mine) {
    return {
      title: mine['purpose'] === 'sale' ? 'Was the card charged?' : 'Was the fee charged?',
      text: 'Stripe gave no answer, so your books do not count it. Look in your Stripe dashboard before you charge it again.',
    };
  }
  if ('refund' in mine) {
    return {
      title: 'A refund did not arrive',
      text: 'The bank of your client did not take the money, so it is yours again and your books count it. Ask how your client wants it: Stripe does not try again by itself.',
    };
  }
  return null;
};

const disputeWords = ({
  dispute,
  answer_by,
  purpose,
}: Record<string, unknown>): { title: string; text: string } => {
  const what = WHAT[String(purpose)] ?? 'a visit';
  switch (dispute) {
    case 'won':
      return {
        title: 'The dispute is won',
        text: `The bank has decided for you: what was paid online for ${what} is yours again, less what your provider charges.`,
      };
    case 'lost':
      return {
        title: 'The dispute is lost',
        text:
          what === 'a visit'
            ? 'The bank has given it back to your client. It no longer counts for the visit; where a sale counted it, that much is to be collected again.'
            : what === 'a sale'
              ? 'The bank has given it back to your client, and the sale counts it as given back.'
              : `The bank has given your client back what they paid for ${what}. It no longer counts here.`,
      };
    default:
      return {
        title: what === 'a visit' ? 'A deposit is disputed' : 'A payment is disputed',
        text: `The bank of your client wants back what was paid online for ${what}, and keeps it until it has decided. Answer in your Stripe dashboard${untilDay(answer_by)}, with what shows that it was agreed.`,
      };
  }
};

const WHAT: Partial<Record<string, string>> = {
  sale: 'a sale',
  gift_card: 'a gift card',
  membership: 'a membership',
  renewal: 'a membership',
};

/**
 * The same about the money for a gift card that was bought online; `card`: the end of its code. Without
 * a `dispute` or `refund` it was given back in the provider's dashboard.
 */
export const giftMoneyWords = ({
  dispute,
  refund,
  answer_by,
  card,
}: Record<string, unknown>): { title: string; text: string } => {
  const name = `the gift card ending in ${String(card)}`;
  if (refund !== undefined) {
    return {
      title: 'A refund did not arrive',
      text: `The bank of whoever bought ${name} did not take the money back, so it is yours again and your books count it. Give it back in another way.`,
    };
  }
  const block = 'Block the card if it may not be used any more.';
  switch (dispute) {
    case 'won':
      return {
        title: 'The dispute is won',
        text: `The bank has decided for you: the money for ${name} is yours again, less what your provider charges.`,
      };
    case 'lost':
      return {
        title: 'The dispute is lost',
        text: `The bank has given the money for ${name} back, and the card still has what is on it. ${block}`,
      };
    case 'open':
      return {
        title: 'A gift card is disputed',
        text: `The bank of whoever bought ${name} wants the money back, and keeps it until it has decided. Answer in your Stripe dashboard${untilDay(answer_by)}. ${block}`,
      };
    default:
      return {
        title: 'A gift card was paid back',
        text: `Money for ${name} was given back in the dashboard of your payments, and the card still has what is on it. ${block}`,
      };
  }
};

const untilDay = (answerBy: unknown): string =>
  typeof answerBy === 'string' ? ` by ${answerBy.slice(0, 10)}` : '';
