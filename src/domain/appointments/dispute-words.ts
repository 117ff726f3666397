/**
 * What to say about money of a visit that only the dashboard of the payments can tell more about; null = it is
 * about something else. `mine` is what the server noted: {dispute: open | won | lost, answer_by: the instant
 * after which nobody can object}, {charge: unknown} or {refund: failed}.
 */
export const onlineMoneyWords = (
  mine: Record<string, unknown>,
): { title: string; text: string } | null => {
  if ('dispute' in mine) return disputeWords(mine);
  if ('charge' in mine) {
    return {
      title: 'Was the fee charged?',
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
}: Record<string, unknown>): { title: string; text: string } => {
  if (dispute === 'won') {
    return {
      title: 'The dispute is won',
      text: 'The bank has decided for you: the deposit stays yours.',
    };
  }
  if (dispute === 'lost') {
    return {
      title: 'The dispute is lost',
      text: 'The bank has given the deposit back to your client. Your books here still count it.',
    };
  }
  return {
    title: 'A deposit is disputed',
    text: `The bank of your client wants it back. Answer in your Stripe dashboard${untilDay(answer_by)}, with what shows that it was agreed.`,
  };
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
        text: `The bank has decided for you: the money for ${name} stays yours.`,
      };
    case 'lost':
      return {
        title: 'The dispute is lost',
        text: `The bank has given the money for ${name} back. Your books here still count it. ${block}`,
      };
    case 'open':
      return {
        title: 'A gift card is disputed',
        text: `The bank of whoever bought ${name} wants the money back. Answer in your Stripe dashboard${untilDay(answer_by)}. ${block}`,
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
