import { ALERT_HINT } from '../client-words.ts';
import type { ClientNoteKind, ClientNoteRow, Instant } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import type { ChipTone } from '#ui/chip.tsx';
import type { Icon } from '#ui/icon.ts';
import { FlaskConical, Stethoscope, StickyNote, TriangleAlert } from 'lucide-react';

export const KINDS: Record<
  ClientNoteKind,
  { label: string; hint: string; icon: Icon; tone: ChipTone }
> = {
  general: {
    label: 'General',
    hint: 'Preferences, small talk, anything worth knowing.',
    icon: StickyNote,
    tone: 'neutral',
  },
  alert: {
    label: 'Alert',
    hint: ALERT_HINT,
    icon: TriangleAlert,
    tone: 'warning',
  },
  formula: {
    label: 'Formula',
    hint: 'What was used and how: colours, amounts, times, techniques.',
    icon: FlaskConical,
    tone: 'info',
  },
  clinical: {
    label: 'Clinical',
    hint: 'Only for those who may read medical notes. Finishing it locks its words.',
    icon: Stethoscope,
    tone: 'accent',
  },
};

/** `Nov 21, 2026, 10:30 AM`: short, because these lines are narrow. */
export const moment = (at: Instant, formats: BusinessFormats): string =>
  `${formats.date(at, { day: 'numeric', month: 'short', year: 'numeric' })}, ${formats.time(at)}`;

/** `Ana · Nov 21, 2026, 10:30 AM` */
export const signature = (
  { author_name, noted_at }: Pick<ClientNoteRow, 'author_name' | 'noted_at'>,
  formats: BusinessFormats,
): string => [author_name, moment(noted_at, formats)].filter(Boolean).join(' · ');
