/**
 * For tests: the tables of version 1, as devices from the beginning have them. Never edited: an upgrade has
 * to bring them to what schema.ts says.
 */
export const FIRST_STORES = {
  businesses: 'id',
  booking_rules: 'id',
  policy_texts: 'id',
  memberships: 'id',
  staff: 'id',
  work_patterns: 'id',
  date_exceptions: 'id',
  time_off: 'id, starts_at',
  block_off_reasons: 'id',
  time_blocks: 'id, starts_at',
  service_categories: 'id',
  services: 'id',
  service_variants: 'id',
  staff_service_overrides: 'id',
  add_on_groups: 'id',
  add_ons: 'id',
  clients: 'id, last_name, email, phone',
  appointments: 'id, starts_at, client_id',
  appointment_segments: 'id, starts_at, appointment_id',
  attention_items: 'id, state, entity_id',
  _shadow: 'key',
  _outbox: 'seq',
  _meta: 'key',
  _tomb: 'key',
  _blobs: 'id',
};
