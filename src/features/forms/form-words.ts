import type { FieldType } from '#domain/forms/field-types.ts';
import type { FormField, FormRow, FormSubmissionRow } from '#domain/rows.ts';
import type { ChipTone } from '#ui/chip.tsx';

export const TYPE_NAMES: Record<FieldType, string> = {
  short_text: 'Short text',
  long_text: 'Long text',
  number: 'Number',
  email: 'Email',
  phone: 'Phone',
  date: 'Date',
  time: 'Time',
  single: 'One choice',
  multi: 'Several choices',
  yes_no: 'Yes or no',
  consent: 'Consent',
  scale: 'Scale',
  signature: 'Signature',
  initials: 'Initials',
  photo: 'Photos',
  file: 'Files',
  heading: 'Heading',
  paragraph: 'Paragraph',
  divider: 'Line',
  page_break: 'New page',
};

export const KIND_NAMES: Record<FormRow['kind'], string> = {
  intake: 'Intake',
  consent: 'Consent',
  consultation: 'Consultation',
  aftercare: 'Aftercare',
  feedback: 'Feedback',
  custom: 'Other',
};

export const MAP_NAMES: Record<NonNullable<FormField['map_to']>, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  birthday: 'Birthday',
  pronouns: 'Pronouns',
  address_line1: 'Address: street',
  address_city: 'Address: town',
  address_region: 'Address: state or region',
  address_postal_code: 'Address: postal code',
  alert_note: 'Alert, such as allergies',
};

export const STATUS: Record<FormRow['status'], { label: string; tone: ChipTone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  published: { label: 'Published', tone: 'success' },
  archived: { label: 'Archived', tone: 'neutral' },
};

export const SUBMISSION_STATE: Record<
  FormSubmissionRow['state'],
  { label: string; tone: ChipTone }
> = {
  needs_countersign: { label: 'To be signed by you', tone: 'warning' },
  complete: { label: 'Complete', tone: 'success' },
  void: { label: 'Void', tone: 'neutral' },
};
