/** A mutation's name, `appointment.move` or `block.delete.undo`, as something a person did. */
export const mutationWords = (name: string): string => {
  const [noun = '', verb = '', ...more] = name.replace(/^refused /, '').split('.');
  const subject = Object.hasOwn(nouns, noun) ? nouns[noun] : undefined;
  const done = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!subject) return 'Change';
  const words = `${subject} ${done ?? 'changed'}`;
  return more.at(-1) === 'undo'
    ? `Undone: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
    : words;
};

const nouns: Record<string, string> = {
  add_on: 'Add-on',
  add_on_group: 'Add-on group',
  appointment: 'Appointment',
  attendee: 'Seat in a class',
  attention: 'Decision',
  block: 'Blocked time',
  business: 'Business details',
  category: 'Category',
  client: 'Client',
  date_exception: 'Special hours',
  form: 'Form',
  group: 'Group',
  menu: 'Starter menu',
  override: 'Staff price',
  policy: 'Booking terms',
  reason: 'Block reason',
  rules: 'Booking rules',
  service: 'Service',
  staff: 'Staff member',
  staff_contact: 'Emergency contact',
  submission: 'Filled-in form',
  tax_rate: 'Tax',
  time_off: 'Time off',
  variant: 'Service option',
  waitlist: 'Waitlist entry',
  work_pattern: 'Working hours',
};

const verbs: Record<string, string> = {
  accept_overlap: 'overlap accepted',
  add: 'added',
  archive: 'archived',
  arrived: 'arrived',
  assign: 'given to a client',
  attended: 'taken',
  booked: 'booked',
  cancel: 'cancelled',
  cancelled: 'cancelled',
  close: 'taken off the list',
  completed: 'completed',
  confirm: 'confirmed',
  countersign: 'signed',
  create: 'added',
  declined: 'declined',
  delete: 'deleted',
  edit: 'changed',
  fee_owed: 'fee kept for later',
  fee_proposed: 'fee proposed again',
  fee_waived: 'fee waived',
  fill: 'filled in',
  in_service: 'started',
  kept_mine: 'made',
  kept_theirs: 'made',
  leave: 'left by somebody',
  merged: 'made',
  move: 'moved',
  no_show: 'marked as no-show',
  offer: 'given to somebody',
  order: 'order changed',
  publish: 'published',
  renew_key: 'given a new link',
  reopen: 'put back on the list',
  remove_guardian: 'without a guardian',
  rescheduled: 'made',
  resize: 'length changed',
  restore: 'restored',
  set: 'set',
  set_guardian: 'given a guardian',
  tag: 'tagged',
  untag: 'tag removed',
  void: 'made void',
  withdraw: 'taken off somebody',
};
