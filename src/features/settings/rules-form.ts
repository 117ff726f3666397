import { DEFAULT_RULES } from '#domain/business/default-rules.ts';
import type { RulesInput } from '#domain/business/schema.ts';
import type { BookingRulesRow } from '#domain/rows.ts';
import type { Form } from '#ui/use-form.ts';

/** What the form of the booking rules begins with; `null` is a number field that was emptied. */
export const startOfRules = (rules: BookingRulesRow) => ({
  slot_step_min: rules.slot_step_min as RulesInput['slot_step_min'],
  min_notice_min: rules.min_notice_min,
  window_days: rules.window_days as number | null,
  multi_service: rules.multi_service,
  max_services: rules.max_services as number | null,
  // Rows that were stored before there was travel have none.
  travel_before_min: (rules.travel_before_min ?? DEFAULT_RULES.travel_before_min) as number | null,
  travel_after_min: (rules.travel_after_min ?? DEFAULT_RULES.travel_after_min) as number | null,
  visit_postal_codes: (rules.visit_postal_codes ?? []).join(', '),
  max_gap_min: rules.max_gap_min as number | null,
  group_max: rules.group_max as number | null,
  share_buffers: rules.share_buffers ?? false,
  max_per_day_per_staff: rules.max_per_day_per_staff,
  max_open_per_client: rules.max_open_per_client ?? null,
  gap_mode: rules.gap_mode,
  gap_mode_returning: rules.gap_mode_returning ?? null,
  hold_min: rules.hold_min as number | null,
  audience: rules.audience,
  zone_mode: rules.zone_mode,
  allow_waitlist: rules.allow_waitlist,
  waitlist_mode: rules.waitlist_mode ?? DEFAULT_RULES.waitlist_mode,
  waitlist_respond_min: rules.waitlist_respond_min ?? DEFAULT_RULES.waitlist_respond_min,
  quiet_from_min: (rules.quiet_from_min ?? DEFAULT_RULES.quiet_from_min) as number | null,
  quiet_to_min: (rules.quiet_to_min ?? DEFAULT_RULES.quiet_to_min) as number | null,
  approval_mode: rules.approval_mode,
  approve_after_no_shows: rules.approve_after_no_shows,
  pending_expiry_min: rules.pending_expiry_min,
  pending_blocks_slot: rules.pending_blocks_slot,
  allow_cancel: rules.allow_cancel,
  cancel_notice_min: rules.cancel_notice_min,
  allow_reschedule: rules.allow_reschedule,
  reschedule_notice_min: rules.reschedule_notice_min,
  max_reschedules: rules.max_reschedules as number | null,
  staff_choice: rules.staff_choice,
  assign_rule: rules.assign_rule,
  require_phone: rules.require_phone,
  require_email: rules.require_email,
});

export type RulesForm = Form<ReturnType<typeof startOfRules>>;
