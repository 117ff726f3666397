/**
 * The rows of every synced table, exactly as SQL names them, as the wire carries them and as
 * IndexedDB stores them. One shape in three places is why nothing is ever mapped between them.
 *
 * Instants are `2026-11-21T09:00:00+00:00` (see #domain/time/instant.ts), days `YYYY-MM-DD`,
 * money integer minor units, durations integer minutes.
 *
 * Longer than our files are: it is one list without any behaviour, in which a table is looked up by
 * its name, and every layer imports it from one place.
 */

import type { FieldType, TextFormat } from './forms/field-types.ts';

export type Uuid = string;
/** An instant in UTC, printed as PostgreSQL prints it: string order is time order. */
export type Instant = string;
/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

/** What every synced row carries. `rev` is the number of the committed transaction that wrote it; 0 on a device before the server has seen the row. */
export type SyncedRow = {
  id: Uuid;
  business_id: Uuid;
  rev: number;
  created_at: Instant;
  updated_at: Instant;
  created_by: Uuid | null;
};

export type BusinessRow = SyncedRow & {
  name: string;
  slug: string;
  logo_path: string | null;
  brand_colour: string;
  email: string | null;
  phone: string | null;
  address: Address | null;
  country_code: string;
  currency: string;
  time_zone: string;
  locale: string;
  /** 1 = Monday … 7 = Sunday. */
  week_start: number;
  time_format: 'h12' | 'h23';
  onboarding_state: 'new' | 'in_progress' | 'done';
  /** What it was said to be when it was made (trades.ts). Absent in rows that a device stored before. */
  trade?: string | null;
  booking_enabled: boolean;
  paused_message: string | null;
  /** From this day on clients book again by themselves; null or absent = until somebody says so. */
  paused_until?: Day | null;
  /** What the public privacy page says; null shows the built-in text. */
  privacy_text: string | null;
  /** Clients who were not there for so many years are erased; null = nobody is. */
  retention_years: number | null;
  /** Since when that number holds; the server says so. */
  retention_since: Instant | null;
  discount_caps?: DiscountCaps;
  /** For how many years a gift card can be used that is sold from now on; null = for ever. */
  gift_card_years?: number | null;
  /** The booking page leads to gift cards, and they can be bought there. Absent in rows from before: yes. */
  sells_gift_cards?: boolean;
  /** Ways of paying of its own; a payment by one is `other` with its name. */
  other_methods?: string[];
  /** Taxes are those of full prices, also when something comes off. */
  tax_before_discount?: boolean;
  /** Clients are asked for a tip. Absent, as the next two, in rows stored before that was a setting. */
  takes_tips?: boolean;
  /** What is offered at the counter, in basis points; empty = any amount. */
  tip_choices_bp?: number[];
  tip_base?: TipBase;
  /** The last words of a receipt. */
  receipt_text?: string | null;
  /** Under which the business pays taxes, as receipts say it. */
  tax_number?: string | null;
  /** Clients of visits that were imported until then are told as others are; null = no import is. */
  imports_told_at?: Instant | null;
};

/**
 * What a percentage of a tip is taken of: what is paid for the work without (`net`) or with its tax, or its
 * full price before anything came off.
 */
export type TipBase = 'net' | 'with_tax' | 'full_net' | 'full_with_tax';

/** The most that a role may take off a sale, in whole percent; one that is not named has no limit. */
export type DiscountCaps = { [R in Exclude<Role, 'owner'>]?: number | undefined };

export type Address = {
  /** What tells a client's addresses from each other: `Home`. */
  label?: string;
  line1: string;
  line2?: string;
  city?: string;
  region?: string;
  postal_code?: string;
  country_code?: string;
};

/** One row per business; its id is the business id. */
export type BookingRulesRow = SyncedRow & {
  /** 5, 10, 15, 20, 30, 45 or 60; 0 = the length of the service. */
  slot_step_min: number;
  min_notice_min: number;
  window_days: number;
  cancel_notice_min: number;
  reschedule_notice_min: number;
  allow_cancel: boolean;
  allow_reschedule: boolean;
  max_reschedules: number;
  hold_min: number;
  approval_mode: 'auto' | 'all' | 'new_clients' | 'rules';
  pending_blocks_slot: boolean;
  pending_expiry_min: number;
  staff_choice: 'client' | 'any_only' | 'hidden';
  assign_rule: 'least_busy' | 'rank' | 'first_free';
  multi_service: boolean;
  max_services: number;
  max_gap_min: number;
  /** The buffer after a visit and the one before the next may be the same minutes. */
  share_buffers?: boolean;
  gap_mode: 'off' | 'prefer' | 'strict';
  /** The same for who has been here before; null or absent = as for everybody. */
  gap_mode_returning?: 'off' | 'prefer' | 'strict' | null;
  audience: 'all' | 'existing' | 'new';
  allow_waitlist: boolean;
  /** Who is offered a time that comes free. Absent, as the next three, in rows stored before that. */
  waitlist_mode?: WaitlistMode;
  /** How long an offer waits for its answer. */
  waitlist_respond_min?: number;
  /** Minutes of the day between which no offers are sent; the same twice = none. */
  quiet_from_min?: number;
  quiet_to_min?: number;
  require_phone: boolean;
  require_email: boolean;
  max_per_day_per_staff: number | null;
  /** Visits ahead with which a client books no more online; null or absent = no limit. */
  max_open_per_client?: number | null;
  zone_mode: 'business' | 'client';
  group_max: number;
  /** Who did not turn up this often needs approval; null = nobody for that. */
  approve_after_no_shows: number | null;
  /** Travel that a visit at the client's begins with. */
  travel_before_min: number;
  travel_after_min: number;
  /** Where clients can be visited: beginnings of postal codes, plain; empty = everywhere. */
  visit_postal_codes: string[];
  /** What late cancelling and not coming cost. Absent in rows stored before there were fees. */
  fee_terms?: FeeTerms;
  /** What is paid before a visit where no rule of the list fits; null = nothing. Absent until the server has told it. */
  deposit_rule?: FeeRule | null;
  /** The first one that fits says what is paid before a visit. Absent until the server has told them. */
  deposit_rules?: DepositRule[];
  /** Whoever books online leaves a card, also where nothing is paid before. Absent until the server has told it. */
  asks_card?: boolean;
};

/** A part of the price, or an amount. */
export type FeeRule = { percent: number } | { cents: number };

/** What is paid before a visit, of bookings that are all of this; null = whatever it is. */
export type DepositRule = {
  client: 'any' | 'new' | 'returning';
  /** So much or more is booked at once. */
  min_total_cents: number | null;
  /** The client did not come so often, or more. */
  no_shows: number | null;
  source: 'any' | DepositSource;
  /** 0 percent = nothing. */
  rule: FeeRule;
};

/** How it was booked: at a time of the client's choice, or one that somebody on the waitlist was offered. */
export type DepositSource = 'online' | 'waitlist';

/** null = it costs nothing. */
export type FeeTerms = {
  late_cancel: FeeRule | null;
  no_show: FeeRule | null;
  /** So long after booking cancelling is free, however soon it starts. */
  grace_min: number;
};

