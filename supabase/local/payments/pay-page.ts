import { formatMoney } from '#domain/money/format.ts';
import type { BankPayment } from './bank.ts';

const DECLINES: Record<string, string> = {
  insufficient_funds: 'There is not enough money on this card. Try another one.',
  authentication_failed: 'Your bank did not confirm it. Try again, or use another card.',
};

/** Where a card is entered: what a provider's own page is in production. Nothing is ever charged. */
export const payPage = (payment: BankPayment): Response =>
  page(
    payment,
    `${payment.decline === null ? '' : `<p role="alert" class="alert">${escape(DECLINES[payment.decline] ?? 'Your card was declined. Try another one.')}</p>`}
    <form method="post" action="/_pay/${payment.id}">
      <label>Card number <input name="card" inputmode="numeric" autocomplete="off" required
        value="4242 4242 4242 4242"></label>
      <button>${doing(payment)}</button>
    </form>
    <p><a href="${escape(payment.returnUrl)}">${payment.cents === 0 ? 'Back without a card' : 'Back without paying'}</a></p>
    <h2>Test cards</h2>
    <ul>
      <li><code>4242 4242 4242 4242</code> pays</li>
      <li><code>4000 0000 0000 0002</code> is declined</li>
      <li><code>4000 0000 0000 9995</code> has not enough money</li>
      <li><code>4000 0000 0000 3220</code> asks the bank first</li>
      <li><code>4000 0000 0000 0077</code> takes some seconds</li>
      <li><code>4000 0000 0000 0341</code> pays now, and is declined when it is charged again</li>
      <li><code>4000 0000 0000 9979</code> pays, and is told of late, twice and out of order</li>
    </ul>`,
  );

/** The client's bank asks whether it is them. */
export const askPage = (payment: BankPayment, card: string): Response =>
  page(
    payment,
    `<h2>Your bank asks: is this you?</h2>
    <form method="post" action="/_pay/${payment.id}/bank">
      <input type="hidden" name="card" value="${escape(card)}">
      <button name="answer" value="yes">${payment.cents === 0 ? 'Yes, keep it' : 'Yes, pay'}</button>
      <button name="answer" value="no" class="quiet">No</button>
    </form>`,
  );

export const closedPage = (payment: BankPayment): Response =>
  page(
    payment,
    `<p>${payment.state === 'cancelled' ? 'This page has run out. Nothing was charged.' : payment.cents === 0 ? 'The card is kept.' : 'This is paid.'}</p>
    <p><a href="${escape(payment.returnUrl)}">Go on</a></p>
    ${disputing(payment)}`,
  );

/** What the bank of the client may do later: the provider has no page for that, here it is tried out. */
const disputing = (payment: BankPayment): string => {
  if (payment.state !== 'captured' || payment.cents === 0) return '';
  const button = (value: string, text: string): string =>
    `<button name="dispute" value="${value}" class="quiet">${text}</button>`;
  const state = payment.dispute?.state;
  const choices =
    state === undefined
      ? button('open', 'Want it back')
      : state === 'open'
        ? button('lost', 'Decide for the client') + button('won', 'Decide for the business')
        : `<p>The dispute is ${state}.</p>`;
  return `<h2>As the bank of the client</h2>
    <form method="post" action="/_pay/${payment.id}/dispute">${choices}</form>`;
};

const amount = ({ cents, currency }: BankPayment): string =>
  escape(formatMoney(cents, currency, 'en-US'));

const doing = (payment: BankPayment): string =>
  payment.cents === 0 ? 'Save this card' : `Pay ${amount(payment)}`;

const page = (payment: BankPayment, content: string): Response =>
  new Response(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${doing(payment)}</title>
<style>${STYLE}</style>
</head>
<body><main>
<p class="test">Test payments: no real card is charged</p>
<h1>${escape(payment.description)}${payment.cents === 0 ? '' : `: ${amount(payment)}`}</h1>
${content}
</main></body>
</html>`,
    {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        // A form may only lead on to where its redirect leads.
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; " +
          `form-action 'self' ${new URL(payment.returnUrl).origin}`,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      },
    },
  );

const escape = (plain: string): string =>
  plain.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; }
  main { max-width: 28rem; margin: 0 auto; padding: 1.5rem 1rem; }
  h1 { font-size: 1.375rem; }
  h2 { font-size: 1.0625rem; }
  label { display: block; }
  input:not([type=hidden]), button {
    box-sizing: border-box; width: 100%; min-height: 2.75rem; margin: .25rem 0 .75rem; padding: 0 .75rem;
    font: inherit; border-radius: .5rem; border: 1px solid GrayText;
  }
  button { border: 0; background: #0f766e; color: #fff; font-weight: 600; }
  button.quiet { background: transparent; color: inherit; border: 1px solid GrayText; }
  .test { margin: 0; padding: .5rem .75rem; border-radius: .5rem; background: #fde68a; color: #1c1917; }
  .alert { padding: .5rem .75rem; border-radius: .5rem; background: #b91c1c; color: #fff; }
`;
