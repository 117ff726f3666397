/**
 * What to say about a payment that a client's bank wants back. `mine` is what the server noted about it:
 * {dispute: open | won | lost, answer_by: the instant after which nobody can object, purpose: what it paid
 * for where that is no visit}.
 */
export const disputeWords = ({
  dispute,
  answer_by,
  purpose,
}: Record<string, unknown>): { title: string; text: string } => {
  const what = purpose === 'gift_card' ? 'a gift card' : 'a visit';
  if (dispute === 'won') {
    return {
      title: 'The dispute is won',
      text: `The bank has decided for you: what was paid online for ${what} is yours again, less what your provider charges.`,
    };
  }
  if (dispute === 'lost') {
    return {
      title: 'The dispute is lost',
      text:
        purpose === 'gift_card'
          ? 'The bank has given your client back what they paid for a gift card. Block the card, so that it is not spent.'
          : 'The bank has given it back to your client. It no longer counts for the visit; where a sale counted it, that much is to be collected again.',
    };
  }
  const until = typeof answer_by === 'string' ? ` by ${answer_by.slice(0, 10)}` : '';
  return {
    title: purpose === 'gift_card' ? 'A gift card is disputed' : 'A deposit is disputed',
    text: `The bank of your client wants back what was paid online for ${what}, and keeps it until it has decided. Answer in your Stripe dashboard${until}, with what shows that it was agreed.`,
  };
};
