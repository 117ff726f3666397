import { agreedTerms, visitFee } from '#domain/appointments/fee-terms.ts';
import type { FeePrice } from '#domain/appointments/fee-terms.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { AgreedFeeTerms, FeeKind, FeeRule } from '#domain/rows.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { addMinutes, minutesBetween } from '#domain/time/epoch.ts';
import { toInstant } from '#domain/time/instant.ts';
import { serverNowMs } from '#remote/public-server.ts';
import type { LaterFlow } from './booking-flow.ts';
import type { Choice } from './booking-draft.ts';
import { pricesOf } from './catalogue.ts';
import { servicesOf } from './fee-services.ts';
import { groupTotal, guestChoices } from './guests.ts';

/** The exact moment until which the client can undo this, and what it costs later. */
export const cancelSentences = (flow: LaterFlow, startsAt: string, depositCents = 0): string[] => {
  const { catalogue, draft, formats } = flow;
  const { rules, business } = catalogue.profile;
  const call = business.phone ? ` Please call ${business.phone}.` : '';
  const visits = visitsOf(flow);
  const [{ terms }] = visits;
  // Seats of a class cost nothing when they are given back.
  const isVisit = draft.session === null;
  const [late, noShow] = (['late_cancel', 'no_show'] as const).map((kind) =>
    isVisit ? amountWords(flow, visits, kind) : null,
  );
  const until = addMinutes(startsAt, -rules.cancel_notice_min);
  const isSoon = minutesBetween(toInstant(serverNowMs()), until) <= 0;
  const sentences: string[] = [];
  if (!rules.allow_cancel) sentences.push(`This cannot be cancelled online.${call}`);
  if (late && isSoon) {
    sentences.push(`It starts so soon that cancelling costs ${late}.`);
  } else if (late) {
    sentences.push(
      `Cancelling is free until ${formats.dateTime(until)}; after that it costs ${late}.`,
    );
  } else if (rules.allow_cancel) {
    sentences.push(
      rules.cancel_notice_min === 0 ||
        (isVisit && visits.some((visit) => rulesOf(visit.terms, 'late_cancel').some(Boolean)))
        ? 'You can cancel online until it starts.'
        : isSoon
          ? `It starts so soon that it cannot be cancelled online any more.${call}`
          : `You can cancel online until ${formats.dateTime(until)}.`,
    );
  }
  if (late && isSoon && terms.grace_min > 0) {
    const grace = formatDuration(terms.grace_min, { locale: business.locale, display: 'long' });
    sentences.push(`For ${grace} after booking it is free.`);
  }
  if (noShow) sentences.push(`Not coming costs ${noShow}.`);
  if (depositCents > 0) {
    sentences.push(
      'When you cancel in time, what you pay now goes back to your card.',
      `Later ${late ? 'what that costs is kept of it' : 'it is kept'}; when you do not come, ${noShow ? 'what that costs' : 'all of it'} is kept.`,
    );
  } else if (late || noShow) {
    sentences.push(`You would pay ${business.name} later; nothing is taken now.`);
  }
  return sentences;
};

/** What each of these services costs by itself, or all of them together. */
const rulesOf = ({ services = {}, ...terms }: AgreedFeeTerms, kind: FeeKind) => [
  terms[kind],
  ...Object.values(services).map((own) => own[kind]),
];

type Visit = { terms: AgreedFeeTerms; prices: FeePrice[] };

/** Whoever books comes first, then their guests: each of them has a visit, and fees, of their own. */
const visitsOf = ({ catalogue, draft }: LaterFlow): [Visit, ...Visit[]] => {
  const visitOf = (choices: readonly Choice[]): Visit => ({
    terms: agreedTerms(catalogue.profile.rules, servicesOf(catalogue, choices)),
    prices: feePrices(catalogue, choices),
  });
  return [visitOf(draft.choices), ...guestChoices(catalogue, draft).map(visitOf)];
};

const feePrices = (catalogue: LaterFlow['catalogue'], choices: readonly Choice[]): FeePrice[] => {
  const known = pricesOf(catalogue, choices);
  return choices.map(({ variantId, bundleId }, index): FeePrice => {
    const price = known[index];
    const variant = catalogue.variantById.get(variantId);
    // Of what is told on the day, add-ons are known.
    const own = variant?.price_kind ?? 'varies';
    return {
      kind: bundleId && price ? price.kind : own,
      cents: price?.cents ?? 0,
      service: variant?.service_id ?? null,
    };
  });
};

/** What a fee is for all of these visits; null = nothing. */
const amountWords = (
  { catalogue, draft }: LaterFlow,
  visits: readonly Visit[],
  kind: FeeKind,
): string | null => {
  const { business } = catalogue.profile;
  const cents = visits.reduce((sum, { terms, prices }) => sum + visitFee(terms, kind, prices), 0);
  if (cents === 0) return null;
  const money = formatMoney(cents, business.currency, business.locale);
  // Some of the price is settled later, or depends on who is free.
  const atLeast = groupTotal(catalogue, draft).kind === 'fixed' ? '' : 'at least ';
  const rules = new Set(
    visits.flatMap(({ terms: { services = {}, ...all }, prices }) =>
      prices.map(({ service }) => JSON.stringify((services[service ?? ''] ?? all)[kind])),
    ),
  );
  // Where services cost different things, the sum is what can be said in a sentence.
  if (rules.size > 1) return `${atLeast}${money}`;
  const rule = JSON.parse([...rules][0]!) as FeeRule | null;
  if (rule === null || !('percent' in rule)) return money;
  return `${rule.percent} % of the price, ${atLeast}${money}`;
};
