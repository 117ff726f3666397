import type { ConsentTopic } from '#domain/clients/consents.ts';
import type { ConsentEventRow } from '#domain/rows.ts';
import type { ChipTone } from '#ui/chip.tsx';

export const STATES: Record<ConsentEventRow['state'], { label: string; tone: ChipTone }> = {
  granted: { label: 'Given', tone: 'success' },
  denied: { label: 'Refused', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'danger' },
};

export const SOURCES: Record<ConsentEventRow['source'], string> = {
  in_person: 'In person',
  phone: 'By phone',
  email: 'By e-mail',
  form: 'On a form',
  online: 'Online',
  import: 'Imported',
};

const CHANNELS = {
  email: 'e-mail',
  sms: 'text message',
  call: 'phone call',
  post: 'post',
} as const;
const PURPOSES = {
  reminders: 'Messages about visits',
  marketing: 'News and offers',
  photos: 'Photos',
} as const;

/** `News and offers by text message` */
export const topicText = ({ purpose, channel }: ConsentTopic): string =>
  channel ? `${PURPOSES[purpose]} by ${CHANNELS[channel]}` : PURPOSES[purpose];
