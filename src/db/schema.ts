import type { HistoryLine } from '#domain/appointments/history-line.ts';
import type { MeanwhileLine } from '#domain/appointments/meanwhile.ts';
import type { CartDraft } from '#domain/checkout/draft.ts';
import type { PaidOut } from '#domain/checkout/payouts.ts';
import type { ClientFilter } from '#domain/clients/filter.ts';
import type { PictureOwner } from '#domain/pictures/picture.ts';
import type { AnyRow, Instant, TableName, Uuid } from '#domain/rows.ts';
import type { Mutation, RowKey, RowPatch } from '#domain/commands/op.ts';

/**
 * The breaking format of the local database and part of its name. Additive changes are a new
 * `VERSION`; a new format is a new database that fills while the old one still serves.
 */
export const FORMAT = 1;

/** Another user's or another business's database is never opened: the name keeps them apart. */
export const databaseName = (userId: Uuid, businessId: Uuid): string =>
  `daybook-f${FORMAT}-${userId}-${businessId}`;

/** Beside it, of a made-up day: never synced, and gone as a whole (trial.ts). */
export const trialName = (userId: Uuid, businessId: Uuid): string =>
  `daybook-f${FORMAT}-trial-${userId}-${businessId}`;

/**
 * All tables with their indexes. Few indexes: each costs about 10 µs a row on every write, but where it is
 * null. What is not named here is small enough to filter in memory.
 */
export const STORES = {
  businesses: 'id',
  booking_rules: 'id',
  policy_texts: 'id',
  message_templates: 'id',
  memberships: 'id',
  staff: 'id',
  staff_contacts: 'id',
  work_patterns: 'id',
  date_exceptions: 'id',
  // starts_at: what overlaps a period of the calendar.
  time_off: 'id, starts_at',
  block_off_reasons: 'id',
  // starts_at: what overlaps a period of the calendar.
  time_blocks: 'id, starts_at',
  resource_pools: 'id',
  resources: 'id',
  service_categories: 'id',
  services: 'id',
  service_variants: 'id',
  staff_service_overrides: 'id',
  add_on_groups: 'id',
  add_ons: 'id',
  bundles: 'id',
  // last_name: the list in order. email, phone, alt_phone: "is this person already here?" merged_into: the
  // records that became part of a client's. guardian_id: the dependants of one.
  clients: 'id, last_name, email, phone, merged_into, alt_phone, guardian_id',
  // client_id: what is kept about somebody. kind with it: the alerts of those who come today.
  client_notes: 'id, client_id, [kind+client_id]',
  consent_events: 'id, client_id',
  patch_tests: 'id, client_id',
  client_photos: 'id, client_id',
  // starts_at: a period. client_id: a client's history. series_id: the dates of one series. group_id: those
  // of one group.
  appointments: 'id, starts_at, client_id, series_id, group_id',
  // starts_at: a period. appointment_id: the parts of one appointment.
  appointment_segments: 'id, starts_at, appointment_id',
  series: 'id',
  // appointment_id: who sits in one session of a class. client_id: the classes of a client.
  attendees: 'id, appointment_id, client_id',
  // client_id: what a client waits for. state: who still waits.
  waitlist_entries: 'id, client_id, state',
  // state: what is open. entity_id: the notice on one row.
  attention_items: 'id, state, entity_id',
  // client_id: what a client has filled in, or is asked for. form_id: what came in of a form.
  forms: 'id',
  form_versions: 'id, form_id',
  form_submissions: 'id, form_id, client_id',
  form_requests: 'id, client_id',
  // client_id, appointment_id: texts to one client, about one visit.
  handed_texts: 'id, client_id, appointment_id',
  tax_rates: 'id',
  // occurred_at: those of a period, month by month as appointments. sale_id: the rows of one sale.
  // client_id: what a client bought. payer_id: what one owes and has paid for others. appointment_id: whether
  // a visit is settled, what was paid before it, and what became of that.
  sales: 'id, occurred_at, client_id, payer_id',
  sale_lines: 'id, occurred_at, sale_id, appointment_id',
  tips: 'id, occurred_at, sale_id',
  payments: 'id, occurred_at, sale_id, appointment_id',
  refunds: 'id, occurred_at, sale_id, appointment_id',
  dispute_entries: 'id, occurred_at, appointment_id',
  receipt_mails: 'id, sale_id',
  drawer_events: 'id',
  day_closes: 'id',
  commission_rules: 'id',
  pay_runs: 'id',
  suppliers: 'id',
  products: 'id',
  product_costs: 'id',
  recipes: 'id',
  purchase_orders: 'id',
  stock_costs: 'id',
  // product_id: the movements of one product in their order. sale_id: what a sale took. order_id: what came
  // of an order. appointment_id: what a visit used up.
  stock_movements: 'id, [product_id+occurred_at], sale_id, order_id, appointment_id',
  // code_hash: the card with a code. card_id: the ledger of one. sale_id: what a sale did to cards. All of it
  // is here always: a balance is a sum. So it is with packages.
  gift_cards: 'id, code_hash',
  gift_activities: 'id, card_id, sale_id',
  packages: 'id',
  // client_id: what a client has. holding_id: the ledger of one.
  package_holdings: 'id, client_id',
  package_activities: 'id, holding_id, sale_id',
  client_memberships: 'id, client_id',
  _shadow: 'key',
  _outbox: 'seq',
  _meta: 'key',
  _tomb: 'key',
  // state: what waits, what may go. named_by: the files that a row names, without reading them.
  _blobs: 'id, state, [named_by.table+named_by.id]',
} satisfies Record<TableName, string> & Record<`_${string}`, string>;

