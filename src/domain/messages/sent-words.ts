import type { SentMessage } from './sent-message.ts';
import { MESSAGE_TEMPLATES } from './templates.ts';
import type { TemplateKey } from './templates.ts';

/** What kind of message it is; a newer server may know more kinds than this version. */
export const sentName = ({ kind }: Pick<SentMessage, 'kind'>): string =>
  kind in MESSAGE_TEMPLATES
    ? MESSAGE_TEMPLATES[kind as TemplateKey].label
    : (DRAFTS[kind] ?? 'Message');

/** What is only ever handed to a phone. */
const DRAFTS: Readonly<Record<string, string>> = {
  running_late: 'Running late',
  on_my_way: 'On my way',
};

const REASONS: Readonly<Record<string, string>> = {
  no_consent: 'Not sent: they do not want it',
  unpaid: 'Not sent: the plan of the business is not paid',
  too_many: 'Not sent: too many in one day',
  bounced: 'Not sent: mails to this address came back',
  too_late: 'Not sent: it was too late',
};

const STATES: Readonly<Record<SentMessage['state'], string>> = {
  queued: 'Waiting to be sent',
  sending: 'Waiting to be sent',
  sent: 'Sent',
  delivered: 'Delivered',
  opened: 'Opened',
  bounced: 'Came back: it could not be delivered',
  complained: 'Delivered, and marked as spam',
  handed_to_phone: 'Handed to a phone',
  failed: 'Could not be sent',
  suppressed: 'Not sent',
  cancelled: 'Not sent: the appointment changed',
};

/** It did not reach them, or was not welcome: somebody may want to call. */
export const wentWrong = ({ state, reason }: Pick<SentMessage, 'state' | 'reason'>): boolean =>
  ['bounced', 'complained', 'failed'].includes(state) || reason === 'bounced';

/** What became of it. */
export const sentState = ({
  state,
  reason,
  by,
}: Pick<SentMessage, 'state' | 'reason' | 'by'>): string =>
  by
    ? `Handed to the phone of ${by}`
    : ((reason === null ? undefined : REASONS[reason]) ?? STATES[state]);
