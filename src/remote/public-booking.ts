import type { Result } from '#domain/errors/result.ts';
import type {
  AddOnGroupRow,
  AddOnRow,
  AppointmentStatus,
  BookingRulesRow,
  BusinessRow,
  Day,
  Instant,
  PolicyTextRow,
  PriceKind,
  ServiceCategoryRow,
  ServiceRow,
  ServiceVariantRow,
  StaffRow,
  StaffServiceOverrideRow,
  Uuid,
} from '#domain/rows.ts';
import { callRpc } from './public-rpc.ts';
import type { RpcOptions } from './public-rpc.ts';

/** Everything a booking page shows before anybody has chosen anything. */
export type PublicProfile = {
  business: PublicBusiness;
  rules: PublicRules;
  policy: Pick<PolicyTextRow, 'version' | 'body' | 'hash'> | null;
  categories: Pick<ServiceCategoryRow, 'id' | 'name' | 'colour' | 'sort_key'>[];
  services: PublicService[];
  variants: PublicVariant[];
  overrides: Pick<
    StaffServiceOverrideRow,
    'staff_id' | 'variant_id' | 'offered' | 'price_cents' | 'duration_min'
  >[];
  add_on_groups: Pick<
    AddOnGroupRow,
    'id' | 'name' | 'service_ids' | 'min_count' | 'max_count' | 'sort_key'
  >[];
  add_ons: Pick<AddOnRow, 'id' | 'group_id' | 'name' | 'price_cents' | 'extra_min' | 'sort_key'>[];
  staff: PublicStaff[];
};

export type PublicBusiness = Pick<
  BusinessRow,
  | 'name'
  | 'slug'
  | 'logo_path'
  | 'brand_colour'
  | 'email'
  | 'phone'
  | 'address'
  | 'country_code'
  | 'currency'
  | 'time_zone'
  | 'locale'
  | 'week_start'
  | 'time_format'
  | 'booking_enabled'
  | 'paused_message'
  | 'privacy_text'
>;

export type PublicRules = Pick<
  BookingRulesRow,
  | 'slot_step_min'
  | 'min_notice_min'
  | 'window_days'
  | 'cancel_notice_min'
  | 'reschedule_notice_min'
  | 'allow_cancel'
  | 'allow_reschedule'
  | 'hold_min'
  | 'approval_mode'
  | 'staff_choice'
  | 'multi_service'
  | 'max_services'
  | 'max_gap_min'
  | 'gap_mode'
  | 'audience'
  | 'require_phone'
  | 'require_email'
  | 'zone_mode'
>;

export type PublicService = Pick<
  ServiceRow,
  | 'id'
  | 'category_id'
  | 'name'
  | 'description'
  | 'image_path'
  | 'colour'
  | 'visibility'
  | 'audience'
  | 'location_types'
  | 'approval'
  | 'sort_key'
>;

export type PublicVariant = Pick<
  ServiceVariantRow,
  | 'id'
  | 'service_id'
  | 'name'
  | 'price_kind'
  | 'price_cents'
  | 'duration_min'
  | 'processing_min'
  | 'finishing_min'
  | 'buffer_before_min'
  | 'buffer_after_min'
  | 'processing_bookable'
  | 'for_client'
  | 'sort_key'
>;

export type PublicStaff = Pick<
  StaffRow,
  'id' | 'display_name' | 'title' | 'bio' | 'photo_path' | 'colour' | 'rank'
>;