/** What one service costs instead. */
export type ServiceFees = Pick<FeeTerms, FeeKind>;

/** The terms with the notice from which on a cancellation is late, and with the services that cost something else. */
export type AgreedFeeTerms = FeeTerms & {
  notice_min: number;
  services?: Record<Uuid, ServiceFees>;
};

export type FeeKind = 'late_cancel' | 'no_show';
/** `proposed` waits for a person; `owed` is to be charged later. */
export type FeeState = 'none' | 'proposed' | 'owed' | 'waived';

export type PolicyTextRow = SyncedRow & {
  version: number;
  body: string;
  hash: string;
  published_at: Instant;
};

export type Role = 'owner' | 'manager' | 'front_desk' | 'practitioner' | 'assistant';

export type MembershipRow = SyncedRow & {
  user_id: Uuid | null;
  email: string;
  role: Role;
  /** Overrides of the role's preset, by permission name. */
  custom_permissions: Record<string, 'none' | 'ask' | 'own' | 'all'>;
  status: 'invited' | 'active' | 'suspended' | 'removed';
  /** When the link of the last invitation ends. */
  invitation_expires_at: Instant | null;
  /** Which mails to the team they want no more. Absent in rows stored before it could be said. */
  muted_mails?: MessageKey[];
  /** Until when this member may take over the business; null = nobody has offered it. */
  ownership_offered_until: Instant | null;
};

export type StaffRow = SyncedRow & {
  membership_id: Uuid | null;
  display_name: string;
  title: string | null;
  bio: string | null;
  photo_path: string | null;
  /** One of the palette names of #domain/colours.ts, not a CSS value. */
  colour: string;
  bookable: boolean;
  online_visible: boolean;
  /** Where clients can book them online: at the business, at their own place, or both. */
  works_at: 'both' | 'business' | 'client';
  /** Where they work by other clocks: in order, apart from each other. */
  travel: TravelZone[];
  rank: number;
  status: 'active' | 'archived';
  /** Their first and last day here; outside of them they do not work. null = always. */
  employed_from: Day | null;
  employed_until: Day | null;
};

/**
 * Whom to call when something happens to a staff member; `id` is theirs. Only their own device and
 * those of who manages the team ever hold it.
 */
export type StaffContactRow = SyncedRow & { emergency_contact: EmergencyContact | null };

/** From one day to another, both included, working hours are those of this zone. */
export type TravelZone = { time_zone: string; from_day: Day; to_day: Day };

/** Half-open minutes of a local day, `[start, end)`, 0–1440. */
export type MinuteRange = [start: number, end: number];

/** Working hours: `weeks[w][d]` are the ranges of weekday d (0 = Monday) in rotating week w. */
export type WorkPatternRow = SyncedRow & {
  staff_id: Uuid;
  valid_from: Day;
  weeks: MinuteRange[][][];
};

/** `staff_id` null = the whole business. */
export type DateExceptionRow = SyncedRow & {
  staff_id: Uuid | null;
  on_day: Day;
  kind: 'closed' | 'hours';
  ranges: MinuteRange[];
  note: string | null;
};

export type TimeOffRow = SyncedRow & {
  staff_id: Uuid;
  starts_at: Instant;
  ends_at: Instant;
  reason_id: Uuid | null;
  note: string | null;
  status: 'requested' | 'approved' | 'declined' | 'cancelled';
};

export type BlockOffReasonRow = SyncedRow & {
  name: string;
  icon: string;
  colour: string;
  default_min: number;
  paid: boolean;
  blocks_online: boolean;
  active: boolean;
  /** Fractional key: string order is list order, ties by id. */
  sort_key: string;
};

/** `staff_id` null = everybody. */
export type TimeBlockRow = SyncedRow & {
  staff_id: Uuid | null;
  starts_at: Instant;
  ends_at: Instant;
  all_day: boolean;
  reason_id: Uuid | null;
  note: string | null;
  blocks_online: boolean;
  /** Shared by the dates of a block that repeats; null = it stands alone. */
  repeat_id: Uuid | null;
  /** How they were laid out, as series-rule.ts writes it. */
  repeat_rule: string | null;
  /** Moved by hand: it keeps its own time when the others move. */
  repeat_detached: boolean;
  /**
   * The calendar elsewhere that it comes from; null = made here. Set by the server only; absent in rows
   * that a device stored before there were any.
   */
  outside_id?: Uuid | null;
};

/** A tax that prices contain or that is added to them. */
export type TaxRateRow = SyncedRow & {
  name: string;
  /** Thousandths of a percent: 8875 is 8.875 %. */
  milli_percent: number;
  /** The price that clients read has it in it already. */
  inclusive: boolean;
  sort_key: string;
  /** Else it is not offered any more; what has it keeps it. */
  active: boolean;
};

/** The names of all messages, planned ones too: what a business has words of its own for. */
export type MessageKey =
  | 'booking_requested'
  | 'booking_confirmed'
  | 'booking_declined'
  | 'booking_expired'
  | 'deposit_request'
  | 'confirm_request'
  | 'reminder_1'
  | 'reminder_2'
  | 'reminder_3'
  | 'rescheduled'
  | 'changed'
  | 'cancelled_by_client'
  | 'cancelled_by_business'
  | 'no_show'
  | 'thank_you'
  | 'rebook'
  | 'birthday'
  | 'form_request'
  | 'form_reminder'
  | 'form_after'
  | 'waitlist_joined'
  | 'waitlist_offer'
  | 'waitlist_closed'
  | 'seats_waiting'
  | 'seats_changed'
  | 'gift_card'
  | 'bill'
  | 'receipt'
  | 'refund'
  | 'staff_new'
  | 'staff_changed'
  | 'staff_cancelled'
  | 'staff_form'
  | 'staff_waitlist'
  | 'low_stock'
  | 'daily_plan';

/** What a business has changed of a message; null = as it is built in. One row for each key. */
export type MessageTemplateRow = SyncedRow & {
  key: MessageKey;
  subject: string | null;
  body: string | null;
  /** For the messages of a phone. */
  sms_body: string | null;
  enabled: boolean | null;
  /** Minutes before the start, or after the end, of a message that is sent by the clock. */
  offset_min: number | null;
};

export type ServiceCategoryRow = SyncedRow & {
  name: string;
  image_path: string | null;
  colour: string;
  visible_online: boolean;
  sort_key: string;
};

