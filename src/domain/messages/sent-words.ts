import type { SentMessage } from './sent-message.ts';
import { MESSAGE_TEMPLATES } from './templates.ts';
import type { TemplateKey } from './templates.ts';

/** What kind of message it is; a newer server may know more kinds than this version. */
export const sentName = ({ kind }: Pick<SentMessage, 'kind'>): string =>
  kind in MESSAGE_TEMPLATES ? MESSAGE_TEMPLATES[kind as TemplateKey].label : 'Message';

const REASONS: Readonly<Record<string, string>> = {
  no_consent: 'Not sent: they do not want it',
  unpaid: 'Not sent: the plan of the business is not paid',
  too_many: 'Not sent: too many in one day',
  too_late: 'Not sent: it was too late',
};

const STATES: Readonly<Record<SentMessage['state'], string>> = {
  queued: 'Waiting to be sent',
  sending: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Could not be sent',
  suppressed: 'Not sent',
  cancelled: 'Not sent: the appointment changed',
};

/** What became of it. */
export const sentState = ({ state, reason }: Pick<SentMessage, 'state' | 'reason'>): string =>
  (reason === null ? undefined : REASONS[reason]) ?? STATES[state];
