import type { ResourceFree } from '#domain/availability/pools.ts';
import type { StaffFree } from '#domain/availability/slots.ts';
import type { Result } from '#domain/errors/result.ts';
import type {
  AddOnGroupRow,
  AddOnRow,
  Address,
  AgreedFeeTerms,
  AppointmentRow,
  AppointmentStatus,
  BookingRulesRow,
  BundleRow,
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
import { callPublic, readClock } from './public-server.ts';

/** Everything a booking page shows before anybody has chosen anything. */
export type PublicProfile = {
  server_time: Instant;
  business: PublicBusiness;
  rules: PublicRules;
  policy: Pick<PolicyTextRow, 'version' | 'body' | 'hash'> | null;
  categories: (Pick<ServiceCategoryRow, 'id' | 'name' | 'colour' | 'sort_key'> & {
    /** Absent in what a page kept from an older server. */
    image_path?: string | null;
  })[];
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
  /** What is sold together. Absent in what a page kept from an older server. */
  bundles?: PublicBundle[];
  /** Gift cards can be bought on this page. Absent in what a page kept from an older server. */
  sells_gift_cards?: boolean;
  /** Filled in before any of these services is booked; no services = before all. Absent from older servers. */
  forms?: { key: string; name: string; service_ids: Uuid[] }[];
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
  | 'paused_until'
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
> &
  // Absent in what a page kept from a server that did not tell them yet.
  Partial<
    Pick<
      BookingRulesRow,
      | 'travel_before_min'
      | 'travel_after_min'
      | 'visit_postal_codes'
      | 'allow_waitlist'
      | 'fee_terms'
      | 'deposit_rule'
      | 'deposit_rules'
      | 'asks_card'
      | 'share_buffers'
      | 'gap_mode_returning'
      | 'group_max'
    >
  > & {
    /** Minutes of the shortest service; null = nobody has to know. */
    shortest_min?: number | null;
    /** Guests may be served one after the other where all at once cannot be. */
    guests_in_turn?: boolean;
  };

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
  | 'resource_needs'
  | 'sort_key'
> & {
  /** How many do it at the same time. Absent in what a page kept from an older server: one. */
  staff_needed?: number;
  /** Given in sessions with seats. Absent in what a page kept from an older server. */
  is_class?: boolean;
  /** What is paid before it; null or absent = as the business has it. */
  deposit_rule?: ServiceRow['deposit_rule'];
  /** What late cancelling and not coming cost; null or absent = as the business has it. */
  fee_terms?: ServiceRow['fee_terms'];
};

export type PublicVariant = Pick<
  ServiceVariantRow,
  | 'id'
  | 'service_id'
  | 'name'
  | 'price_kind'
  | 'price_cents'
  | 'price_label'
  | 'duration_min'
  | 'processing_min'
  | 'finishing_min'
  | 'buffer_before_min'
  | 'buffer_after_min'
  | 'processing_bookable'
  | 'for_client'
  | 'deposit_rule'
  | 'sort_key'
>;

export type PublicBundle = Pick<
  BundleRow,
  | 'id'
  | 'name'
  | 'description'
  | 'visibility'
  | 'variant_ids'
  | 'price_mode'
  | 'price_cents'
  | 'percent_bp'
  | 'sort_key'
>;

export type PublicStaff = Pick<
  StaffRow,
  'id' | 'display_name' | 'title' | 'bio' | 'photo_path' | 'colour' | 'rank'
> &
  Partial<Pick<StaffRow, 'works_at'>>;

/** What a client asks for, when a time is held and when it is booked. */
export type BookRequest = {
  /** `bundle_id`: all parts of a bundle side by side, in its order. */
  items: { variant_id: Uuid; staff_id: Uuid | null; add_on_ids: Uuid[]; bundle_id?: Uuid }[];
  /** Where all of it is done. */
  place: AppointmentRow['location_type'];
  starts_at: Instant;
  /** The client's own zone, so that the business can say times in it. */
  time_zone: string;
  client: { first_name: string; last_name: string; email: string; phone: string };
  /** Where to come to, when the service is done at the client's. */
  address: Address | null;
  note: string;
  policy_version: number | null;
  /** What the client saw that cancelling late and not coming cost. */
  fee_terms: AgreedFeeTerms;
  /** What the client saw as the total: a price that has risen since is refused, not charged. */
  expected_total: number;
  hold_key: Uuid | null;
  /** What is kept of a gift card for it (keepGiftCard). */
  gift?: Uuid;
  /** Seats of a class instead of a time; `waiting`: a place on the waitlist is fine. */
  session?: { id: Uuid; seats: number; waiting: boolean };
  /** Of the forms without which nothing is booked. */
  answers: { key: string; version: number; answers: Record<string, unknown> }[] | null;
  /** Who comes along, each with what they have; see supabase/decisions/0052. */
  guests: { first_name: string; items: BookRequest['items'] }[];
  /** Ticked: wants news and offers by mail. */
  news?: true;
};

export type BookedAppointment = {
  id: Uuid;
  status: AppointmentStatus;
  starts_at: Instant;
  ends_at: Instant;
  time_zone: string;
  segments: {
    variant_id: Uuid | null;
    staff_id: Uuid;
    /** Who does it with them; absent = nobody. */
    helper_ids?: Uuid[];
    starts_at: Instant;
    minutes: number;
    service_name: string;
    price_kind: PriceKind;
    price_cents: number;
  }[];
  total: number;
  deposit: number;
  /** How to prepare for it; absent in answers of an older server and in what was kept. */
  prep_notes?: string[];
  /** Of a class: how many the party has, or waits for (`status` is pending then). */
  seats?: number;
  is_waiting?: boolean;
  /** Who comes along, each with a visit of their own; absent = nobody. */
  guests?: BookedGuest[];
};

export type BookedGuest = Pick<
  BookedAppointment,
  'id' | 'status' | 'starts_at' | 'ends_at' | 'segments' | 'total'
> & {
  /** '' = nobody has said how they are called. */
  first_name: string;
};

/** The answer to a booking: what was written, and the key to the page that can change it. */
export type BookedAnswer = { appointment: BookedAppointment; manage_token: string };

export type PublicAvailability = {
  server_time: Instant;
  staff: StaffFree[];
  /** Absent in the answer of a server that knows no rooms yet. */
  resources?: ResourceFree[];
};

export const fetchProfile = async (slug: string): Promise<Result<PublicProfile>> =>
  readClock(await callPublic('public_profile', { slug }));

export const fetchAvailability = async (
  slug: string,
  fromDay: Day,
  toDay: Day,
): Promise<Result<PublicAvailability>> =>
  readClock(await callPublic('public_availability', { slug, from_day: fromDay, to_day: toDay }));

/**
 * Asking again for the same time with the same key gives some minutes more, once. `captcha_failed`: it
 * wants work for the key, of as many bits as the field says (features/booking/do-work.ts).
 */
export const holdSlot = (
  slug: string,
  request: Pick<BookRequest, 'items' | 'place' | 'starts_at'> & {
    guests?: BookRequest['guests'];
    work?: string;
  },
  holdKey: Uuid,
): Promise<Result<{ expires_at: Instant }>> =>
  callPublic('hold_slot', { slug, request, hold_key: holdKey });

/** Gives a held time back. Nobody waits for the answer; `keepalive` lets it outlive the page. */
export const releaseHold = (slug: string, holdKey: Uuid): Promise<Result<unknown>> =>
  callPublic('release_hold', { slug, hold_key: holdKey }, { keepalive: true });

/** The same `opId` always gets the same answer, so a lost answer is asked for again, never booked twice. */
export const book = (
  slug: string,
  request: BookRequest,
  opId: Uuid,
): Promise<Result<BookedAnswer>> => callPublic('book', { slug, request, op_id: opId });