export type ServiceRow = SyncedRow & {
  category_id: Uuid | null;
  name: string;
  description: string | null;
  /** What whoever has booked it should do or bring; absent in rows that a device stored before. */
  prep_note?: string | null;
  image_path: string | null;
  colour: string;
  visibility: 'public' | 'link' | 'hidden';
  /** members: whose membership runs. */
  audience: 'all' | 'existing' | 'new' | 'members';
  location_types: ('business' | 'client' | 'remote' | 'phone')[];
  approval: boolean;
  /** Whether a request for it keeps its time until it is answered; null or absent = as the business has it. */
  pending_blocks_slot?: boolean | null;
  /** What is paid before it; null or absent = as the business has it. */
  deposit_rule?: FeeRule | null;
  /** What late cancelling and not coming cost; null or absent = as the business has it. */
  fee_terms?: ServiceFees | null;
  /** Nobody earns commission of it, unless their own rate says so; absent = everybody as usual. */
  no_commission?: boolean;
  staff_needed: number;
  rebook_after_days: number | null;
  /** Whether clients need a skin test before, how long before, how long it counts, and how firmly. */
  patch_test_required: boolean;
  patch_test_min_hours: number;
  patch_test_valid_days: number;
  patch_test_enforce: 'warn' | 'block';
  /** Rooms, chairs, machines; absent in rows that a device stored before there were any. */
  resource_needs?: ResourceNeed[];
  /** Given as a class with usually so many seats; null or absent = as visits. */
  capacity?: number | null;
  /** Absent in rows that a device stored before there were taxes. */
  tax_rate_id?: Uuid | null;
  sort_key: string;
  status: 'active' | 'archived';
};

/** So many of a pool, from the first buffer of a visit to its last one. */
export type ResourceNeed = { pool_id: Uuid; qty: number };

/** Things that services ask for without caring which one: chairs, treatment rooms. */
export type ResourcePoolRow = SyncedRow & {
  name: string;
  sort_key: string;
  /** Services stop to need an archived pool. */
  status: 'active' | 'archived';
};

/** One chair or room; serves one visit at a time. */
export type ResourceRow = SyncedRow & {
  pool_id: Uuid;
  name: string;
  /** Out of service in whole local days, both included; without `out_until` until further notice. */
  out_from: Day | null;
  out_until: Day | null;
  out_note: string | null;
  sort_key: string;
  status: 'active' | 'archived';
};

/** `hidden` = not for whoever has this device; the server puts it there and keeps no such price. */
export type PriceKind = 'fixed' | 'from' | 'free' | 'varies' | 'hidden';

export type ServiceVariantRow = SyncedRow & {
  service_id: Uuid;
  name: string;
  price_kind: PriceKind;
  price_cents: number;
  /** Said instead of a price that is `from` or `varies`; null or absent = nothing is. */
  price_label?: string | null;
  duration_min: number;
  processing_min: number;
  finishing_min: number;
  buffer_before_min: number;
  buffer_after_min: number;
  /** Whether other clients may be booked into the processing time. */
  processing_bookable: boolean;
  for_client: 'any' | 'new' | 'returning';
  /** What is paid before it; null = as its service has it. Absent until the server has told it. */
  deposit_rule?: FeeRule | null;
  sort_key: string;
  status: 'active' | 'archived';
};

/** No row = offered with the variant's own values; null fields = the variant's own value. */
export type StaffServiceOverrideRow = SyncedRow & {
  staff_id: Uuid;
  variant_id: Uuid;
  offered: boolean;
  price_cents: number | null;
  duration_min: number | null;
};

export type AddOnGroupRow = SyncedRow & {
  name: string;
  service_ids: Uuid[];
  min_count: number;
  max_count: number;
  sort_key: string;
};

export type AddOnRow = SyncedRow & {
  group_id: Uuid;
  name: string;
  price_cents: number;
  extra_min: number;
  sort_key: string;
  status: 'active' | 'archived';
};

/** Whom to call when something happens to a client; `phone` as typed, one of the two may be ''. */
export type EmergencyContact = { name: string; phone: string };

export type ClientRow = SyncedRow & {
  first_name: string;
  last_name: string;
  preferred_name: string | null;
  pronouns: string | null;
  /** Trimmed, lower-case. */
  email: string | null;
  /** E.164. */
  phone: string | null;
  /** As typed. */
  phone_raw: string | null;
  /** A second number, like the first one. */
  alt_phone: string | null;
  alt_phone_raw: string | null;
  emergency_contact: EmergencyContact | null;
  birthday: string | null;
  /** The one that a visit at the client's is at, unless another one is chosen. */
  address: Address | null;
  /** Others, in order. Read them with addressesOf: rows from before there were several have none. */
  more_addresses: Address[];
  /** Where they are when a visit is by video or phone; null = where the business is. */
  time_zone: string | null;
  source: string | null;
  /** Where it is known to be earlier than their record; read it with clientSince. */
  client_since?: Day | null;
  tags: string[];
  online_booking: 'allow' | 'approve' | 'block';
  /** What they pay before a visit that they book online; default = as the business's rules say. */
  payment_rule: 'default' | 'card' | 'deposit' | 'prepay' | 'none';
  preferred_staff_id: Uuid | null;
  /** Shown wherever the client appears: allergies, access codes, warnings. */
  alert_note: string | null;
  note: string | null;
  merged_into: Uuid | null;
  /** Another client who answers for them, and who has no guardian. Rows from before there were any have none. */
  guardian_id: Uuid | null;
  /** Messages about them go to the guardian, also where they have ways of their own. */
  guardian_receives: boolean;
  /** When a mail to this address came back for good; the server alone sets it. Absent = never. */
  email_bounced_at?: Instant | null;
  status: 'active' | 'archived' | 'anonymised';
};

/** `clinical` notes reach only those who hold clients.clinical. */
export type ClientNoteKind = 'general' | 'alert' | 'formula' | 'clinical';

export type ClientNoteRow = SyncedRow & {
  client_id: Uuid;
  kind: ClientNoteKind;
  body: string;
  pinned: boolean;
  appointment_id: Uuid | null;
  /** final (clinical only) = locked: what is added later is an addendum. */
  status: 'draft' | 'final';
  addendum_of: Uuid | null;
  /** Clinical only: only its author and the owner of the business ever receive it. */
  author_only: boolean;
  /** Frozen copies: they survive that a deleted note is put back by somebody else. */
  author_name: string;
  noted_at: Instant;
};

export type ConsentPurpose = 'reminders' | 'marketing' | 'photos';
export type ConsentChannel = 'email' | 'sms' | 'call' | 'post';

/** A text that somebody handed to the messages of a phone, which alone knows whether it was sent. */
export type HandedTextRow = SyncedRow & {
  client_id: Uuid;
  appointment_id: Uuid | null;
  /** The key of its message, or of a draft: `running_late`, `on_my_way`. */
  kind: string;
  channel: 'sms' | 'email';
  author_name: string;
  at: Instant;
};

/** One line of the ledger; what is true now is the last one of its purpose and channel. */
export type ConsentEventRow = SyncedRow & {
  client_id: Uuid;
  purpose: ConsentPurpose;
  /** null: the purpose has no channels (photos). */
  channel: ConsentChannel | null;
  state: 'granted' | 'denied' | 'withdrawn';
  source: 'in_person' | 'phone' | 'email' | 'form' | 'online' | 'import';
  /** Which text the client was shown, and what it said. */
  text_version: string;
  wording: string | null;
  author_name: string;
  at: Instant;
};

