import type { Sql } from '#supabase/local/database/database.ts';

/** Functions that anybody may call without signing in. Each new one is a decision: write it here. */
const PUBLIC_FUNCTIONS = [
  'answer_offer',
  'ask_client_code',
  'bill_status',
  'book',
  'booking_status',
  'calendar_feed',
  'cancel_booking',
  'cancel_membership',
  'change_waitlist',
  'confirm_booking',
  'device_state',
  'form_opened',
  'gift_card_balance',
  'hold_slot',
  'join_waitlist',
  'keep_gift_card',
  'leave_waitlist',
  'membership_status',
  'offer_form_file',
  'offer_viewed',
  'pay_bill',
  'pay_deposit',
  'public_availability',
  'public_form',
  'public_profile',
  'public_sessions',
  'release_hold',
  'reschedule_booking',
  'start_gift_card',
  'start_membership_page',
  'start_payment',
  'submit_form',
  'unsubscribe',
  'use_client_code',
  'waitlist_status',
];

/** Functions for members that must do what no member may do directly, hence with their owner's rights. */
const MEMBER_DEFINER_FUNCTIONS = [
  'accept_invitation',
  'add_outside_calendar',
  'ask_deposit',
  'ask_refund',
  'ask_sale_payment',
  'begin_billing',
  'begin_payment_account',
  'billing_state',
  'change_billing',
  'change_membership',
  'charge_fee',
  'charge_sale',
  'business_end',
  'close_business',
  'create_business',
  'end_calendar_feed',
  'fee_payment',
  'forget_device',
  'gift_card_delivery',
  'invite_member',
  'lease_gift_card',
  'make_calendar_feed',
  'make_recovery_codes',
  'membership_link',
  'mute_mails',
  'my_calendar_feed',
  'my_closed_businesses',
  'my_devices',
  'my_outside_calendars',
  'my_pay',
  'my_recovery_codes',
  'note_device',
  'offer_membership',
  'offer_time',
  'online_payments',
  'payment_findings',
  'payment_mode',
  'payout_lines',
  'payouts',
  'read_outside_calendar',
  'remove_member',
  'remove_outside_calendar',
  'sale_card',
  'take_refund_back',
  'reopen_business',
  'send_gift_card',
  'set_member_role',
  'set_member_status',
  'transfer_ownership',
  'use_recovery_code',
  'withdraw_offer',
  'withdraw_ownership',
];

/** Functions for the backend's own functions: they talk to those who charge cards, and take in files. */
const SERVICE_FUNCTIONS = [
  'billing_due',
  'note_billing',
  'note_billing_checkout',
  'form_file_of_upload',
  'note_payment',
  'note_payment_account',
  'note_mail_event',
  'note_payment_dispute',
  'note_payout_lines',
  'note_payouts',
  'note_provider_day',
  'payment_of_op',
  'payments_due',
  'payouts_due',
  'provider_days_due',
  'take_payment_event',
];

type Check = { fault: string; query: string; params?: unknown[] };

