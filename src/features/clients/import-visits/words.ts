import type { VisitField } from '#domain/appointments/import-fields.ts';
import type { VisitProblem } from '#domain/appointments/import-plan.ts';

export const VISIT_FIELD_NAMES: Record<VisitField, string> = {
  start: 'Start (date and time)',
  day: 'Date',
  time: 'Start time',
  end: 'End',
  minutes: 'Length in minutes',
  client: 'Client (whole name)',
  first_name: 'First name',
  last_name: 'Last name',
  phone: 'Phone',
  email: 'E-mail',
  services: 'Services',
  staff: 'Staff',
  price: 'Price',
  client_note: 'Client’s note',
  staff_note: 'Own note',
  status: 'Status',
};

/** What is wrong with a row, and what becomes of it. */
export const visitProblemText = (
  { rule, value }: Pick<VisitProblem, 'rule' | 'value'>,
  defaultStaff: string,
): string => {
  const said = value ? `“${value}”` : 'Empty';
  switch (rule) {
    case 'not_a_time':
      return value ? `${said} is no date with a time.` : 'There is no date with a time.';
    case 'past':
      return `${said} is over.`;
    case 'over':
      return `${said}: nobody comes to it any more.`;
    case 'already_there':
      return `${value ? said : 'This client'} is in the calendar at that time already.`;
    case 'too_long':
      return 'It would take longer than a day.';
    case 'unknown_service':
      return `${said} is not in your menu. It comes in under that name.`;
    case 'unknown_staff':
      return `${said} is not in your team. It goes to ${defaultStaff}.`;
    case 'not_a_number':
      return `${said} is no price. The price of the service stays.`;
    case 'not_a_contact':
      return `${said} cannot be read and stays out.`;
  }
};