export type PatchTestRow = SyncedRow & {
  client_id: Uuid;
  /** null: counts for every service that asks for a test. */
  service_id: Uuid | null;
  product: string;
  batch: string | null;
  performed_at: Instant;
  author_name: string;
  result: 'pending' | 'passed' | 'failed';
  expires_on: Day;
};

/** The picture itself lies in storage, or still on the device that took it (`stored_at` null). */
export type ClientPhotoRow = SyncedRow & {
  client_id: Uuid;
  kind: 'before' | 'after' | 'reference' | 'document';
  /** The same for a before and its after: the id of the one that was there first. */
  pair_id: Uuid | null;
  appointment_id: Uuid | null;
  taken_at: Instant;
  /** What the client had said about photos when it was taken. */
  consent: 'granted' | 'denied' | 'unasked';
  media_type: 'image/jpeg' | 'image/webp' | 'application/pdf';
  /** Of a picture; a PDF has a name instead. */
  width: number | null;
  height: number | null;
  /** Absent in rows that a device stored before. */
  file_name?: string | null;
  bytes: number;
  stored_at: Instant | null;
  author_name: string;
};

export type AppointmentStatus =
  | 'pending'
  | 'booked'
  | 'arrived'
  | 'in_service'
  | 'completed'
  | 'cancelled'
  | 'no_show'
  | 'declined'
  | 'expired';

export type AppointmentRow = SyncedRow & {
  client_id: Uuid | null;
  source: 'staff' | 'online' | 'waitlist' | 'import' | 'walk_in' | 'rebook';
  location_type: 'business' | 'client' | 'remote' | 'phone';
  address: Address | null;
  time_zone: string;
  /** Start of the first segment and end of the last one, buffers excluded. */
  starts_at: Instant;
  ends_at: Instant;
  status: AppointmentStatus;
  confirmation: 'none' | 'requested' | 'confirmed' | 'declined';
  client_note: string | null;
  staff_note: string | null;
  policy_version: number | null;
  reschedule_count: number;
  cancel_by: 'client' | 'staff' | null;
  cancel_reason: string | null;
  cancelled_at: Instant | null;
  cancel_late: boolean;
  /**
   * What it costs that it was cancelled late or missed; the server works the kind and the amount out
   * again. This and the next three are absent in rows that a device stored before there were fees.
   */
  fee_kind?: FeeKind | null;
  fee_cents?: number;
  fee_state?: FeeState;
  /** What the client agreed to online; null = the terms of the business hold. Set by the server only. */
  fee_terms?: AgreedFeeTerms | null;
  ical_uid: string;
  ical_sequence: number;
  arrived_at: Instant | null;
  started_at: Instant | null;
  finished_at: Instant | null;
  /** The server found its place taken: kept, does not block, waits for a person. Set by the server only. */
  conflict: boolean;
  /** A person accepted the overlap. */
  overlap_accepted: boolean;
  /**
   * The client's own last move, through their link: when, and from which time. Set by the server only;
   * absent in rows that a device stored before there were these fields.
   */
  client_moved_at?: Instant | null;
  client_moved_from?: Instant | null;
  /**
   * Whether it keeps its time while it is a request, as its services said; null or absent = as the
   * business has it. Set by the server only.
   */
  pending_blocks_slot?: boolean | null;
  /**
   * A deposit that was asked for is not paid, and until when the time is kept for that; null = as long as it
   * takes. Set by the server only; absent in rows that a device stored before there were these fields.
   */
  deposit_due?: boolean;
  deposit_due_at?: Instant | null;
  /** Seats of a class session, which has no client of its own; null = a visit. Absent in rows that a device stored before there were any. */
  capacity?: number | null;
  /**
   * What it has in common with those who come together with it: the id of the appointment that the
   * group began with; null = they come alone. Absent in rows that a device stored before there were any.
   */
  group_id?: Uuid | null;
  /** The series it repeats in; null = it stands alone. */
  series_id: Uuid | null;
  /** Which occurrence of the rule it is, from 0; gaps are dates that were left out. */
  series_index: number | null;
  /** Moved by hand: it keeps its own time and people when the series is moved. */
  series_detached: boolean;
};

/**
 * How appointments repeat. Each date is an appointment of its own; this row says how they were laid
 * out and how they would go on.
 */
export type SeriesRow = SyncedRow & {
  /** The part of RFC 5545 that series-rule.ts reads; it counts from `starts_on`. */
  rule: string;
  /** The day of the occurrence with the number `first_index`. */
  starts_on: Day;
  /** Wall time in `time_zone`: it stays when the clocks change. */
  start_minute: number;
  time_zone: string;
  first_index: number;
  state: 'active' | 'ended';
};

/**
 * One piece of work of one person inside an appointment. The staff member is busy from
 * starts_at − buffer_before to starts_at + duration + processing + finishing + buffer_after, with
 * a hole for the processing time when it is bookable.
 */
export type AppointmentSegmentRow = SyncedRow & {
  appointment_id: Uuid;
  position: number;
  variant_id: Uuid | null;
  /** Frozen copy of the service and variant name at booking time. */
  service_name: string;
  add_on_ids: Uuid[];
  staff_id: Uuid;
  /** The client left the choice of staff to the business. */
  any_staff: boolean;
  starts_at: Instant;
  /** Work, processing and finishing together end here (buffers excluded). */
  ends_at: Instant;
  /** Hands-on minutes before the processing time, add-ons included. */
  duration_min: number;
  processing_min: number;
  finishing_min: number;
  buffer_before_min: number;
  buffer_after_min: number;
  /** How much of the buffers is travel to a visit at the client's, and back. */
  travel_before_min: number;
  travel_after_min: number;
  processing_bookable: boolean;
  price_kind: PriceKind;
  price_cents: number;
  /** Frozen copy of the service's needs. This and the next two are absent in rows stored long ago. */
  resource_needs?: ResourceNeed[];
  /** Which ones it has: filled in and, when taken, swapped by device and server … */
  resource_ids?: Uuid[];
  /** … unless a person chose them by hand. */
  resource_fixed?: boolean;
};

/** Who sits in a class session: a party of one client, together or not at all. */
export type AttendeeRow = SyncedRow & {
  seats: number;
  /** A session that is over keeps saying who came. */
  state: 'booked' | 'cancelled' | 'attended' | 'no_show';
  appointment_id: Uuid;
  client_id: Uuid;
  /** The server found no seats left: kept, not sold, waits for a person. Set by the server only. */
  conflict: boolean;
};

/** One service that somebody waits for; no people = whoever does it. */
export type WaitlistItem = {
  variant_id: Uuid;
  staff_ids: Uuid[];
  add_on_ids: Uuid[];
  /** The bundle that it is a part of. */
  bundle_id?: Uuid;
};

/** When somebody can come: on these days, between two minutes of the business's day. */
export type WaitlistWindow = {
  from_day: Day;
  to_day: Day;
  /** 0 = Monday … 6 = Sunday; none = every day. */
  weekdays: number[];
  from_min: number;
  to_min: number;
};

/** `offered` and `expired` are written by the server alone. */
export type WaitlistState = 'waiting' | 'offered' | 'booked' | 'cancelled' | 'expired';

