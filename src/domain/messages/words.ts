import type { MessageTemplateRow } from '#domain/rows.ts';
import { fillTemplate, unknownPlaceholders } from '#domain/text/template.ts';
import { MESSAGE_PLACEHOLDERS } from './values.ts';
import type { MessageValues } from './values.ts';
import { builtIn } from './templates.ts';
import type { TemplateKey, Timing } from './templates.ts';

/** What a business has changed of a message; null or absent = as it is built in. */
export type OwnWords = Partial<Pick<MessageTemplateRow, 'subject' | 'body' | 'sms_body'>>;

/** The words in force: the business's own, the built-in ones for the rest. */
export const wordsInForce = (
  key: TemplateKey,
  own: OwnWords | null | undefined,
): { subject: string; body: string; sms: string } => {
  const { subject, body, sms } = builtIn(key);
  return {
    subject: own?.subject ?? subject,
    body: own?.body ?? body,
    sms: own?.sms_body ?? sms,
  };
};

/** When it is sent, and whether; null = it is not sent by the clock. */
export const timingInForce = (
  key: TemplateKey,
  own: Partial<Pick<MessageTemplateRow, 'enabled' | 'offset_min'>> | null | undefined,
): Timing | null => {
  const { timing } = builtIn(key);
  if (!timing) return null;
  return {
    side: timing.side,
    offsetMin: own?.offset_min ?? timing.offsetMin,
    enabled: own?.enabled ?? timing.enabled,
  };
};

/** Whether it is sent at all. */
export const isSent = (
  key: TemplateKey,
  own: Partial<Pick<MessageTemplateRow, 'enabled'>> | null | undefined,
): boolean =>
  builtIn(key).always || (own?.enabled ?? builtIn(key).timing?.enabled ?? !builtIn(key).offAtFirst);

/** One line; a line break in a subject would start a header of somebody's choice. */
export const filledSubject = (template: string, values: MessageValues): string =>
  fillTemplate(template, values)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Paragraphs: an empty line begins a new one, a single break stays a break. */
export const filledParagraphs = (template: string, values: MessageValues): string[] =>
  fillTemplate(template, values)
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

/** Text for the messages of a phone. */
export const filledText = (template: string, values: MessageValues): string =>
  fillTemplate(template, values).trim();

/** Placeholders that no message fills, each once: they stay as they are, so whoever writes is warned. */
export const unfilled = (...texts: string[]): string[] =>
  unknownPlaceholders(texts.join('\n'), MESSAGE_PLACEHOLDERS);