/**
 * Of what stands above: one more with each table or index. A device compares what it has with what is
 * wanted, whatever version it had: to be told of each version on the way cost every start 90 ms of a
 * desktop's processor.
 */
export const VERSION: number = 30;

/**
 * The version with the newest table. Rows of it may have passed by a device that did not know it, so
 * whoever had an older version asks the server at once.
 */
export const ASKS_SINCE: number = 30;

/** The confirmed copy of a row that pending mutations touch; `row` null = the server has none. */
export type ShadowEntry = {
  v: 1;
  key: RowKey;
  table: TableName;
  id: Uuid;
  row: AnyRow | null;
  /** What the person had seen at the first pending change: later ones still hide news behind it. */
  base_rev: number;
};

/** A mutation that the server has not confirmed. */
export type OutboxEntry = Mutation & { v: 1 };

/** The rev at which a row was deleted: an older copy that arrives late does not bring it back. */
export type TombEntry = { v: 1; key: RowKey; rev: number };

/**
 * A picture on this device: a photo of a client under the id of its row, a file of a filled-in form under
 * the id in the answer that names it, any other under the id in the path that its row names.
 *
 *   waiting ──▶ here          stored; from then on a copy that may go when room is short
 *      └──▶ failed ──▶ waiting   the server will not have it; a person asks again
 *   any ──▶ trash ──▶ (gone)  no row speaks of it any more; until `due_at` that can be undone
 */
export type BlobEntry = {
  v: 1;
  id: Uuid;
  /** The row that names it, and the path that it is named by; absent for a photo of a client. */
  named_by?:
    (PictureOwner & { path: string }) | { table: 'form_submissions'; id: Uuid } | undefined;
  state: 'waiting' | 'failed' | 'here' | 'trash';
  media_type: string;
  /** null: this device never had it (trash only). */
  data: ArrayBuffer | null;
  created_at: Instant;
  /** Not before this moment: the next attempt, or the end of undo. */
  due_at: Instant;
  tries: number;
  /** Why it failed for good. */
  error: string | null;
};

/** Who this device is to the server. */
export type DeviceMeta = {
  key: 'device';
  v: 1;
  client_id: Uuid;
  next_seq: number;
  /** The highest seq that may have left this device: entries up to it are never changed. */
  sent_seq: number;
};

/** How far this device has read. Moves only in the transaction that stores the rows. */
export type SyncMeta = {
  key: 'sync';
  v: 1;
  /** null = never synced. */
  epoch: string | null;
  cursor: number;
  /**
   * Every change up to here is here. It is behind the cursor between the pages of a long pull: a row
   * that changed below the cursor and again above it comes with a later page.
   */
  whole_rev: number;
  /** Fences merges: a worker that lost the lead writes nothing any more. */
  leader_epoch: number;
  /** Counts the times this database started over from the server. */
  generation: number;
  last_sync_at: Instant | null;
  last_digest_at: Instant | null;
};