/** Who is offered a time that comes free; `manual`: a person decides. */
type WaitlistMode = 'manual' | 'first_in_line' | 'highest_value' | 'everyone';

export type WaitlistOfferState =
  | 'sent'
  | 'accepted'
  | 'declined'
  | 'expired'
  /** The time is somebody else's, or staff booked the client themselves. */
  | 'superseded'
  | 'withdrawn';

/** A time that somebody who waits was offered. Written by the server alone. */
export type WaitlistOffer = {
  id: Uuid;
  /** `manual`: a person offered it. */
  mode: WaitlistMode;
  starts_at: Instant;
  ends_at: Instant;
  /** By whom, in the order of the entry's items. */
  staff_ids: Uuid[];
  state: WaitlistOfferState;
  /** May lie ahead: nothing is sent at night. */
  sent_at: Instant;
  /** Since when its page was looked at. Absent in rows stored before that was noted. */
  viewed_at?: Instant | null;
  /** Until when it can be answered. */
  expires_at: Instant;
};

/** A client who would come if a time came free. */
export type WaitlistEntryRow = SyncedRow & {
  client_id: Uuid;
  /** Done one after another, in one visit. */
  items: WaitlistItem[];
  windows: WaitlistWindow[];
  /** Where they want it; null = at the business, where it is had there. Absent in older rows, like the next one. */
  location_type?: AppointmentRow['location_type'] | null;
  /** At the client's: where to come to; null = where their record says that they live. */
  address?: Address | null;
  /** So many minutes earlier or later suit them as well. Absent in rows stored before it was asked. */
  flexible_min?: number;
  note: string | null;
  /** 0–9; who has more is served first. */
  priority: number;
  source: 'staff' | 'public';
  state: WaitlistState;
  /** What it became, when it is booked. */
  appointment_id: Uuid | null;
  /** The end of the last window. Set by the server only, like the next one. */
  expires_at: Instant;
  /** Start of a time that came free and fits; may be past by now. */
  fits_at: Instant | null;
  /** The last ten offers, the newest first. Absent in rows stored before there were any. */
  offers?: WaitlistOffer[];
};

/** What is asked of one answer. `in`: one of several; `gt` and `lt`: numbers, days and times. */
export type FormCheck = {
  op: 'eq' | 'ne' | 'in' | 'gt' | 'lt' | 'filled';
  /** Absent for `filled`. */
  value?: string | number | boolean | string[];
};
/** … of the answer to another field. */
export type FormRule = FormCheck & { field: string };
export type FormRules<Rule> = { match: 'all' | 'any'; rules: Rule[] };
/** When a field is shown: rules about earlier fields, or groups of such rules, and no deeper. */
export type FormCondition = FormRules<FormRule | FormRules<FormRule>>;

/** One question of a form, or something between the questions. */
export type FormField = {
  /** `q1`, `q2` …: what its answer is called; never used again for another question. */
  id: string;
  type: FieldType;
  label: string;
  /** Shown below the label; what a paragraph says. */
  help: string;
  required: boolean;
  /** What single and multi choose from. */
  options: string[];
  /**
   * Bounds: numbers of number and scale, days of date, characters of texts, how many photos or files; null = none.
   */
  min: number | string | null;
  max: number | string | null;
  /** The part of the client's record that it is filled from, and that may take its answer over. */
  map_to:
    | 'first_name'
    | 'last_name'
    | 'email'
    | 'phone'
    | 'birthday'
    | 'pronouns'
    | 'address_line1'
    | 'address_city'
    | 'address_region'
    | 'address_postal_code'
    | 'alert_note'
    | null;
  /** An answer that staff must notice. */
  flag: (FormCheck & { level: 'notice' | 'danger' }) | null;
  visible_if: FormCondition | null;
  /** What a short text has to look like; absent = like anything. */
  format?: TextFormat;
  /** Where there is room it stands beside the next one; absent = in a line of its own. */
  width?: 'half';
};

/** Lines of a drawing: x and y in turn, whole numbers of 0–1000 on a field twice as wide as high. */
export type Strokes = number[][];
/** Drawn, typed, or both. */
export type Signature = { strokes: Strokes; name: string };
/** A photo or a file of a filled-in form. The answer names it; its bytes lie beside the rows. */
export type FormFile = {
  id: Uuid;
  /** As it was called where it was chosen. */
  name: string;
  media_type: 'image/jpeg' | 'image/webp' | 'application/pdf';
  bytes: number;
  /** Of its bytes, in hex. */
  sha256: string;
};
export type FormAnswer = string | number | boolean | string[] | Signature | FormFile[];
/** By field id; fields without an answer are absent. */
export type FormAnswers = Record<string, FormAnswer>;

/** A form that clients fill in. `fields` is being written; clients see the newest version. */
export type FormRow = SyncedRow & {
  name: string;
  kind: 'intake' | 'consent' | 'consultation' | 'aftercare' | 'feedback' | 'custom';
  status: 'draft' | 'published' | 'archived';
  fields: FormField[];
  /** Names its public page; a new one makes the old link lead nowhere. */
  public_key: string;
  public_link_on: boolean;
  /** For which visits it is wanted: before them, after them, once they are paid, or when somebody asks. */
  wanted: 'before' | 'after' | 'payment' | 'manual';
  /**
   * Minutes before the visit, after it, or after it was paid; null = from the booking on, after it as the
   * messages of the business say, or as soon as it is paid.
   */
  offset_min: number | null;
  /** Only for visits with one of these; none = all. */
  service_ids: Uuid[];
  /** `once`: what was filled in counts for ever; `once_per_version`: until the form changes. */
  frequency: 'once' | 'once_per_version' | 'every_visit' | 'every_n_months';
  /** Counts with every_n_months only. */
  every_months: number;
  /** `warn`: staff are warned when it is missing; `block_online`: and nobody books online without it. */
  enforce: 'none' | 'warn' | 'block_online';
  /** Somebody of the staff signs as well. */
  countersign: boolean;
};

/** A form as it was published; never changed. */
export type FormVersionRow = SyncedRow & {
  form_id: Uuid;
  /** 1, 2 … of its form; the server gives the final one. */
  number: number;
  fields: FormField[];
  /** SHA-256 of the fields as json-text.ts writes them, in hex. */
  hash: string;
  published_at: Instant;
};

export type FormFlag = { field: string; level: 'notice' | 'danger' };

/** A form that was filled in: sealed, what was answered is never changed. */
export type FormSubmissionRow = SyncedRow & {
  form_id: Uuid;
  version_id: Uuid;
  /** null = nobody knows yet whose it is: it came by the public link. */
  client_id: Uuid | null;
  appointment_id: Uuid | null;
  /** What it corrects: that one is void since then. Absent in rows stored before it was said. */
  supersedes?: Uuid | null;
  answers: FormAnswers;
  flags: FormFlag[];
  filled_on: 'client_device' | 'pro_device';
  version_hash: string;
  /** SHA-256 of the answers and the hash of the version (db/commands/form-submissions.ts). */
  content_hash: string;
  /** Whether staff sign it as well: as the form said when it was filled in. */
  countersign: boolean;
  state: 'needs_countersign' | 'complete' | 'void';
  void_reason: string | null;
  /** When somebody decided what of it goes into the client's record; null = nobody has. */
  reviewed_at: Instant | null;
  submitted_at: Instant;
  countersignature: Signature | null;
  countersigned_by: string | null;
  countersigned_at: Instant | null;
};

