import type { Account, Session } from './objects.ts';

/** What Stripe's page asks of a client. */
export const payPage = (session: Session): string =>
  page(
    doing(session),
    `${(session.payment_intent?.last_payment_error ?? session.setup_intent?.last_setup_error) ? '<p role="alert">Your card was declined. Try another one.</p>' : ''}
    <form method="post"><label>Card number <input name="card" required></label>
    <button>${doing(session)}</button></form>
    <a href="${escape(session.cancel_url)}">Back</a>`,
    session.description,
  );

export const askPage = (card: string): string =>
  page(
    'Your bank asks',
    `<form method="post"><input type="hidden" name="card" value="${escape(card)}">
    <button name="answer" value="yes">Complete</button>
    <button name="answer" value="no">Fail</button></form>`,
    'Your bank asks: is this you?',
  );

export const closedPage = (session: Session): string =>
  page(
    'Closed',
    `<p>${session.status === 'expired' ? 'Nothing was charged' : 'This is paid'}</p>`,
    'This page is closed',
  );

/** What Stripe asks of a business. */
export const accountPage = (account: Account): string =>
  page(
    'Set up payments',
    `<form method="post">
    <button name="to" value="ready">Everything is told</button>
    <button name="to" value="review">Everything is told, to be looked at</button>
    <button name="to" value="more">Leave for now</button></form>`,
    `Set up payments for ${account.business_profile.name}`,
  );

const doing = ({ amount_total, currency }: Session): string =>
  amount_total === null
    ? 'Save card'
    : `Pay ${new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount_total / 100)}`;

const page = (title: string, content: string, heading: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title></head>
<body><main><h1>${escape(heading)}</h1>${content}</main></body></html>`;

const escape = (plain: string): string =>
  plain.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
