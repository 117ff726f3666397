import { messageFor, ruleText } from '#app/messages.ts';
import { editMessageTemplate } from '#db/commands/message-templates.ts';
import { useDb } from '#db/use-query.ts';
import { sampleValues } from '#domain/messages/sample.ts';
import { SMS_MAX, SUBJECT_MAX, builtIn } from '#domain/messages/templates.ts';
import type { TemplateKey } from '#domain/messages/templates.ts';
import { PLACEHOLDER_WORDS, MESSAGE_PLACEHOLDERS } from '#domain/messages/values.ts';
import type { MessageValues } from '#domain/messages/values.ts';
import {
  filledParagraphs,
  filledSubject,
  filledText,
  isSent,
  timingInForce,
  unfilled,
  wordsInForce,
} from '#domain/messages/words.ts';
import type { BusinessRow, MessageTemplateRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { SelectField, SwitchField, TextArea, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { minuteOptions } from './choices.ts';

const BEFORE_MINUTES = [30, 60, 120, 240, 720, 1440, 2880, 4320, 7 * 1440];
const AFTER_MINUTES = [60, 180, 1440, 7 * 1440, 14 * 1440, 28 * 1440, 42 * 1440, 56 * 1440];

/** Changes one message: whether and when it is sent, and what it says, with what becomes of it. */
export function MessageSheet({
  open,
  messageKey,
  own,
  business,
  readOnly,
  onClose,
}: {
  open: boolean;
  messageKey: TemplateKey;
  /** What the business has changed; null = nothing. */
  own: MessageTemplateRow | null;
  business: BusinessRow;
  readOnly: boolean;
  onClose: () => void;
}) {
  const db = useDb();
  const template = builtIn(messageKey);
  const isForTeam = template.purpose === 'team';
  const timing = timingInForce(messageKey, own);
  const words = wordsInForce(messageKey, own);
  const form = useForm({
    initial: {
      enabled: isSent(messageKey, own),
      offset_min: timing?.offsetMin ?? null,
      subject: words.subject,
      body: words.body,
      sms_body: words.sms,
    },
    rev: own?.rev,
    draftKey: `${db.name}.message.${messageKey}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ changed, seenRev }) =>
      editMessageTemplate(
        db,
        messageKey,
        {
          ...changed,
          // What is as it is built in follows it when it changes.
          ...(changed.subject === undefined
            ? {}
            : ownText(changed.subject, template.subject, 'subject')),
          ...(changed.body === undefined ? {} : ownText(changed.body, template.body, 'body')),
          ...(changed.sms_body === undefined
            ? {}
            : ownText(changed.sms_body, template.sms, 'sms_body')),
        },
        seenRev,
      ),
    onSaved: (done) => {
      onClose();
      tellOutcome({ ok: true, value: done as never }, savedWords(unknown), messageFor);
    },
  });
  const { values, change, error } = form;
  const unknown = unfilled(values.subject, values.body, values.sms_body);
  const isBuiltIn =
    values.subject === template.subject &&
    values.body === template.body &&
    values.sms_body === template.sms;
  return (
    <FormSheet
      open={open}
      size="lg"
      title={template.label}
      form={form}
      readOnly={readOnly}
      onClose={onClose}
      actions={
        !isBuiltIn &&
        !readOnly && (
          <Button
            variant="quiet"
            onClick={() =>
              change({ subject: template.subject, body: template.body, sms_body: template.sms })
            }
          >
            Built-in text
          </Button>
        )
      }
    >
      {!template.always && (
        <SwitchField
          label="Send this message"
          {...(template.purpose === 'marketing'
            ? { hint: 'Only to clients who agreed to marketing by mail, with a link to end it.' }
            : {})}
          value={values.enabled}
          onChange={(enabled) => change({ enabled })}
        />
      )}
      {timing && values.offset_min !== null && (
        <SelectField
          label={
            isForTeam
              ? 'Before midnight'
              : timing.side === 'before'
                ? 'Before the visit'
                : 'After the visit'
          }
          value={String(values.offset_min)}
          onChange={(minutes) => change({ offset_min: Number(minutes) })}
          options={minuteOptions(
            timing.side === 'before' ? BEFORE_MINUTES : AFTER_MINUTES,
            values.offset_min,
            business.locale,
          )}
          error={error('offset_min')}
        />
      )}
      <TextField
        label="Subject"
        maxLength={SUBJECT_MAX}
        autoComplete="off"
        value={values.subject}
        onChange={(subject) => change({ subject })}
        error={error('subject')}
      />
      <TextArea
        label="Text of the mail"
        rows={6}
        hint="An empty line begins a new paragraph. Time, services and place follow by themselves."
        value={values.body}
        onChange={(body) => change({ body })}
        error={error('body')}
      />
      {!isForTeam && (
        <TextArea
          label="Text for a phone"
          rows={3}
          hint={`When you send it by hand from your phone; at most ${SMS_MAX} characters.`}
          value={values.sms_body}
          onChange={(sms_body) => change({ sms_body })}
          error={error('sms_body')}
        />
      )}
      {unknown.length > 0 && (
        <Notice tone="warning" live>
          {unknownWords(unknown)}
        </Notice>
      )}
      <Placeholders onInsert={(name) => change({ body: `${values.body}{{${name}}}` })} />
      <Preview values={sampleValues(business)} typed={values} isForTeam={isForTeam} />
    </FormSheet>
  );
}

const ownText = <F extends string>(text: string, builtInText: string, field: F) =>
  ({ [field]: text.trim() === '' || text === builtInText ? null : text }) as Record<
    F,
    string | null
  >;

const unknownWords = (unknown: string[]): string => {
  const names = unknown.map((name) => `{{${name}}}`).join(', ');
  return `Nothing can be filled in for ${names}: clients will read it as it stands.`;
};

const savedWords = (unknown: string[]): string =>
  unknown.length === 0 ? 'Message saved' : `Message saved. ${unknownWords(unknown)}`;

/** What may stand in a text; a press puts it at the end. */
function Placeholders({ onInsert }: { onInsert: (name: string) => void }) {
  return (
    <Disclosure summary="What can be filled in">
      <ul className="grid grid-cols-1 gap-1 p-3 pt-0 sm:grid-cols-2">
        {MESSAGE_PLACEHOLDERS.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="min-h-11 w-full rounded-md px-2 py-1 text-left hover:bg-raised"
              onClick={() => onInsert(name)}
            >
              <code className="block text-sm break-words">{`{{${name}}}`}</code>
              <span className="block text-sm text-muted">{PLACEHOLDER_WORDS[name]}</span>
            </button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function Preview({
  values,
  typed,
  isForTeam,
}: {
  values: MessageValues;
  typed: { subject: string; body: string; sms_body: string };
  isForTeam: boolean;
}) {
  return (
    <section
      aria-label="Preview"
      className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-raised p-4"
    >
      <h3 className="text-sm text-muted">As {isForTeam ? 'they read' : 'a client reads'} it</h3>
      <p className="font-semibold break-words">{filledSubject(typed.subject, values)}</p>
      {filledParagraphs(typed.body, values).map((paragraph, index) => (
        <p key={index} className="break-words whitespace-pre-line">
          {paragraph}
        </p>
      ))}
      {!isForTeam && (
        <>
          <h3 className="text-sm text-muted">On a phone</h3>
          <p className="break-words whitespace-pre-line">{filledText(typed.sms_body, values)}</p>
        </>
      )}
    </section>
  );
}