/** A client was asked to fill in a form; its id is made from the form and the visit, or the client. */
export type FormRequestRow = SyncedRow & {
  form_id: Uuid;
  client_id: Uuid;
  /** null = at no visit. */
  appointment_id: Uuid | null;
  /** `phone`: handed to the messages of the device. */
  channel: 'email' | 'phone';
  /** By hand, the last time; null = nobody asked, a mail about the visit did. */
  asked_at: Instant | null;
  /** When a mail with its link last left the server, which alone says so. */
  sent_at?: Instant | null;
  /** When its page was first shown since then; the server says so as well. */
  opened_at?: Instant | null;
};

export type AttentionKind =
  | 'slot_taken'
  | 'stale_field'
  | 'deleted'
  | 'permission'
  | 'balance'
  | 'validation'
  /** A time zone has new rules; `mine`: `time_zone`, and the `appointment_ids` that followed them. */
  | 'zone_rules';

/** Something a person must decide. `mine` is what the device asked for, `theirs` what the server has. */
export type AttentionItemRow = SyncedRow & {
  entity: TableName;
  entity_id: Uuid;
  kind: AttentionKind;
  /** The refused or superseded values by field name; for stale_field `{field: value}`. */
  mine: Record<string, unknown>;
  theirs: Record<string, unknown>;
  /** The mutation it came from, if any: `refused <name>`. */
  mutation_name: string | null;
  device_id: Uuid | null;
  state: 'open' | 'kept_mine' | 'kept_theirs' | 'merged' | 'rescheduled' | 'dismissed';
  resolved_at: Instant | null;
};

/**
 * One sale, as it was rung up. It, its lines, tips and payments are stored at once and never change;
 * what comes later is a row of its own. `occurred_at` is the device's clock, `created_at` the server's.
 */
export type SaleRow = SyncedRow & {
  /** The device that made the receipt, and its number there: `7KQ2M-12`. */
  device_id: Uuid;
  receipt_prefix: string;
  receipt_no: number;
  occurred_at: Instant;
  client_id: Uuid | null;
  /** Who pays for them, in a family; null or absent = the client. */
  payer_id?: Uuid | null;
  currency: string;
  /** Why something came off the whole. */
  discount_reason: string | null;
  /** Before discounts and taxes that are added. */
  subtotal_cents: number;
  discount_cents: number;
  /** Contained and added ones together. */
  tax_cents: number;
  tip_cents: number;
  total_cents: number;
};

export type SaleLineKind =
  'service' | 'add_on' | 'product' | 'custom' | 'fee' | 'gift_card' | 'package';

/** One line of a sale, with what it cost frozen. */
export type SaleLineRow = SyncedRow & {
  sale_id: Uuid;
  occurred_at: Instant;
  position: number;
  kind: SaleLineKind;
  /** The visit that it settles, or whose fee it is. */
  appointment_id: Uuid | null;
  variant_id: Uuid | null;
  /** null also in lines that a device stored before there were products. */
  product_id: Uuid | null;
  staff_id: Uuid | null;
  name: string;
  qty: number;
  unit_price_cents: number;
  /** Off this line … */
  discount_cents: number;
  /** … and its share of what is off the whole. */
  order_discount_cents: number;
  /** Why something came off this line; absent in lines from before there was such a word. */
  discount_reason?: string | null;
  tax_name: string | null;
  tax_milli_percent: number;
  tax_inclusive: boolean;
  /** The tax is that of the price before anything came off. */
  tax_before_discount?: boolean;
  tax_cents: number;
  /** With the tax, when it is added. */
  total_cents: number;
};

/** What somebody is given on top; `staff_id` null = for the house. */
export type TipRow = SyncedRow & {
  sale_id: Uuid;
  occurred_at: Instant;
  staff_id: Uuid | null;
  amount_cents: number;
};

/** How money comes in or goes back here. */
export type Tender = 'cash' | 'card_terminal' | 'bank_transfer' | 'other' | 'gift_card' | 'package';

/** How money moves: here, or by a card online before a visit. */
export type MoneyWay = Tender | 'card_online';

export type PaymentRow = SyncedRow & {
  /** null = paid online before a visit. */
  sale_id: Uuid | null;
  /** The visit that a deposit is for. */
  appointment_id?: Uuid | null;
  occurred_at: Instant;
  /**
   * A card without a connection, and what is owed, are not paid yet: they are to be collected.
   * `deposit` = what a sale takes up of what was paid before.
   */
  method: Tender | 'card' | 'owed' | 'card_online' | 'deposit';
  /** What `other` was; the end of a gift card's code, the name of a package. */
  label: string | null;
  /** A gift card or a package is to be collected when the server found that it did not cover it. */
  state: 'captured' | 'to_collect';
  /** Takes what was to be collected, after the sale. */
  collects: boolean;
  amount_cents: number;
  /** Cash that was handed over; null for everything else. */
  tendered_cents: number | null;
};

/** Money that went back. A void takes a whole sale back, each payment by the way it came. */
export type RefundRow = SyncedRow & {
  /** null = a deposit that went back. */
  sale_id: Uuid | null;
  appointment_id?: Uuid | null;
  occurred_at: Instant;
  kind: 'refund' | 'void';
  /** null for a void. `deposit` = to what was paid online: that goes to its card without a sale. */
  method: MoneyWay | 'deposit' | null;
  amount_cents: number;
  reason: string;
  /** So many of one line went back; null = an amount of the sale as a whole. */
  sale_line_id: Uuid | null;
  qty: number | null;
};

/** What a dispute has moved since its entry before, and how it stands. The server alone writes them. */
export type DisputeEntryRow = SyncedRow & {
  dispute_id: Uuid;
  /** What was paid online, and the visit that it was for. */
  payment_id: Uuid;
  appointment_id: Uuid | null;
  occurred_at: Instant;
  state: 'open' | 'won' | 'lost';
  /** What the bank has taken, and the provider for its work; below zero: given back. */
  amount_cents: number;
  fee_cents: number;
  /** Until when the business can object. */
  answer_by: Instant | null;
};

/** A receipt that is to be mailed to the client of its sale. */
export type ReceiptMailRow = SyncedRow & { sale_id: Uuid; asked_at: Instant };

/** A gift card; what is on it is counted from its activities. Never changed. */
export type GiftCardRow = SyncedRow & {
  /** SHA-256 of `business:code`, in hex; null = another card has that code. */
  code_hash: string | null;
  code_last4: string;
  kind: 'digital' | 'physical';
  initial_cents: number;
  purchaser_client_id: Uuid | null;
  recipient_name: string | null;
  message: string | null;
  /** When it is to be handed over, and the last day on which it can be used. */
  deliver_on: Day | null;
  expires_on: Day | null;
};

