import { brandHex, inkOn } from '#domain/accent.ts';
import { messageValues } from '#domain/messages/values.ts';
import { filledParagraphs, filledSubject, wordsInForce } from '#domain/messages/words.ts';
import type { Day, Instant } from '#domain/rows.ts';
import { fillTemplate } from '#domain/text/template.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { html } from './html.ts';
import type { MailData } from './mail-data.ts';
import { button, fact, factTable, heading, mailFrame, paragraph } from './mail-layout.ts';
import { MAIL_WORDS } from './mail-words.ts';

export const PLAN_KIND = 'daily_plan';

/** What `private.send_plans` writes into a queued mail: the day of one person of the team. */
export type PlanData = {
  business: MailData['business'];
  staff: { id: string; name: string };
  day: Day;
  /** In their order, at least one. */
  visits: {
    starts_at: Instant;
    ends_at: Instant;
    service_name: string;
    /** '' = nobody in particular: a class, or who walks in. */
    client_name: string;
    location_type: MailData['appointment']['location_type'];
  }[];
  words?: MailData['words'];
};

const PLACES: Partial<Record<PlanData['visits'][number]['location_type'], string>> = {
  client: 'at the client’s',
  remote: 'online',
  phone: 'by phone',
};

/** The plan for the next day, to one person of the team. The same data gives the same mail. */
export const renderPlan = (
  data: PlanData,
  { siteUrl }: { siteUrl: string },
): { subject: string; text: string; html: string } => {
  const { business, staff, visits } = data;
  const formats = businessFormats(business);
  const first = visits[0]!;
  const last = visits.at(-1)!;
  const values = messageValues({
    business,
    client: { first_name: '', last_name: '' },
    starts_at: first.starts_at,
    ends_at: last.ends_at,
    segments: [{ service_name: '', staff_name: staff.name, price_kind: 'free', price_cents: 0 }],
    address: '',
    note: null,
    cancelUntil: '',
    manageLink: '',
    bookLink: `${siteUrl}/book/${encodeURIComponent(business.slug)}`,
  });
  const own = wordsInForce(PLAN_KIND, data.words);
  const frame = MAIL_WORDS[PLAN_KIND];
  const fill = (template: string): string => fillTemplate(template, values).trim();
  const subject = filledSubject(own.subject, values);
  const lines = filledParagraphs(own.body, values);
  const plan = visits.map(({ starts_at, ends_at, service_name, client_name, location_type }) => ({
    when: formats.timeRange(starts_at, ends_at),
    what: [service_name, client_name, PLACES[location_type]].filter(Boolean).join(' · '),
  }));
  const link = `${siteUrl}/calendar?date=${data.day}`;
  const accent = brandHex(business.brand_colour);
  return {
    subject,
    text: `${[
      fill(frame.heading),
      ...lines,
      plan.map(({ when, what }) => `- ${when}: ${what}`).join('\n'),
      `${frame.button}:\n${link}`,
    ].join('\n\n')}\n`,
    html: mailFrame({
      // The words are English whatever the locale of dates is.
      lang: 'en',
      title: subject,
      preview: fill(frame.preview),
      senderName: business.name,
      accent,
      content: html`${heading(fill(frame.heading))} ${lines.map(paragraph)}
      ${factTable(plan.map(({ when, what }) => fact(when, html`${what}`)))}
      ${button(frame.button, link, { accent, ink: inkOn(accent) })}`,
      footer: html`Which of these mails you get, you choose in the settings under “Mails to you”.`,
    }),
  };
};