/** Which making of this database it is: another id than yesterday's = the browser threw that one away. */
export type BornMeta = { key: 'born'; v: 1; id: Uuid };

/** What must be added to the device clock to get server time. */
export type ClockMeta = { key: 'clock'; v: 1; offset_ms: number };

/**
 * Which part of the history is here. Months are `YYYY-MM` in UTC. Without this entry nothing was
 * ever loaded, and an empty table means nothing.
 */
export type CoverageMeta = {
  key: 'coverage';
  v: 1;
  /** Everything that starts in [from, to) is loaded. */
  from: Instant;
  to: Instant;
  /** Whole months that are loaded besides. */
  months: string[];
  /** Months that the server has and this device has not yet, newest first; null = not asked yet. */
  missing: { month: string; rows: number }[] | null;
  /** `some` = those of loaded appointments, and all with ids up to `clients_after`. */
  clients: 'some' | 'all';
  clients_after: Uuid | null;
  /** How many clients and dated rows were to be loaded after the window, and clients that still are. */
  total_rows: number;
  clients_left: number;
  /** Months given up to make room; they come back only when asked for. */
  dropped: string[];
};

/**
 * The last receipt that this device has numbered. It counts on whatever becomes of a sale, and starts
 * anew with a new identity of the device, which brings another prefix.
 */
export type ReceiptsMeta = { key: 'receipts'; v: 1; device_id: Uuid; last_no: number };

/**
 * Codes of gift cards that this device made, newest first: the rows have only their hashes. They are
 * printed again here and nowhere else.
 */
export type GiftCodesMeta = { key: 'gift_codes'; v: 1; list: { card_id: Uuid; code: string }[] };

/**
 * What imports on this device have done, newest first, so that each can be taken back as a whole.
 * Rows travel by sync; this list does not.
 */
export type ImportsMeta = { key: 'imports'; v: 1; list: ImportRecord[] };

export type ImportRecord = {
  id: Uuid;
  at: Instant;
  file_name: string;
  /** `running` after a reload = it was interrupted: what is there stays until it is taken back. */
  state: 'running' | 'done' | 'stopped' | 'undone';
  /** Ids of all clients that were to be made, whether or not it came to that. */
  created: Uuid[];
  /** Ids of all appointments that were to be made; those of imports of clients have none. */
  booked?: Uuid[];
  /** Clients that were to be changed, with the fields before and after. */
  updated: { id: Uuid; before: RowPatch<'clients'>; after: RowPatch<'clients'> }[];
};

/** Filters of the client list that were given a name on this device. */
export type ClientFiltersMeta = {
  key: 'client_filters';
  v: 1;
  list: { id: Uuid; name: string; filter: ClientFilter }[];
};

/** Sales that were set aside on this device, the newest first; nothing of them is anywhere else. */
export type ParkedCartsMeta = { key: 'parked_carts'; v: 1; list: ParkedCart[] };

export type ParkedCart = { id: Uuid; name: string; at: Instant; cart: CartDraft };

/** What the server said of the history of appointments that were opened here, the last one first. */
export type HistoryMeta = {
  key: 'history';
  v: 1;
  list: {
    /** Of the appointment. */
    id: Uuid;
    /** When the server said so. */
    at: Instant;
    /** The newest page. */
    lines: HistoryLine[];
    /** There are older lines. */
    more: boolean;
  }[];
};

/**
 * What others did to appointments while this device had no contact, until somebody has seen it. Rows do
 * not tell what was done to them, so sync notes it as they come in.
 */
export type MeanwhileMeta = { key: 'meanwhile'; v: 1; list: MeanwhileLine[] };

/** What the server said of payouts, and when: the newest ones. */
export type PayoutsMeta = { key: 'payouts'; v: 1; at: Instant; value: PaidOut };

export type MetaEntry =
  | DeviceMeta
  | SyncMeta
  | ClockMeta
  | CoverageMeta
  | ReceiptsMeta
  | GiftCodesMeta
  | ImportsMeta
  | ClientFiltersMeta
  | ParkedCartsMeta
  | HistoryMeta
  | PayoutsMeta
  | BornMeta
  | MeanwhileMeta;
export type MetaKey = MetaEntry['key'];
export type MetaOf<K extends MetaKey> = Extract<MetaEntry, { key: K }>;