export type GiftActivityKind =
  | 'activate'
  | 'redeem'
  | 'refund'
  | 'deactivate'
  | 'adjust_up'
  | 'adjust_down'
  | 'lease'
  | 'lease_return'
  | 'block'
  | 'unblock';

/** One line of a card's ledger; `amount_cents` is what it does to the balance. */
export type GiftActivityRow = SyncedRow & {
  card_id: Uuid;
  occurred_at: Instant;
  kind: GiftActivityKind;
  amount_cents: number;
  /** A redemption has the id of its payment. */
  sale_id: Uuid | null;
  /** A lease, which the server alone makes: for which device how much is kept, until when. */
  device_id: Uuid | null;
  held_cents: number | null;
  held_until: Instant | null;
  /** Of a lease of the booking side, which the server keeps: for which visit. */
  appointment_id?: Uuid | null;
  /** The lease that is used or given back. */
  lease_id: Uuid | null;
  reason: string;
};

/** Several services of one visit that are one item of the menu, for a price of its own. */
export type BundleRow = SyncedRow & {
  name: string;
  description: string | null;
  visibility: ServiceRow['visibility'];
  /** In the order in which they are done. */
  variant_ids: Uuid[];
  /** It costs `price_cents`; or so many percent, or so much, less than its parts. `hidden`: see PriceKind. */
  price_mode: 'fixed' | 'percent' | 'amount' | 'hidden';
  price_cents: number;
  percent_bp: number | null;
  sort_key: string;
  status: 'active' | 'archived';
};

/** So many visits of some services, to be sold at once. */
export type PackageRow = SyncedRow & {
  name: string;
  /** With its taxes; every credit is an equal part of it. */
  price_cents: number;
  credits: number;
  /** One credit pays one visit of one of them. */
  service_ids: Uuid[];
  /** How long what is sold of it can be used; null = always. */
  valid_days: number | null;
  /** Every so many months it is sold again, by the card of whoever has it; none = it is sold once. */
  renews_months?: number | null;
  status: 'active' | 'archived';
};

/** A package that was sold to somebody; what is left is counted from its activities. Never changed. */
export type PackageHoldingRow = SyncedRow & {
  client_id: Uuid | null;
  package_id: Uuid | null;
  /** As it was when it was sold. */
  name: string;
  price_cents: number;
  credits: number;
  service_ids: Uuid[];
  /** The last day on which it can be used. */
  expires_on: Day | null;
};

/** A package that is sold to somebody again and again; the server alone writes how it stands. */
export type ClientMembershipRow = SyncedRow & {
  client_id: Uuid | null;
  package_id: Uuid | null;
  /** As it was when it was offered. */
  name: string;
  price_cents: number;
  credits: number;
  service_ids: Uuid[];
  renews_months: number;
  state: 'pending' | 'active' | 'past_due' | 'paused' | 'ended';
  /** Goes on until the end of what is paid. */
  cancel_at_end: boolean;
  /** The period that was paid last, and its last day. */
  period_no: number;
  paid_until: Day | null;
  /** Where periods are counted from. */
  anchor_on: Day | null;
  anchor_no: number;
  card_brand: string | null;
  card_last4: string | null;
  /** Why the card was refused the last time, since when, how often, and when it is tried again. */
  decline: string | null;
  past_due_on: Day | null;
  tries: number;
  next_try_at: Instant | null;
};

/** One line of the ledger of what was sold as a package. */
export type PackageActivityRow = SyncedRow & {
  holding_id: Uuid;
  occurred_at: Instant;
  /** A redemption has the id of its payment; nothing of it counts when it was not covered. */
  kind: 'sell' | 'redeem' | 'return' | 'cancel';
  /** What it does to the credits that are left, and to the money behind them. */
  credits: number;
  amount_cents: number;
  /** The line that sold it, or that a credit has paid. */
  sale_id: Uuid;
  sale_line_id: Uuid;
};

/** One thing that was done with the cash drawer beside sales. */
export type DrawerEventRow = SyncedRow & {
  occurred_at: Instant;
  kind: 'open' | 'paid_in' | 'paid_out' | 'no_sale' | 'close';
  /** What lies in it when it is opened or counted; what was put in or taken out. */
  amount_cents: number;
  note: string | null;
};

/** A day that somebody has closed: what it came to then. Never changed. */
export type DayCloseRow = SyncedRow & {
  occurred_at: Instant;
  on_day: Day;
  /** Receipts that were not taken back. */
  sales: number;
  taken_cents: number;
  back_cents: number;
  tip_cents: number;
  /** To be collected. */
  due_cents: number;
  /** The letters on receipts of devices that may have had sales which were not here. */
  waiting_for: string[];
  note: string | null;
};

/** What somebody earns of what they sell, in basis points; its id is the staff member's. */
export type CommissionRuleRow = SyncedRow & {
  service_bp: number;
  product_bp: number;
  /** Of services in one pay run; the lowest first. Absent = none. */
  service_steps?: CommissionStep[];
  /** For each service done, beside the percentage; absent = nothing. */
  service_cents?: number;
  /** Services that earn something else. Absent = none. */
  own_rates?: CommissionRate[];
};

/** What a service earns instead of the usual: a percentage, and so much each time. */
export type CommissionRate = { service_id: Uuid; bp: number; cents: number };

/** What services bring beyond that much earns another percentage. */
export type CommissionStep = { from_cents: number; bp: number };

/** What one person is paid for a period; amounts in cents, and it adds up. */
export type PayEntry = {
  staff_id: Uuid;
  /** As it was then. */
  name: string;
  /** Net sales of services with add-ons that earn the usual, and of products … */
  services_cents: number;
  products_cents: number;
  service_bp: number;
  product_bp: number;
  /** Absent = none. */
  service_steps?: CommissionStep[];
  /** So many of those services, and what was earned for each; absent = nothing. */
  services_count?: number;
  service_cents?: number;
  /** Services that earned something else. Absent = none. */
  own_rates?: PaidRate[];
  /** … and what is earned of them. */
  service_pay_cents: number;
  product_pay_cents: number;
  tips_cents: number;
  /** Put on top or taken off by hand, and why. */
  extra_cents: number;
  off_cents: number;
  note: string;
  total_cents: number;
};

/** What came of a service with a rate of its own, under its name as it was then. */
export type PaidRate = CommissionRate & {
  name: string;
  count: number;
  net_cents: number;
  pay_cents: number;
};

/** A closed pay run; what was closed never changes. Both days are included. */
export type PayRunRow = SyncedRow & {
  occurred_at: Instant;
  from_day: Day;
  to_day: Day;
  entries: PayEntry[];
  /** When it was paid out, and how; null or absent = it was not. */
  paid_on?: Day | null;
  paid_note?: string | null;
};

/** Whom products are ordered from. */
export type SupplierRow = SyncedRow & {
  name: string;
  contact_name: string | null;
  email: string | null;
  /** As it was typed. */
  phone: string | null;
  /** What the business is to them. */
  account_no: string | null;
  lead_days: number | null;
  note: string | null;
  status: 'active' | 'archived';
};