/** Each query answers the names of what is wrong. */
const CHECKS: Check[] = [
  {
    fault: 'row-level security is off',
    query: `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  },
  {
    fault: 'something that answers before it is on the disk',
    query: `select p.proname::text as name from pg_proc p
      where exists (select from unnest(p.proconfig) s where s ~ '^synchronous_commit=')
      union all
      select case s.setrole when 0 then 'everybody' else s.setrole::regrole::text end
      from pg_db_role_setting s
      where exists (select from unnest(s.setconfig) c where c ~ '^synchronous_commit=')`,
  },
  {
    fault: 'a privilege without a policy, or a policy without a privilege',
    query: `with granted as (
        select c.oid, lower(p.kind) as kind
        from pg_class c cross join (values ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE')) p (kind)
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and (has_table_privilege('authenticated', c.oid, p.kind)
            or (p.kind <> 'DELETE' and has_any_column_privilege('authenticated', c.oid, p.kind)))
      ), ruled as (
        select p.polrelid as oid, case p.polcmd
          when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete'
          else 'all' end as kind
        from pg_policy p join pg_class c on c.oid = p.polrelid
        where c.relnamespace = 'public'::regnamespace and p.polpermissive
      )
      select format('%s %s', coalesce(g.oid, r.oid)::regclass, coalesce(g.kind, r.kind)) as name
      from granted g full join ruled r on r.oid = g.oid and r.kind = g.kind
      where g.oid is null or r.oid is null`,
  },
  {
    fault: 'two permissive policies for one operation',
    query: `select format('%s %s', p.polrelid::regclass, p.polcmd) as name from pg_policy p
      join pg_class c on c.oid = p.polrelid
      where c.relnamespace = 'public'::regnamespace and p.polpermissive
      group by p.polrelid, p.polcmd having count(*) > 1`,
  },
  {
    fault: 'a policy that is not for authenticated alone',
    query: `select p.polname::text as name from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relnamespace in ('public'::regnamespace, 'realtime'::regnamespace)
        and p.polroles <> array['authenticated'::regrole::oid]`,
  },
  {
    fault: 'a table that does not ask for the second factor',
    query: `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not exists (
        select from pg_policy p
        where p.polrelid = c.oid and not p.polpermissive and p.polcmd = '*'
          and pg_get_expr(p.polqual, p.polrelid) like '%require_second_factor()%')`,
  },
  {
    fault: 'a policy that lets everything pass',
    query: `select p.polname::text as name from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relnamespace = 'public'::regnamespace
        and 'true' in (pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))`,
  },
  {
    fault: 'an update policy that does not check the new row',
    query: `select p.polname::text as name from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relnamespace = 'public'::regnamespace and p.polcmd in ('w', 'a')
        and p.polwithcheck is null`,
  },
  {
    fault: 'a function called for every row instead of once',
    query: `select p.polname::text as name
      from pg_policy p join pg_class c on c.oid = p.polrelid
      cross join lateral (select concat(
        pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as body) e
      where c.relnamespace = 'public'::regnamespace and (
        replace(e.body, '( SELECT auth.uid() AS uid)', '') ~ 'auth\\.'
        or regexp_replace(e.body, '\\( SELECT private\\.', '', 'g')
          ~ 'private\\.(businesses_|own_|my_|is_member|is_proven|require_|has_permission)')`,
  },
  {
    fault: 'a policy that believes what people write about themselves',
    query: `select p.polname::text as name from pg_policy p
      where concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
        ~ 'user_metadata'`,
  },
  {
    fault: 'a column that a policy filters on has no index',
    query: `select c.relname || '.' || a.attname as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and exists (
          select from pg_policy p where p.polrelid = c.oid
            and pg_get_expr(p.polqual, c.oid) ~ ('\\m' || a.attname || '\\M'))
        -- Leading, or right behind the tenant that every query names.
        and not exists (
          select from pg_index i
          where i.indrelid = c.oid and (i.indkey[0] = a.attnum or (i.indkey[1] = a.attnum and i.indkey[0] = (
            select t.attnum from pg_attribute t where t.attrelid = c.oid and t.attname = 'business_id'))))`,
  },
  {
    fault: 'anon holds a privilege on a table, view or sequence',
    query: `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
        and case when c.relkind = 'S'
          then has_sequence_privilege('anon', c.oid, 'USAGE, SELECT, UPDATE')
          else has_table_privilege('anon', c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
            or has_any_column_privilege('anon', c.oid, 'SELECT, INSERT, UPDATE, REFERENCES') end`,
  },
  {
    fault: 'authenticated reaches a private table, or more than rows of a public one',
    query: `select c.oid::regclass::text as name from pg_class c
      where c.relkind in ('r', 'p', 'v', 'm') and (
        (c.relnamespace = 'private'::regnamespace
          and has_table_privilege('authenticated', c.oid, 'SELECT, INSERT, UPDATE, DELETE'))
        or (c.relnamespace = 'public'::regnamespace
          and has_table_privilege('authenticated', c.oid, 'TRUNCATE, REFERENCES, TRIGGER')))`,
  },
  {
    fault: 'a column that only the server writes can be written by clients',
    query: `select c.relname || '.' || a.attname as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and (a.attname in ('rev', 'created_at', 'updated_at', 'created_by')
          or (c.relname in ('appointments', 'attendees') and a.attname = 'conflict')
          or (c.relname = 'appointments' and a.attname in (
            'client_moved_at', 'client_moved_from', 'pending_blocks_slot', 'deposit_due',
            'deposit_due_at'))
          or (c.relname = 'businesses' and a.attname = 'retention_since')
          or (c.relname = 'waitlist_entries' and a.attname in ('source', 'expires_at', 'fits_at', 'offers'))
          or (c.relname = 'form_versions' and a.attname in ('number', 'hash'))
          or (c.relname = 'form_submissions' and a.attname in ('flags', 'filled_on', 'countersign'))
          or c.relname = 'memberships' and a.attnum > 0)
        and (has_column_privilege('authenticated', c.oid, a.attnum, 'INSERT')
          or has_column_privilege('authenticated', c.oid, a.attnum, 'UPDATE'))`,
  },
  {
    fault: 'a definer function without an empty search_path',
    query: `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosecdef
        and not coalesce('search_path=""' = any (p.proconfig), false)`,
  },
  {
    fault: 'a function that everybody may execute',
    query: `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and exists (
          select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x where x.grantee = 0)`,
  },
  {
    fault: 'anon may execute a function that is not on the list',
    query: `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and has_function_privilege('anon', p.oid, 'EXECUTE')
        and not (p.pronamespace = 'public'::regnamespace and p.proname = any ($1))`,
    params: [PUBLIC_FUNCTIONS],
  },
  {
    fault: 'a definer function in an exposed schema that is not on the list',
    query: `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.proname <> all ($1)`,
    params: [[...PUBLIC_FUNCTIONS, ...MEMBER_DEFINER_FUNCTIONS, ...SERVICE_FUNCTIONS]],
  },
  {
    fault: 'a public function without its time limit',
    query: `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proname = any ($1)
        and not coalesce('statement_timeout=3s' = any (p.proconfig), false)`,
    params: [PUBLIC_FUNCTIONS],
  },
  {
    fault: 'a foreign key without the tenant',
    query: `select format('%s %s', f.conrelid::regclass, f.conname) as name from pg_constraint f
      join pg_attribute there on there.attrelid = f.confrelid and there.attname = 'business_id'
      where f.contype = 'f'
        and f.connamespace in ('public'::regnamespace, 'private'::regnamespace)
        -- The tenant itself is named by its id.
        and f.confrelid <> 'public.businesses'::regclass
        and there.attnum <> all (f.confkey)
        -- A hold is known by a secret of its own and holds no tenant's data.
        and f.confrelid <> 'private.slot_holds'::regclass`,
  },
  {
    fault: 'a table of the product without the tenant',
    query: `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not exists (
        select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'business_id' and a.attnotnull)`,
  },
  {
    fault: 'a view, foreign table or extension in the exposed schema',
    query: `select c.oid::regclass::text as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm', 'f')
      union all
      select e.extname::text from pg_extension e where e.extnamespace = 'public'::regnamespace`,
  },
  {
    fault: 'a table whose rows are broadcast',
    query: `select schemaname || '.' || tablename as name from pg_publication_tables
      where schemaname in ('public', 'private')`,
  },
  {
    fault: 'somebody may send on the channel of a business',
    query: `select p.polname::text as name from pg_policy p
      where p.polrelid = 'realtime.messages'::regclass and p.polcmd <> 'r'`,
  },
];

/** What is wrong with the rights in a database: `fault: name` for each, empty when nothing is. */
export const catalogFaults = async (sql: Sql): Promise<string[]> => {
  const faults: string[] = [];
  for (const { fault, query, params } of CHECKS) {
    const rows = await sql<{ name: string }>(query, params ?? []);
    faults.push(...rows.map((row) => `${fault}: ${row.name}`));
  }
  return faults.toSorted();
};
