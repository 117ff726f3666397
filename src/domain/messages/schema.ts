import * as v from 'valibot';
import { flag, optionalText, whole } from '#domain/validation/fields.ts';
import { BODY_MAX, SMS_MAX, SUBJECT_MAX } from './templates.ts';

/** A subject is one line, however it was typed or pasted. */
const subject = v.pipe(
  optionalText(SUBJECT_MAX * 2),
  v.transform((text) => text?.replace(/[\s\p{Cc}]+/gu, ' ').trim() || null),
  v.nullable(v.pipe(v.string(), v.maxLength(SUBJECT_MAX, 'too_long'))),
);

/** Quarter of an hour to ninety days. */
const OFFSET_MIN = 15;
const OFFSET_MAX = 129_600;

export const messageTemplateSchema = v.object({
  subject,
  body: optionalText(BODY_MAX),
  sms_body: optionalText(SMS_MAX),
  enabled: v.nullable(flag),
  offset_min: v.nullable(whole(OFFSET_MIN, OFFSET_MAX)),
});

export type MessageTemplateInput = v.InferOutput<typeof messageTemplateSchema>;

/** What a business has changed of a message before it has changed anything. */
export const UNCHANGED: MessageTemplateInput = {
  subject: null,
  body: null,
  sms_body: null,
  enabled: null,
  offset_min: null,
};