/** Something that is sold over the counter, used at work, or both. */
export type ProductRow = SyncedRow & {
  name: string;
  brand: string | null;
  category: string | null;
  sku: string | null;
  /** 8–14 digits. */
  barcode: string | null;
  kind: 'retail' | 'professional' | 'both';
  /** What its stock is counted in. */
  unit: 'piece' | 'ml' | 'g';
  /** How much of the unit one piece holds, in thousandths: 250,000 = 250 ml; 1000 where the unit is the piece. */
  size_milli: number;
  price_cents: number;
  tax_rate_id: Uuid | null;
  supplier_id: Uuid | null;
  /** At this much, in thousandths of the unit, it is low; null = never. */
  low_stock_milli: number | null;
  /** Pieces that are ordered at once. */
  reorder_qty: number | null;
  status: 'active' | 'archived';
};

/** What a piece of a product costs the business; its id is the product's. */
export type ProductCostRow = SyncedRow & { cost_cents: number | null };

export type OrderLine = {
  product_id: Uuid;
  /** Pieces. */
  qty: number;
  /** What one piece is to cost; null = nobody said. */
  cost_cents: number | null;
};

/** What is ordered from a supplier; what came of it is in the movements that name it. */
export type PurchaseOrderRow = SyncedRow & {
  supplier_id: Uuid;
  /** As people said: `received` = nothing more is to come (domain/inventory/orders.ts says how it stands). */
  state: 'draft' | 'ordered' | 'received' | 'cancelled';
  /** Each product once. */
  lines: OrderLine[];
  ordered_at: Instant | null;
  note: string | null;
};

export type StockMovementKind = 'count' | 'receive' | 'sale' | 'return' | 'use' | 'adjust';

/** What one visit of a variant uses up; its id is the variant's. */
export type RecipeRow = SyncedRow & {
  /** Each product once; none = nothing is used. */
  items: { product_id: Uuid; qty_milli: number }[];
};

/** One thing that happened to the stock of a product; never changed. */
export type StockMovementRow = SyncedRow & {
  product_id: Uuid;
  occurred_at: Instant;
  kind: StockMovementKind;
  /** Thousandths of the unit: what came in or, below zero, went out. Of a count: what was there. */
  qty_milli: number;
  /** Why it was adjusted; null for everything else. */
  reason: string | null;
  /** The line that sold it, of which it came back, or for which it was used. */
  sale_id: Uuid | null;
  sale_line_id: Uuid | null;
  /** The order that it came with, or of which it was taken back. */
  order_id: Uuid | null;
  /** The visit at which it was used, noted before its sale. */
  appointment_id?: Uuid | null;
  /** The movement that it takes back; of a receipt that is what it cost, too. */
  undoes_id: Uuid | null;
};

/** What one piece cost that came in; its id is that of the movement. */
export type StockCostRow = SyncedRow & { cost_cents: number };

/** Every synced table with its row type. */
export type Rows = {
  businesses: BusinessRow;
  booking_rules: BookingRulesRow;
  policy_texts: PolicyTextRow;
  memberships: MembershipRow;
  staff: StaffRow;
  staff_contacts: StaffContactRow;
  commission_rules: CommissionRuleRow;
  work_patterns: WorkPatternRow;
  date_exceptions: DateExceptionRow;
  time_off: TimeOffRow;
  block_off_reasons: BlockOffReasonRow;
  time_blocks: TimeBlockRow;
  tax_rates: TaxRateRow;
  suppliers: SupplierRow;
  products: ProductRow;
  product_costs: ProductCostRow;
  message_templates: MessageTemplateRow;
  service_categories: ServiceCategoryRow;
  services: ServiceRow;
  service_variants: ServiceVariantRow;
  recipes: RecipeRow;
  bundles: BundleRow;
  staff_service_overrides: StaffServiceOverrideRow;
  add_on_groups: AddOnGroupRow;
  add_ons: AddOnRow;
  resource_pools: ResourcePoolRow;
  resources: ResourceRow;
  forms: FormRow;
  form_versions: FormVersionRow;
  packages: PackageRow;
  clients: ClientRow;
  series: SeriesRow;
  appointments: AppointmentRow;
  appointment_segments: AppointmentSegmentRow;
  client_notes: ClientNoteRow;
  consent_events: ConsentEventRow;
  handed_texts: HandedTextRow;
  patch_tests: PatchTestRow;
  client_photos: ClientPhotoRow;
  attendees: AttendeeRow;
  waitlist_entries: WaitlistEntryRow;
  form_submissions: FormSubmissionRow;
  form_requests: FormRequestRow;
  attention_items: AttentionItemRow;
  gift_cards: GiftCardRow;
  package_holdings: PackageHoldingRow;
  client_memberships: ClientMembershipRow;
  sales: SaleRow;
  sale_lines: SaleLineRow;
  tips: TipRow;
  gift_activities: GiftActivityRow;
  package_activities: PackageActivityRow;
  payments: PaymentRow;
  refunds: RefundRow;
  dispute_entries: DisputeEntryRow;
  receipt_mails: ReceiptMailRow;
  drawer_events: DrawerEventRow;
  day_closes: DayCloseRow;
  purchase_orders: PurchaseOrderRow;
  stock_movements: StockMovementRow;
  stock_costs: StockCostRow;
  pay_runs: PayRunRow;
};

export type TableName = keyof Rows;
export type RowOf<T extends TableName> = Rows[T];
/** Any synced row when the table is only known at run time. */
export type AnyRow = SyncedRow & Record<string, unknown>;

/** Parents before children: the order in which puts of one mutation are applied. */
export const TABLES = [
  'businesses',
  'booking_rules',
  'policy_texts',
  'memberships',
  'staff',
  'staff_contacts',
  'commission_rules',
  'work_patterns',
  'date_exceptions',
  'block_off_reasons',
  'time_off',
  'time_blocks',
  'tax_rates',
  'suppliers',
  'products',
  'product_costs',
  'message_templates',
  'service_categories',
  'services',
  'service_variants',
  'recipes',
  'bundles',
  'staff_service_overrides',
  'add_on_groups',
  'add_ons',
  'resource_pools',
  'resources',
  'forms',
  'form_versions',
  'packages',
  'clients',
  'series',
  'appointments',
  'appointment_segments',
  'client_notes',
  'consent_events',
  'patch_tests',
  'client_photos',
  'attendees',
  'handed_texts',
  'waitlist_entries',
  'form_submissions',
  'form_requests',
  'attention_items',
  'gift_cards',
  'package_holdings',
  'client_memberships',
  'sales',
  'sale_lines',
  'tips',
  'gift_activities',
  'package_activities',
  'payments',
  'refunds',
  'dispute_entries',
  'receipt_mails',
  'drawer_events',
  'day_closes',
  'purchase_orders',
  'stock_movements',
  'stock_costs',
  'pay_runs',
] as const satisfies readonly TableName[];
