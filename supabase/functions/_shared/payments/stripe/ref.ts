/** Where Stripe keeps our id of a payment: what has none is not ours. */
export const REF = 'daybook_payment';
