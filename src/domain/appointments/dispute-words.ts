/**
 * What to say about a deposit that a client's bank wants back. `mine` is what the server noted about it:
 * {dispute: open | won | lost, answer_by: the instant after which nobody can object}.
 */
export const disputeWords = ({
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
  const until = typeof answer_by === 'string' ? ` by ${answer_by.slice(0, 10)}` : '';
  return {
    title: 'A deposit is disputed',
    text: `The bank of your client wants it back. Answer in your Stripe dashboard${until}, with what shows that it was agreed.`,
  };
};
